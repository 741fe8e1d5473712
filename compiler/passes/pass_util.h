// Common tools of passes: recognition of constants and sums, per-channel values.
#pragma once

#include <optional>
#include <vector>

#include "compiler/graph/graph_util.h"

namespace vta {

// The value of a constant, nullptr for anything else and for a constant without data.
const Tensor* constant_value(const Graph& graph, NodeId id);

// An add of two float maps, or rows, of one shape, none of which is a constant: a residual sum.
bool is_sum_of_maps(const Graph& graph, NodeId id);

// Position of the channel axis in what a convolution ("data_layout"), batch norm ("axis") or dense
// call makes; -1 for packed layouts.
int64_t channel_axis(const Node& call, int64_t rank);

// (extent, 1, ..., 1) such that it broadcasts along `axis` of a tensor of that rank.
Shape channel_shape(int64_t extent, int64_t axis, int64_t rank);

// A float constant as one value per index of `axis` of `shape`, when it broadcasts to `shape` and
// varies along that axis only; nullopt otherwise.
std::optional<std::vector<float>> channel_values(const Tensor& constant, const Shape& shape,
                                                 int64_t axis);
Tensor channel_tensor(const std::vector<float>& values, int64_t axis, int64_t rank);

}  // namespace vta
