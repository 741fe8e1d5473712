// The list of passes, and their execution.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/passes/note.h"
#include "compiler/passes/partition_rules.h"
#include "compiler/passes/placement.h"
#include "compiler/passes/quant_plan.h"
#include "config/vta_config.h"

namespace vta {

// Auto carries out QuantOptions::plan, which compiler/quant finds. Model and Keep are for models
// that came quantized: their own integers, scales as fractions (rescaled_integers.h), or on the
// host (keep_integers.h).
enum class QuantMode : uint8_t { Global, Max, Percentile, Auto, Keep, Model };
inline bool keeps_integers(QuantMode mode) {
  return mode == QuantMode::Model || mode == QuantMode::Keep;
}

// The operands of a residual sum, at the scale of the sum or of its shortcut:
//   Int32  a convolution's int32 value, shifted once, and the int8 shortcut
//   Int8   two int8 values, both clipped, as published schedules do
// and then clips. Int32 is one rounding and one clip less, and one kernel with the convolution.
enum class ResidualSum : uint8_t { Int32, Int8 };

// Where the batch norm and relu of a residual sum are computed (pre-activation networks):
//   Accelerator  on its int8 value, by a sum and two limits per channel (fold_scale_forward)
//   Host         in float
enum class BatchNorms : uint8_t { Accelerator, Host };

struct QuantOptions {
  QuantMode mode = QuantMode::Global;
  // Every scale and shift can be represented between these.
  static constexpr double kLeastGlobalScale = 0x1p-20, kGreatestGlobalScale = 0x1p20;
  double global_scale = 8.0;  // activations cover [-global_scale, global_scale)
  double percentile = 99.9;
  std::set<int64_t> skip_conv = {0};  // convolutions left in float, by order in the graph
  std::set<std::string> skip_names;   // or by name
  // Where no convolution can be added as it is, a note says so and both are clipped.
  ResidualSum residual = ResidualSum::Int32;
  BatchNorms batch_norms = BatchNorms::Accelerator;
  // Convolutions with groups, and dilated ones; false: they stay in float on the host.
  bool grouped_on_device = true, dilated_on_device = true;
  // Concatenations of int8 values along channels; false: they are the host's, and each operand has
  // a scale of its own.
  bool concats_on_device = true;
  // Why such a convolution stays there; empty where it need not.
  std::string kept_on_host(int64_t groups, std::span<const int64_t> dilation) const;
  // In a quantized model no layer stays in float without need, whatever skip_conv and the next two
  // are.
  bool all_of_quantized_models = true;
  bool dense_on_device = false;  // false: dense layers stay in float on the host
  // True: maximum and average pools of int8 values are int32 chains that kernels compute. False:
  // maximum pools work on int8 on the host, average pools in float.
  bool pools_on_device = false;
  // Nothing stays in float that need not: no convolution is skipped but those of skip_names, dense
  // layers and pools are on the device.
  void all_int8();
  std::shared_ptr<const QuantPlan> plan;  // of mode Auto, for the graph before `quantize`
  int64_t search_threads = 0;             // of mode Auto: 0: as many as the machine has
  // Of mode Auto, where given: called with the part of the search that is done, 1 at its end.
  std::function<void(double part)> search_progress;
  std::vector<Tensor> calibration;  // sample inputs for Max etc.: a tensor per input, and again
};

struct Kernel;

struct PassContext {
  VtaConfig config;
  QuantOptions quant;
  int64_t opt_level = 3;
  // For partition: empty when the hardware can hold some tiles of a kernel, else why not. Schedules
  // know, and they are a layer above the passes; without it every kernel is taken to fit.
  std::function<std::string(const Kernel&)> capacity_problem;
  Placement placement;                // for partition
  bool gather_windows = true;         // false: im2col leaves the graph as it is
  bool combine_parallel = true;       // false: so does combine_parallel_conv2d
  PartitionRules partition_rules;     // of quantize_partition
  QuantTrace* quant_trace = nullptr;  // filled by quantize() where given
  std::vector<Note> notes;
};

// The pipeline's stages, in order. A graph of int8 layers is ready for Gather; the values of the
// graph before Lower are what kernels and their operands are compared with by name.
enum class Stage : uint8_t {
  Float,     // the float graph made ready for integers
  Quantize,  // int8 arithmetic
  Gather,    // what the host prepares, so that kernels are other ones
  Lower,     // to a partitioned, packed graph
  ByName,    // no part of the pipeline: when asked for
};

struct Pass {
  using Run = Graph (*)(const Graph& graph, PassContext& context);
  std::string_view name;  // "simplify_inference"
  Stage stage;
  // Runs where the context's level is at least this. 0: batch norms, and what the accelerator
  // needs; 1: fusion; 2: constants; 3: everything else (as published compilers number them).
  int64_t opt_level;
  std::string_view summary;
  Run run;
  std::string_view former_name = {};  // read as well, where there is one

  bool is_called(std::string_view given) const {
    return given == name || (!former_name.empty() && given == former_name);
  }
  bool is_among(const std::set<std::string>& names) const;
};

// Every pass, by stages, and in the order in which they run.
std::span<const Pass> all_passes();
std::vector<const Pass*> passes_of(Stage first, Stage last);
std::vector<const Pass*> pipeline();           // import to packed, partitioned graph
const Pass& find_pass(std::string_view name);  // UsageError lists the names

struct PipelineOptions {
  std::string dump_dir;        // --dump-ir: one numbered .ir file after each pass
  std::string stop_after;      // --stop-after NAME
  std::set<std::string> skip;  // --skip NAME
  std::set<std::string> also;  // --pass NAME: runs whatever the level is
  // Called after each pass (name, seconds, graph).
  std::function<void(std::string_view, double, const Graph&)> observe;
  // Whether a pass of the table runs at this level.
  bool runs(Pass::Run pass, int64_t opt_level) const;
  bool runs(const Pass& pass, int64_t opt_level) const;
};

// Passes over one graph, a stage at a time; verify() before the first and after each.
class PassRun {
 public:
  // `passes`: all that may run; UsageError for options that name others. Of stages before `first`
  // none does: the graph is what they would make. What is referred to must outlive this object.
  PassRun(Graph graph, std::vector<const Pass*> passes, PassContext& context,
          const PipelineOptions& options, Stage first = Stage::Float);

  void run(Stage stage);
  void run_all();

  const Graph& graph() const { return graph_; }
  // Of the next pass; verify() before.
  void replace(Graph graph);
  Graph take() { return std::move(graph_); }
  // The last requested pass has run; no further pass runs.
  bool stopped() const { return stopped_; }

 private:
  void step(const Pass& pass);

  Graph graph_;
  std::vector<const Pass*> passes_;
  PassContext& context_;
  const PipelineOptions& options_;
  Stage first_;
  int dumped_ = 0;
  bool stopped_ = false;
};

// All of them, in order.
Graph run_passes(Graph graph, std::span<const Pass* const> passes, PassContext& context,
                 const PipelineOptions& options = {});

}  // namespace vta
