#include "compiler/quant/harness.h"

#include <algorithm>
#include <limits>

#include "compiler/passes/quantize.h"
#include "compiler/quant/host_run.h"

namespace vta {
namespace {

constexpr int64_t kFirst = 8, kSecond = 24;  // batches: fewer tell too little

// Where the parts of so many batches end.
std::vector<int64_t> ends_of_parts(int64_t batches) {
  std::vector<int64_t> ends;
  for (const int64_t end : {std::max(kFirst, batches / 8), std::max(kSecond, batches * 3 / 8)})
    if (end * 3 <= batches * 2)
      ends.push_back(end);
  ends.push_back(batches);
  return ends;
}

// Of noise: 1 where neither has any.
double ratio_of(double noise, double kept) {
  if (kept == 0)
    return noise == 0 ? 1 : std::numeric_limits<double>::infinity();
  return noise / kept;
}

}  // namespace

QuantHarness::QuantHarness(const Graph& graph, const QuantOptions& options, int64_t threads)
    : graph_(graph),
      options_(options),
      threads_(threads),
      batches_(calibration_batches(graph, options.calibration)),
      used_(static_cast<int64_t>(batches_.size())) {
  make_parts();
  options_.mode = QuantMode::Auto;
  measured_ = measured_outputs(graph);
  const auto run = [&](const Graph& g, std::span<const Tensor> inputs,
                       const std::function<void(NodeId, const Tensor&)>& observe) {
    outputs_.push_back(taken(run_on_host(g, inputs, observe), measured_));
  };
  stats_ = calibrate(graph, options.calibration, run);
}

std::vector<NodeId> QuantHarness::measured(const Graph& quantized) const {
  return taken(quantized.outputs(), measured_);
}

void QuantHarness::use_batches(int64_t count) {
  count = std::clamp<int64_t>(count, 1, batches());
  if (count == used_)
    return;
  done_ = work();
  used_ = count;
  make_parts();
}

void QuantHarness::make_parts() {
  parts_.clear();
  last_noise_.clear();
  kept_noise_.clear();
  int64_t first = 0;
  for (const int64_t end : ends_of_parts(used_)) {
    parts_.emplace_back(
        std::vector<std::vector<Tensor>>{batches_.begin() + first, batches_.begin() + end},
        threads_, MemoRun::kMostBytes * (end - first) / used_);
    first = end;
  }
}

int64_t QuantHarness::work() const {
  int64_t work = done_;
  for (const MemoRun& part : parts_)
    work += part.work();
  return work;
}

void QuantHarness::keep() {
  for (MemoRun& part : parts_)
    part.keep_last();
  kept_noise_ = last_noise_;
}

std::vector<std::vector<Tensor>> QuantHarness::values(const Graph& graph,
                                                      std::span<const NodeId> wanted) {
  const auto keys = MemoRun::keys_of(graph);
  std::vector<std::vector<Tensor>> all;
  for (MemoRun& part : parts_)
    std::ranges::move(part.run(graph, wanted, keys), std::back_inserter(all));
  return all;
}

std::map<NodeId, MagnitudeHistogram> QuantHarness::stored_magnitudes(
    const std::map<NodeId, std::vector<float>>& factors) const {
  std::map<NodeId, MagnitudeHistogram> magnitudes;
  std::vector<float> stored;
  for (const std::vector<Tensor>& inputs : batches_)
    run_on_host(graph_, inputs, [&](NodeId id, const Tensor& value) {
      const auto own = factors.find(id);
      if (own == factors.end())
        return;
      const auto values = value.data<float>();
      const size_t channels = own->second.size();
      const size_t inner = values.size() / (static_cast<size_t>(value.shape()[0]) * channels);
      stored.resize(values.size());
      for (size_t i = 0; i < values.size(); ++i)
        stored[i] = values[i] / own->second[i / inner % channels];
      magnitudes[id].observe(stored);
    });
  return magnitudes;
}

TracedGraph QuantHarness::quantized(const QuantPlan& plan) const {
  TracedGraph q;
  PassContext context;
  context.quant = options_;
  context.quant.calibration.clear();
  context.quant.plan = std::make_shared<QuantPlan>(plan);
  context.quant_trace = &q.trace;
  q.graph = quantize(graph_, context);
  q.notes = texts_of(context.notes);
  return q;
}

std::vector<std::vector<Tensor>> QuantHarness::outputs(const QuantPlan& plan) {
  const Graph graph = quantized(plan).graph;
  return values(graph, measured(graph));
}

std::span<const std::vector<Tensor>> QuantHarness::real_outputs() const {
  return std::span(outputs_).first(static_cast<size_t>(used_));
}

LogitScore QuantHarness::measure(const QuantPlan& plan) {
  return compare(plan, std::numeric_limits<double>::infinity(), 0).score;
}

Comparison QuantHarness::compare(const QuantPlan& plan, double most, double slack) {
  const Graph graph = quantized(plan).graph;
  const auto keys = MemoRun::keys_of(graph);
  std::vector<std::vector<Tensor>> made;
  Comparison result;
  last_noise_.clear();
  for (size_t i = 0; i < parts_.size(); ++i) {
    std::ranges::move(parts_[i].run(graph, measured(graph), keys), std::back_inserter(made));
    result.score = score_logits(real_outputs().first(made.size()), made);
    last_noise_.push_back(result.score.noise);
    const bool comparable = !kept_noise_.empty();
    result.noise_ratio = comparable ? ratio_of(result.score.noise, kept_noise_[i]) : 0;
    if (comparable && i + 1 < parts_.size() &&
        result.noise_ratio > most * (1 + (i == 0 ? slack : slack / 3)))
      return result;
  }
  result.whole = true;
  return result;
}

LogitScore QuantHarness::measure(const Graph& quantized) {
  return score_logits(real_outputs(), values(quantized, measured(quantized)));
}

std::vector<int64_t> QuantHarness::real_answers() const {
  return answers_of(real_outputs());
}

std::vector<int64_t> QuantHarness::answers(const QuantPlan& plan) {
  return answers_of(outputs(plan));
}

std::vector<double> QuantHarness::mean_sums(const TracedGraph& quantized, NodeId layer) {
  const NodeId sums = quantized.trace.layers.at(layer).sums;
  const Shape& shape = quantized.graph.type(sums).shape;
  const auto channels = static_cast<size_t>(shape[1]);
  const auto inner = static_cast<size_t>(num_elements(shape) / (shape[0] * shape[1]));
  std::vector<double> means(channels, 0.0);
  for (const std::vector<Tensor>& own : values(quantized.graph, std::span(&sums, 1))) {
    const int32_t* p = own.front().data<int32_t>().data();
    for (int64_t row = 0; row < shape[0] * shape[1]; ++row) {
      int64_t sum = 0;
      for (size_t i = 0; i < inner; ++i)
        sum += *p++;
      means[static_cast<size_t>(row) % channels] += static_cast<double>(sum);
    }
  }
  for (double& mean : means)
    mean /= static_cast<double>(inner) * static_cast<double>(shape[0] * used_);
  return means;
}

}  // namespace vta
