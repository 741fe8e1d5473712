// The compiler as a library: ONNX file or listing in, Program out.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/lower/lowered_graph.h"
#include "compiler/passes/pass.h"
#include "compiler/schedule/network_schedule.h"
#include "runtime/program.h"

namespace vta {

struct CompileOptions {
  VtaConfig config;
  QuantOptions quant;
  std::string schedule = "fast";  // for named_schedule
  // Who knows more names than the compiler sets another function.
  std::function<SchedulePolicy(const std::string& name)> named_schedule = SchedulePolicy::named;
  int64_t opt_level = 3;
  int64_t batch = 1;
  std::map<std::string, Shape> shapes;  // of an .onnx file's inputs (ImportOptions)
  uint64_t seed = 0;                    // for constants that a listing lacks
  PipelineOptions pipeline;
  Placement placement;  // what is offered to the accelerator
  bool plan = false;    // make CompileResult::plan
  // The graph is one that was quantised before, or a part of it (compiler/split): what of it is in
  // float stays so.
  bool quantised = false;
  QuantTrace* quant_trace = nullptr;  // filled by the pass `quantize` where given
};

// "global, scale 8"
std::string quantization_text(const QuantOptions& options);

struct CompileTimes {
  double import_seconds = 0, passes_seconds = 0, schedule_seconds = 0, codegen_seconds = 0,
         pack_seconds = 0;
  double total_seconds() const {
    return import_seconds + passes_seconds + schedule_seconds + codegen_seconds + pack_seconds;
  }
};

struct CompileResult {
  Program program;
  Graph quantized;           // before stage Lower; the oracle: interpret() it and compare by name
  NetworkSchedule schedule;  // as carried out: its text, as a file, compiles to this program
  CompileTimes times;
  std::vector<std::string> notes;  // e.g. why a layer stays on the host
  std::string plan;                // tiles and memory as text (docs/plan.md), where asked for
  // pipeline.stop_after was given: there is no program, and of the schedule its facts alone
  bool stopped = false;
};

// With pipeline.stop_after only the passes run. UsageError when a skipped pass is one that code
// generation cannot do without.
// A model is an .onnx file or an .ir listing (already packed, or float).
CompileResult compile_model(const std::string& path, const CompileOptions& options);
CompileResult compile_graph(Graph graph, const CompileOptions& options);

// What the network is compiled for: the policy's facts, where the options do not overrule them.
// UsageError for forms that the schedule cannot have.
ScheduleFacts settled_facts(const CompileOptions& options, SchedulePolicy& policy);
// The quantisation that schedules of these facts are for: how residual sums add, and which
// operators are the host's.
void set_forms(QuantOptions& quant, const ScheduleFacts& facts);
// options.quant as compile_graph takes it: forms that are not given are the schedule's. UsageError
// for forms that the schedule cannot have.
QuantOptions settled_quantisation(const CompileOptions& options);

// The second half of the passes, for one network on many configurations: kernels and host operators
// of CompileResult::quantized of any compilation for the same forms. Every kernel is taken to fit
// the scratchpads (SchedulePolicy::least_tiles_problem knows); then the result depends on BATCH,
// BLOCK_IN, BLOCK_OUT and, with `gather_windows`, the bus alone, and a schedule of it is what a
// whole compilation has.
LoweredGraph lower_quantized(Graph quantized, const VtaConfig& config, const ScheduleFacts& facts);

}  // namespace vta
