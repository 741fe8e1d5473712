#include "cli/evaluate.h"

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/progress.h"
#include "base/round.h"
#include "compiler/interp/interpreter.h"
#include "compiler/onnx/import.h"

namespace vta::cli {
namespace {

// The network as the passes before quantisation leave it.
Graph float_network(const EvalRequest& r) {
  Graph graph = import_onnx(r.model, {.batch = r.compile.batch});
  std::vector<const Pass*> passes;
  for (const Pass* pass : pipeline()) {
    if (pass->name == "quantize")
      break;
    passes.push_back(pass);
  }
  PassContext context;
  context.config = r.compile.config;
  context.opt_level = r.compile.opt_level;
  PipelineOptions options;
  options.skip = r.compile.pipeline.skip;
  return run_passes(std::move(graph), passes, context, options);
}

size_t argmax(std::span<const float> row) {
  return static_cast<size_t>(std::max_element(row.begin(), row.end()) - row.begin());
}

class Evaluator {
 public:
  explicit Evaluator(const EvalRequest& request)
      : r_(request), float_graph_(float_network(request)) {
    if (float_graph_.inputs().size() != 1 || float_graph_.outputs().size() != 1)
      throw InputError(
          fmt::format("eval takes networks with one input and one output, '{}' has {} "
                      "and {}",
                      r_.model, float_graph_.inputs().size(), float_graph_.outputs().size()));
    const TensorType& out = float_graph_.type(float_graph_.outputs().front());
    if (out.dtype != DType::F32 || out.shape.size() != 2)
      throw InputError(fmt::format("the output of '{}' is {}, not one row of logits per image",
                                   r_.model, type_text(out)));
    classes_ = out.shape[1];
    images_ = prepared(r_.images, r_.limit, r_.images_origin);
    result_.images = images_.shape()[0];
    result_.batch = input_type().shape[0];
    result_.classes = classes_;
  }

  EvalResult run() {
    omp_set_num_threads(static_cast<int>(r_.threads));
    CompileResult compiled = compile();
    result_.notes = compiled.notes;
    const Program& program = compiled.program;
    const double macs = static_cast<double>(program.host_macs + program.device_macs);
    result_.device_mac_share =
        macs == 0 ? 0 : 100.0 * static_cast<double>(program.device_macs) / macs;
    const VtaConfig config = program.config;
    Executor executor(std::move(compiled.program), r_.device.make(config));
    run_timed(executor);
    run_float();
    if (r_.verify)
      run_checked(executor, compiled.quantized);
    compare_logits();
    return std::move(result_);
  }

 private:
  const TensorType& input_type() const { return float_graph_.type(float_graph_.inputs().front()); }

  Tensor prepared(const Tensor& images, int64_t limit, const std::string& origin) const {
    return network_images(images, input_type(), r_.preprocessing, limit, origin);
  }

  CompileResult compile() const {
    CompileOptions options = r_.compile;
    if (r_.calibration.valid())
      options.quant.calibration = {prepared(r_.calibration, 0, r_.calibration_origin)};
    return compile_model(r_.model, options);
  }

  int64_t batches() const { return ceil_div(result_.images, result_.batch); }

  Tensor batch(int64_t index) const {
    return image_batch(images_, index * result_.batch, result_.batch);
  }

  void append(std::vector<float>& logits, const Tensor& rows) const {
    const auto left = static_cast<size_t>(result_.images * classes_) - logits.size();
    const auto values = rows.data<float>();
    logits.insert(logits.end(), values.begin(),
                  values.begin() + static_cast<int64_t>(std::min(left, values.size())));
  }

  void run_timed(Executor& executor) {
    using Clock = std::chrono::steady_clock;
    Clock::duration time{};
    for (int64_t i = 0; i < batches(); ++i) {
      const Tensor input = batch(i);
      const auto start = Clock::now();
      executor.set_input(0, input);
      executor.run();
      time += Clock::now() - start;
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
      const Tensor input = batch(i);
      append(float_logits_, interpret(float_graph_, std::span(&input, 1)).front());
      progress.step();
    }
  }

  void run_checked(Executor& executor, const Graph& quantized) {
    Oracle oracle(quantized, executor);
    Progress progress("integer interpreter", batches());
    std::vector<float> logits;
    for (int64_t i = 0; i < batches(); ++i) {
      executor.set_input(0, batch(i));
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

  void compare_logits() {
    result_.labelled = r_.labels.valid();
    std::vector<int64_t> labels;
    if (result_.labelled)
      labels = class_labels(r_.labels, result_.images, classes_, r_.labels_origin);
    const auto width = static_cast<size_t>(classes_);
    const double percent = 100.0 / static_cast<double>(result_.images);
    for (size_t n = 0; n < static_cast<size_t>(result_.images); ++n) {
      const size_t in_float = argmax(std::span(float_logits_).subspan(n * width, width));
      const size_t in_int8 = argmax(std::span(int8_logits_).subspan(n * width, width));
      result_.agreement += in_float == in_int8 ? percent : 0;
      if (!result_.labelled)
        continue;
      result_.float_top1 += static_cast<int64_t>(in_float) == labels[n] ? percent : 0;
      result_.int8_top1 += static_cast<int64_t>(in_int8) == labels[n] ? percent : 0;
    }
    result_.sqnr_db = signal_to_noise(float_logits_, int8_logits_);
  }

  const EvalRequest& r_;
  Graph float_graph_;
  int64_t classes_ = 0;
  Tensor images_;
  std::vector<float> float_logits_, int8_logits_;  // a row per image
  EvalResult result_;
};

}  // namespace

EvalResult evaluate(const EvalRequest& request) {
  return Evaluator(request).run();
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
