#include "compiler/quant/harness.h"

#include <algorithm>

#include "compiler/passes/quantize.h"
#include "compiler/quant/host_run.h"

namespace vta {

QuantHarness::QuantHarness(const Graph& graph, const QuantOptions& options, int64_t threads)
    : graph_(graph),
      options_(options),
      threads_(threads),
      batches_(calibration_batches(graph, options.calibration)),
      used_(static_cast<int64_t>(batches_.size())),
      run_(batches_, threads) {
  options_.mode = QuantMode::Auto;
  const std::vector<NodeId>& wanted = graph.outputs();
  const auto run = [&](const Graph& g, std::span<const Tensor> inputs,
                       const std::function<void(NodeId, const Tensor&)>& observe) {
    std::vector<Tensor>& outputs = outputs_.emplace_back(wanted.size());
    run_on_host(g, inputs, [&](NodeId id, const Tensor& value) {
      observe(id, value);
      for (size_t i = 0; i < wanted.size(); ++i)
        if (wanted[i] == id)
          outputs[i] = value;
    });
  };
  stats_ = calibrate(graph, options.calibration, run);
}

void QuantHarness::use_batches(int64_t count) {
  count = std::clamp<int64_t>(count, 1, batches());
  if (count == used_)
    return;
  done_ += run_.work();
  run_ = MemoRun({batches_.begin(), batches_.begin() + count}, threads_);
  used_ = count;
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

QuantisedGraph QuantHarness::quantised(const QuantPlan& plan) const {
  QuantisedGraph q;
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
  const Graph graph = quantised(plan).graph;
  return run_.run(graph, graph.outputs());
}

std::span<const std::vector<Tensor>> QuantHarness::real_outputs() const {
  return std::span(outputs_).first(static_cast<size_t>(used_));
}

LogitScore QuantHarness::measure(const QuantPlan& plan) {
  return score_logits(real_outputs(), outputs(plan));
}

LogitScore QuantHarness::measure(const Graph& quantised) {
  return score_logits(real_outputs(), run_.run(quantised, quantised.outputs()));
}

std::vector<int64_t> QuantHarness::real_answers() const {
  return answers_of(real_outputs());
}

std::vector<int64_t> QuantHarness::answers(const QuantPlan& plan) {
  return answers_of(outputs(plan));
}

std::vector<double> QuantHarness::mean_sums(const QuantisedGraph& quantised, NodeId layer) {
  const NodeId sums = quantised.trace.layers.at(layer).sums;
  const Shape& shape = quantised.graph.type(sums).shape;
  const auto channels = static_cast<size_t>(shape[1]);
  const auto inner = static_cast<size_t>(num_elements(shape) / (shape[0] * shape[1]));
  std::vector<double> means(channels, 0.0);
  for (const std::vector<Tensor>& values : run_.run(quantised.graph, std::span(&sums, 1))) {
    const int32_t* p = values.front().data<int32_t>().data();
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
