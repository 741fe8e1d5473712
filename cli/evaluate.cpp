#include "cli/evaluate.h"

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/npy.h"
#include "base/plural.h"
#include "base/progress.h"
#include "base/round.h"
#include "cli/compile_flags.h"
#include "cli/logits.h"
#include "cli/named_files.h"
#include "compiler/interp/interpreter.h"
#include "compiler/onnx/import.h"
#include "explore/record/run_record.h"

namespace vta::cli {
namespace {

// The network as the passes before quantisation leave it.
Graph float_network(const EvalRequest& r) {
  Graph graph = import_onnx(r.model, {.batch = r.compile.batch, .shapes = r.compile.shapes});
  PassContext context;
  context.config = r.compile.config;
  context.opt_level = r.compile.opt_level;
  PipelineOptions options;
  options.skip = r.compile.pipeline.skip;
  return run_passes(std::move(graph), passes_of(Stage::Float, Stage::Float), context, options);
}

size_t argmax(std::span<const float> row) {
  return static_cast<size_t>(std::max_element(row.begin(), row.end()) - row.begin());
}

class NetworkEvaluation {
 public:
  explicit NetworkEvaluation(const EvalRequest& request)
      : r_(request), float_graph_(float_network(request)) {
    if (float_graph_.outputs().size() != 1)
      throw InputError(fmt::format("eval takes networks with one output, '{}' has {}", r_.model,
                                   float_graph_.outputs().size()));
    for (const NodeId id : float_graph_.inputs())
      names_.push_back(float_graph_.node(id).name);
    result_.batch = input_type(0).shape.front();
    const TensorType& out = float_graph_.type(float_graph_.outputs().front());
    const LogitShape logits = logit_shape(out.shape);
    if (out.dtype != DType::F32 || logits.classes < 2 || logits.images != result_.batch)
      throw InputError(fmt::format("the output of '{}' is {}, not one row of logits per image",
                                   r_.model, type_text(out)));
    classes_ = logits.classes;
    result_.preparation = preparation(r_.pixels, known_preparation(r_.model), channels());
    inputs_ = prepared(r_.images, "--images", r_.limit);
    result_.images = inputs_.front().shape()[0];
    result_.classes = classes_;
    if (!r_.labels.empty())
      labels_ = class_labels(read_npy(r_.labels), result_.images, classes_, r_.labels);
  }

  EvalResult run() {
    omp_set_num_threads(static_cast<int>(r_.threads));
    CompileResult compiled = compile();
    if (r_.verify)
      require_kernels(compiled, "the verification (--no-verify leaves it out)");
    result_.notes = compiled.notes;
    const Program& program = compiled.program;
    result_.work = work_share(program);
    const VtaConfig config = program.config;
    Executor executor(std::move(compiled.program), r_.device.open(config));
    executor.set_max_cycles(r_.device.max_cycles);
    run_timed(executor);
    if (result_.cycles)
      result_.times = explore::clock_times(
          config, explore::point_result(executor.program(), executor.stats()), result_.batch);
    run_float();
    if (r_.verify)
      run_checked(executor, compiled.quantized);
    compare_logits();
    return std::move(result_);
  }

 private:
  const TensorType& input_type(size_t index) const {
    return float_graph_.type(float_graph_.inputs()[index]);
  }

  // Of the first input that takes images.
  int64_t channels() const {
    for (size_t i = 0; i < names_.size(); ++i)
      if (takes_images(input_type(i)))
        return input_type(i).shape[1];
    return 3;
  }

  // A tensor of equally many rows per input.
  std::vector<Tensor> prepared(const std::vector<std::string>& arguments, const std::string& option,
                               int64_t limit) const {
    const std::vector<std::string> files = all_files_by_name(arguments, names_, option, "input");
    std::vector<Tensor> inputs;
    for (size_t i = 0; i < files.size(); ++i) {
      inputs.push_back(network_images(read_npy(files[i]), input_type(i), result_.preparation.how,
                                      limit, files[i]));
      if (inputs[i].shape()[0] != inputs[0].shape()[0])
        throw InputError(fmt::format("'{}' holds {}, '{}' {}", files[0],
                                     counted(inputs[0].shape()[0], "image"), files[i],
                                     inputs[i].shape()[0]));
    }
    return inputs;
  }

  CompileResult compile() const {
    CompileOptions options = r_.compile;
    if (!r_.calibration.empty())
      options.quant.calibration = prepared(r_.calibration, "--calib", 0);
    return compile_model(r_.model, options);
  }

  int64_t batches() const { return ceil_div(result_.images, result_.batch); }

  std::vector<Tensor> batch(int64_t index) const {
    std::vector<Tensor> tensors;
    for (const Tensor& input : inputs_)
      tensors.push_back(image_batch(input, index * result_.batch, result_.batch));
    return tensors;
  }

  static void set_inputs(Executor& executor, const std::vector<Tensor>& tensors) {
    for (size_t i = 0; i < tensors.size(); ++i)
      executor.set_input(static_cast<int64_t>(i), tensors[i]);
  }

  void append(std::vector<float>& logits, const Tensor& rows) const {
    const auto left = static_cast<size_t>(result_.images * classes_) - logits.size();
    const auto values = rows.data<float>();
    logits.insert(logits.end(), values.begin(),
                  values.begin() + static_cast<int64_t>(std::min(left, values.size())));
  }

  void run_timed(Executor& executor) {
    using Steady = std::chrono::steady_clock;
    Steady::duration time{};
    for (int64_t i = 0; i < batches(); ++i) {
      const std::vector<Tensor> inputs = batch(i);
      const auto start = Steady::now();
      set_inputs(executor, inputs);
      executor.run();
      time += Steady::now() - start;
      result_.device_seconds += executor.stats().device_seconds;
      append(int8_logits_, executor.output(0));
    }
    result_.seconds = std::chrono::duration<double>(time).count();
    result_.gemm_counter = static_cast<int64_t>(executor.stats().counters.gemm_counter);
    if (executor.stats().timing)
      result_.cycles = executor.stats().timing->cycles;
    result_.alu_counter = static_cast<int64_t>(executor.stats().counters.alu_counter);
  }

  void run_float() {
    Progress progress("float network", batches());
    for (int64_t i = 0; i < batches(); ++i) {
      append(float_logits_, interpret(float_graph_, batch(i)).front());
      progress.step();
    }
  }

  void run_checked(Executor& executor, const Graph& quantized) {
    Oracle oracle(quantized, executor);
    Progress progress("integer interpreter", batches());
    std::vector<float> logits;
    for (int64_t i = 0; i < batches(); ++i) {
      set_inputs(executor, batch(i));
      executor.run();
      const VerifyReport report = oracle.compare();
      result_.elements += report.elements;
      if (result_.mismatched_elements == 0 && report.mismatched_elements > 0)
        result_.first_mismatch = fmt::format("batch {}: {}", i, report.first_mismatch);
      result_.mismatched_elements += report.mismatched_elements;
      result_.output_error = std::max(result_.output_error, report.output_error);
      const size_t before = logits.size();
      append(logits, executor.output(0));
      result_.differing_runs +=
          !std::equal(logits.begin() + static_cast<int64_t>(before), logits.end(),
                      int8_logits_.begin() + static_cast<int64_t>(before));
      progress.step();
    }
    result_.verified = true;
  }

  std::vector<int64_t> answers(const std::vector<float>& logits) const {
    const auto width = static_cast<size_t>(classes_);
    std::vector<int64_t> classes;
    for (size_t at = 0; at < logits.size(); at += width)
      classes.push_back(static_cast<int64_t>(argmax(std::span(logits).subspan(at, width))));
    return classes;
  }

  double percent_equal(const std::vector<int64_t>& a, const std::vector<int64_t>& b) const {
    int64_t equal = 0;
    for (size_t i = 0; i < a.size(); ++i)
      equal += a[i] == b[i];
    return 100.0 * static_cast<double>(equal) / static_cast<double>(result_.images);
  }

  void compare_logits() {
    const std::vector<int64_t> in_float = answers(float_logits_), in_int8 = answers(int8_logits_);
    result_.agreement = percent_equal(in_float, in_int8);
    result_.sqnr_db = signal_to_noise(float_logits_, int8_logits_);
    result_.labelled = !r_.labels.empty();
    if (!result_.labelled)
      return;
    result_.float_top1 = percent_equal(in_float, labels_);
    result_.int8_top1 = percent_equal(in_int8, labels_);
    result_.chance = near_chance(in_float, labels_, classes_);
  }

  const EvalRequest& r_;
  Graph float_graph_;
  int64_t classes_ = 0;
  std::vector<std::string> names_;                 // of the inputs
  std::vector<Tensor> inputs_;                     // a row per image
  std::vector<int64_t> labels_;                    // of the images; empty: unknown
  std::vector<float> float_logits_, int8_logits_;  // a row per image
  EvalResult result_;
};

}  // namespace

EvalResult evaluate(const EvalRequest& request) {
  return NetworkEvaluation(request).run();
}

double signal_to_noise(std::span<const float> signal, std::span<const float> approximation) {
  double power = 0, noise = 0;
  for (size_t i = 0; i < signal.size(); ++i) {
    const double x = static_cast<double>(signal[i]);
    const double difference = x - static_cast<double>(approximation[i]);
    power += x * x;
    noise += difference * difference;
  }
  return noise == 0 ? std::numeric_limits<double>::infinity() : 10 * std::log10(power / noise);
}

}  // namespace vta::cli
