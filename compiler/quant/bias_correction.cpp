#include "compiler/quant/bias_correction.h"

#include <array>
#include <cmath>

namespace vta {
namespace {

constexpr std::array kParts = {1.0, 0.5};

double factor(const std::vector<float>& factors, size_t channel) {
  return factors.empty() ? 1.0 : static_cast<double>(factors[channel]);
}

// What the bias of a layer lacks, per output channel.
std::vector<double> mean_loss(QuantHarness& harness, const QuantPlan& plan, NodeId layer) {
  const TracedGraph q = harness.quantized(plan);
  const QuantTrace::Layer& made = q.trace.layers.at(layer);
  const std::vector<double>& real = harness.stats()[static_cast<size_t>(layer)].channel_mean;
  std::vector<double> loss = harness.mean_sums(q, layer);
  for (size_t c = 0; c < loss.size(); ++c)
    loss[c] = real[c] - made.offset_share[c] -
              factor(made.output_factors, c) *
                  std::ldexp(loss[c], made.input_exponent + made.weight_exponents[c]);
  return loss;
}

std::vector<double> scaled(std::vector<double> values, double factor) {
  for (double& v : values)
    v *= factor;
  return values;
}

// Per output channel; `means` of the input's channels.
std::vector<double> weight_loss(const Tensor& weight, const Tensor& rounded,
                                const std::vector<int>& exponents,
                                const std::vector<double>& means) {
  const size_t outputs = exponents.size();
  const auto row = static_cast<size_t>(weight.size()) / outputs;
  const auto inputs = static_cast<size_t>(weight.shape()[1]);  // of a group
  const size_t groups = means.size() / inputs, taps = row / inputs;
  const auto real = weight.data<float>();
  const auto in_int8 = rounded.data<int8_t>();
  std::vector<double> loss(outputs, 0.0);
  for (size_t o = 0; o < outputs; ++o) {
    const double step = std::ldexp(1.0, exponents[o]);
    const size_t first = o / (outputs / groups) * inputs;
    for (size_t i = 0; i < row; ++i)
      loss[o] += (static_cast<double>(real[o * row + i]) - step * in_int8[o * row + i]) *
                 means[first + i / taps];
  }
  return loss;
}

}  // namespace

QuantPlan with_weight_corrections(const QuantHarness& harness, QuantPlan plan) {
  const TracedGraph q = harness.quantized(plan);
  for (const auto& [layer, made] : q.trace.layers) {
    std::vector<double> means = harness.stats()[static_cast<size_t>(made.data)].channel_mean;
    if (means.empty())
      continue;
    for (size_t c = 0; c < means.size(); ++c)
      means[c] /= factor(made.input_factors, c);
    const Tensor& rounded = q.graph.node(q.graph.node(made.sums).inputs[1]).constant;
    std::vector<double> loss = weight_loss(made.weight, rounded, made.weight_exponents, means);
    for (size_t c = 0; c < loss.size(); ++c)
      loss[c] *= factor(made.output_factors, c);
    plan.layers[layer].bias_correction = std::move(loss);
  }
  return plan;
}

SearchResult correct_biases(QuantHarness& harness, QuantPlan plan, const SearchLimits& limits) {
  SearchState state(harness, std::move(plan), limits);
  const QuantTrace trace = harness.quantized(state.result().plan).trace;
  for (const auto& [layer, unused] : trace.layers) {
    if (state.exhausted())
      break;
    const std::vector<double> loss = mean_loss(harness, state.result().plan, layer);
    for (const double part : kParts) {
      QuantPlan changed = state.result().plan;
      changed.layers[layer].bias_correction = scaled(loss, part);
      if (state.offer(std::move(changed)))
        break;
    }
  }
  return state.finish();
}

}  // namespace vta
