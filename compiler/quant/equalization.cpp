#include "compiler/quant/equalization.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "compiler/passes/channel_factors.h"
#include "compiler/quant/initial_plan.h"

namespace vta {
namespace {

constexpr double kMostInt8 = 127;
constexpr double kMargin = 1.25;  // where few values are known, others may be larger

// Of all that read the value, per channel of it: the largest weight.
std::vector<double> weights_behind(const Graph& graph, const std::vector<NodeId>& readers,
                                   size_t channels) {
  std::vector<double> largest(channels, 0.0);
  for (const NodeId id : readers) {
    const Node& n = graph.node(id);
    const Tensor& weight = graph.node(n.inputs[1]).constant;
    const auto outputs = static_cast<size_t>(weight.shape()[0]);
    const auto inputs = static_cast<size_t>(weight.shape()[1]);
    const size_t row = static_cast<size_t>(weight.size()) / outputs, taps = row / inputs;
    const size_t groups = channels / inputs;
    const auto values = weight.data<float>();
    for (size_t o = 0; o < outputs; ++o)
      for (size_t i = 0; i < row; ++i) {
        double& own = largest[o / (outputs / groups) * inputs + i / taps];
        own = std::max(own, std::abs(static_cast<double>(values[o * row + i])));
      }
  }
  return largest;
}

std::vector<float> factors_for(const std::vector<double>& values,
                               const std::vector<double>& weights, const Equalization& how) {
  std::vector<double> f(values.size(), 0.0);
  for (size_t c = 0; c < f.size(); ++c)
    if (values[c] > 0 && weights[c] > 0)
      f[c] = how.by_channel ? std::pow(values[c], how.share) / std::pow(weights[c], 1 - how.share)
                            : 1.0;
  const double greatest = *std::ranges::max_element(f);
  if (!(greatest > 0))
    return {};
  double most_stored = 0;
  for (size_t c = 0; c < f.size(); ++c) {
    f[c] = f[c] > 0 ? std::max(f[c], std::ldexp(greatest, -kMostChannelSpread)) : greatest;
    most_stored = std::max(most_stored, values[c] / f[c]);
  }
  std::vector<float> factors;
  for (const double own : f)
    factors.push_back(static_cast<float>(own * most_stored / kMostInt8));
  return factors;
}

// The layers that read a value, also in another shape.
std::vector<NodeId> layers_behind(const Graph& graph, const std::vector<std::vector<NodeId>>& users,
                                  NodeId id) {
  std::vector<NodeId> layers;
  for (const NodeId reader : users[static_cast<size_t>(id)])
    if (factors_from(graph, reader) == reader)
      layers.push_back(reader);
    else
      for (const NodeId behind : layers_behind(graph, users, reader))
        layers.push_back(behind);
  return layers;
}

}  // namespace

std::map<NodeId, std::vector<float>> equalizing_factors(const QuantHarness& harness,
                                                        const Equalization& how) {
  const Graph& graph = harness.graph();
  const auto users = graph.users();
  std::map<NodeId, std::vector<float>> factors;
  for (const NodeId id : values_for_factors(graph)) {
    std::vector<double> values = harness.stats()[static_cast<size_t>(id)].channel_max_abs;
    Equalization own_how = how;
    if (values.empty())
      continue;
    const int64_t count = harness.stats()[static_cast<size_t>(id)].magnitudes.count();
    if (count < kManyValues * std::ssize(values)) {
      own_how.share = std::min(how.share, 0.5);
      for (double& v : values)
        v *= kMargin;
    }
    std::vector<float> own = factors_for(
        values, weights_behind(graph, layers_behind(graph, users, id), values.size()), own_how);
    if (!own.empty())
      factors[id] = std::move(own);
  }
  return factors;
}

}  // namespace vta
