// What constants make of a layer's value before it is quantized: biases, and batch norms that a
// training left apart from the weights.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "base/tensor.h"
#include "compiler/graph/graph.h"

namespace vta {

// of * factor + addend, each one number for all channels or one for each.
struct ChannelAffine {
  NodeId of = -1;
  std::vector<double> factor{1}, addend{0};

  bool adds() const;
};

// `id` as that of a value of which `found` says so, at the end of a chain of add, subtract,
// multiply and divide with constants: along channels, the second axis of four and else the last.
// nullopt where the chain ends elsewhere.
std::optional<ChannelAffine> channel_affine(const Graph& graph, NodeId id,
                                            const std::function<bool(NodeId)>& found);

// Numbers of channels in float32, as a value of so many axes broadcasts them.
Tensor along_channels(const std::vector<double>& numbers, size_t rank);

}  // namespace vta
