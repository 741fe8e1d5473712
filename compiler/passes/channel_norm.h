// The form of a batch norm and its relu after fold_scale_forward, as the quantization reads it:
//   minimum(maximum(add(x, ADDEND), LOW), HIGH), constants of one value per channel.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

struct ChannelNorm {
  NodeId input = -1, end = -1;
  std::vector<float> addend = {}, low = {}, high = {};  // per channel
  std::vector<NodeId> calls = {};                       // all three
};

// The one that begins with the call `add`, if any; intermediate values have no other reader.
std::optional<ChannelNorm> match_channel_norm(const Graph& graph,
                                              const std::vector<std::vector<NodeId>>& users,
                                              NodeId add);

// The same on int8 values x8 * 2^exponent, to int8 values of that scale:
//   clip(min(max(x8 + addend, low), high), -127, 127).
struct IntegerNorm {
  std::vector<int32_t> addend, low, high;
};
// Limits are within [-127, 127], addends within [-254, 254]: beyond, every x8 is at a limit. Of
// values x8 * 2^exponent + offset, an offset per channel or none.
IntegerNorm quantize_norm(const ChannelNorm& norm, int exponent,
                          std::span<const float> offset = {});

// The offsets with which every addend is a whole number of steps.
std::vector<float> rounded_away(const ChannelNorm& norm, int exponent);

}  // namespace vta
