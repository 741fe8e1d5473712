#include "compiler/quant/bias_correction.h"

#include <array>
#include <cmath>

namespace vta {
namespace {

constexpr std::array kParts = {1.0, 0.5};

// What the bias of a layer lacks, per output channel.
std::vector<double> mean_loss(QuantHarness& harness, const QuantPlan& plan, NodeId layer) {
  const QuantisedGraph q = harness.quantised(plan);
  const QuantTrace::Layer& made = q.trace.layers.at(layer);
  const std::vector<double>& real = harness.stats()[static_cast<size_t>(layer)].channel_mean;
  std::vector<double> loss = harness.mean_sums(q, layer);
  for (size_t c = 0; c < loss.size(); ++c)
    loss[c] = real[c] - made.offset_share[c] -
              std::ldexp(loss[c], made.input_exponent + made.weight_exponents[c]);
  return loss;
}

std::vector<double> scaled(std::vector<double> values, double factor) {
  for (double& v : values)
    v *= factor;
  return values;
}

}  // namespace

SearchResult correct_biases(QuantHarness& harness, QuantPlan plan, const SearchLimits& limits) {
  SearchState state(harness, std::move(plan), limits);
  const QuantTrace trace = harness.quantised(state.result().plan).trace;
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
