// The compiler as a library: ONNX file or listing in, Program out.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/lower/lowered_graph.h"
#include "compiler/passes/pass.h"
#include "compiler/recipe/settle.h"
#include "compiler/schedule/network_schedule.h"
#include "compiler/slices.h"
#include "runtime/program.h"

namespace vta {

struct CompileOptions {
  VtaConfig config;
  Recipe recipe;
  // A caller that knows more names than the compiler sets another function.
  std::function<SchedulePolicy(const std::string& name)> named_schedule = SchedulePolicy::named;
  std::vector<Tensor> calibration;  // sample inputs for the scales: a tensor per input, and again
  std::shared_ptr<const QuantPlan> quant_plan;       // of mode auto: found already
  int64_t search_threads = 0;                        // 0: as many as the machine has
  std::function<void(double part)> search_progress;  // QuantOptions
  // PipelineOptions::dump_dir, stop_after and observe.
  std::string dump_dir, stop_after;
  std::function<void(std::string_view, double, const Graph&)> observe;
  bool plan = false;  // make CompileResult::plan
  // A decoder of tokens runs position by position where that is possible, and a note says why not;
  // the setting `decode` decides where it is given.
  bool prefer_steps = false;
  // The graph was quantized before, or is a part of such a graph (compiler/split): its float
  // operators stay in float.
  bool quantized = false;
  SliceOptions slices;                // also programs of several cores that compute it together
  QuantTrace* quant_trace = nullptr;  // filled by the pass `quantize` where given
};

struct CompileTimes {
  double import_seconds = 0, passes_seconds = 0, schedule_seconds = 0, codegen_seconds = 0,
         pack_seconds = 0;
  double total_seconds() const {
    return import_seconds + passes_seconds + schedule_seconds + codegen_seconds + pack_seconds;
  }
};

struct CompileResult {
  Program program;
  std::vector<Program> slices;  // of CompileOptions::slices, by core
  Graph quantized;  // before stage Lower; the reference: interpret() it and compare by name
  std::string quantization;  // Provenance::quantization, with what a search has found
  NetworkSchedule schedule;  // as carried out: its text, as a file, compiles to this program
  CompileTimes times;
  std::vector<std::string> notes;  // e.g. why a layer stays on the host
  std::string plan;                // tiles and memory as text (docs/plan.md), where asked for
  // CompileOptions::stop_after was given: no program, of the schedule its facts alone
  bool stopped = false;
};

// A model is an .onnx file, a .tflite file (told by its identifier), or an .ir listing (already
// packed, or float). The settings' seed fills constants that a listing has no values for. The
// importer's notes are appended to `notes` (nullptr: none); `face` says how settings are called in
// messages.
Graph read_model(const std::string& path, const ModelSettings& settings, Face face = Face::Options,
                 std::vector<std::string>* notes = nullptr);
Graph read_model(const std::string& path, const Recipe& recipe,
                 std::vector<std::string>* notes = nullptr);

// Of an integer network, as a .tflite file has: its values are what they are, whatever is asked for
// of scales.
bool has_own_integers(const Graph& graph);

// With stop_after only the passes run. UsageError if code generation needs a skipped pass.
CompileResult compile_model(const std::string& path, const CompileOptions& options);
CompileResult compile_graph(Graph graph, const CompileOptions& options);

// What compile_graph does of the options. Errors as settle().
Settled settled_options(const CompileOptions& options);

// The second half of the passes, for one network on many configurations: kernels and host operators
// of CompileResult::quantized of any compilation for the same forms (graph_form()). Every kernel is
// taken to fit the scratchpads (SchedulePolicy::least_tiles_problem knows); then the result depends
// on BATCH, BLOCK_IN, BLOCK_OUT and, with `gather_windows`, the bus alone, and a schedule of it is
// what a whole compilation has.
LoweredGraph lower_quantized(Graph quantized, const VtaConfig& config, const Settled& settled);

}  // namespace vta
