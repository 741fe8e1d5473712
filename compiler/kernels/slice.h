// A kernel along its output channels: those of a slice as a kernel of its own.
//
//   conv2d 64 -> 128, of two cores     all 64 -> channels [0, 64)     all 64 -> [64, 128)
//   depthwise 128, a pool, a sum       [0, 64) -> [0, 64)             [64, 128) -> [64, 128)
//
// In memory a group of channels lies outside of rows and columns, so what a slice stores is one
// piece of the tensor that the whole kernel would store, in each batch.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/kernels/kernel.h"
#include "config/vta_config.h"

namespace vta {

struct ChannelRange {
  int64_t begin = 0, end = 0;
  int64_t size() const { return end - begin; }
  bool operator==(const ChannelRange&) const = default;
};

// Where a kernel may be cut, ascending, from 0 to the number of its output channels: whole groups
// of channels, of results and of operands that are cut as well. Only those two where it cannot be
// cut: an attention, a layer normalisation, groups of channels that fill no whole blocks.
std::vector<int64_t> slice_borders(const Kernel& kernel, const VtaConfig& config);

// The part of a kernel that makes these channels, both among its borders.
Kernel slice_of(const Kernel& kernel, const ChannelRange& channels);

// The first channel of an operand (index into Kernel::inputs) that such a part reads.
int64_t first_channel_read(const Kernel& kernel, size_t input, const ChannelRange& channels);

}  // namespace vta
