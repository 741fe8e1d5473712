// Values stored per channel in other units (cross-layer equalization): channel c of a value v with
// factors f is stored as round(v[c] / (f[c] * 2^exponent)). What computes the value has 1 / f in
// its rows of weights and its bias, what reads it has f in its columns: channels that are small
// beside others lose no precision to them, and no operation is added but where a bound of the
// values (ReLU6) becomes one per channel.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

// weight[o][i] * input[i] / output[o]; input channels are counted through all groups, empty factors
// are ones.
Tensor factored_weight(const Tensor& weight, int64_t groups, std::span<const float> input,
                       std::span<const float> output);

// Values that may have factors: inputs, also in arithmetic with constants, results of a layer with
// its bias and activation, and averages, which convolutions and dense layers with constant weights
// alone read. None of models that came quantized: their weights stay what they are.
std::vector<NodeId> values_for_factors(const Graph& graph);
// Whose factors a value has: its own, or those of what it is another shape of (flattened averages).
NodeId factors_from(const Graph& graph, NodeId id);

}  // namespace vta
