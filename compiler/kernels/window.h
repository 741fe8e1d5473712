// Units of tiles of any kind: channel groups, and windows of an image.
//
// Channels are counted in groups of max(block_in, block_out): a group is `sub_in` INP elements and
// `sub_out` ACC elements deep, one of which is 1. DRAM holds whole groups. Of the last one, kernels
// work on those elements alone that have channels (ChannelElements): nothing writes the others, and
// no step reads them but as lanes of an element with channels, where their weights are 0.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "compiler/emit/range.h"
#include "compiler/kernels/kernel.h"
#include "config/vta_config.h"

namespace vta {

// Elements that one channel group is deep for a block: max(block_in, block_out) / block.
int64_t sub_in(const VtaConfig& config);
int64_t sub_out(const VtaConfig& config);

// Of so many channels.
int64_t channel_groups(int64_t channels, const VtaConfig& config);

// The channels of a tensor as elements of one block: `sub` to a group, but for the last group, of
// which only those with channels count.
struct ChannelElements {
  int64_t groups = 1, sub = 1, count = 1;

  static ChannelElements inp(int64_t channels, const VtaConfig& config);
  static ChannelElements acc(int64_t channels, const VtaConfig& config);

  int64_t of(const Range& some) const {
    return std::min(some.end() * sub, count) - some.begin * sub;
  }
  // Of the largest part where the groups are taken `size` at a time.
  int64_t most(int64_t size) const { return std::min(size * sub, count); }
  // What the last group lacks.
  int64_t missing() const { return groups * sub - count; }
  // Where it lacks some and the range has others beside it, they are two parts.
  struct Part {
    Range groups;
    int64_t depth = 1;  // elements of each
  };
  std::vector<Part> parts(const Range& some) const;
  // How many ranges have two parts where the groups are taken `size` at a time: 0 or 1.
  int64_t split_ranges(int64_t size) const;
};

// The part of [begin, begin + size) before `end`.
Range cut(int64_t begin, int64_t size, int64_t end);

// The least size for every possible number of parts of an extent: largest first, smallest first.
std::vector<int64_t> part_sizes(int64_t extent);
std::vector<int64_t> rising_part_sizes(int64_t extent);

// Rows (or columns) of the input that a window of outputs needs: `first` may be negative and the
// end beyond the image; what lies outside is padding.
struct Window {
  int64_t first = 0, size = 0;                      // in padded coordinates relative to the image
  int64_t pad_before = 0, load = 0, pad_after = 0;  // size = pad_before + load + pad_after
  int64_t load_first = 0;                           // first row read, valid where load > 0
};
Window input_window(const Range& out, const Range& k, int64_t stride, int64_t pad_before,
                    int64_t image, int64_t dilation = 1);

// Geometry of rows or of columns.
struct ConvAxis {
  int64_t out = 1, kernel = 1, stride = 1, pad_before = 0, image = 1, dilation = 1;
  // What an output multiplies by a tap; may lie beyond the image.
  int64_t pixel(int64_t output, int64_t tap) const {
    return output * stride + tap * dilation - pad_before;
  }
};
ConvAxis row_axis(const ConvGeometry& geometry);
ConvAxis column_axis(const ConvGeometry& geometry);
// The outputs of a range whose pixel under a tap lies in the image; of size 0 where there are none.
Range outputs_in_image(const ConvAxis& axis, const Range& out, int64_t tap);

}  // namespace vta
