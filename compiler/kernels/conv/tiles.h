// The tiles of one kernel, and their slots in the scratchpads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/kernels/kernel.h"
#include "config/vta_config.h"

namespace vta {

// Order of the outer tile loops, outermost first; the reduction is always innermost.
enum class LoopOrder : uint8_t { HeightChannelWidth, ChannelHeightWidth };

// Sizes in output rows and columns, and in channel groups of max(block_in, block_out).
struct ConvTiles {
  int64_t h = 1, w = 1, co = 1, ci = 1;
  int64_t kh = 0, kw = 0;  // kernel rows and columns per reduction step; 0: all
  LoopOrder order = LoopOrder::HeightChannelWidth;
  int64_t threads = 2;  // accumulator tiles in flight (virtual threads): 1 or 2
  int64_t inp_slots = 2, wgt_slots = 2;
  // Channel groups of a residual operand in one slot, and how many slots it has. 0: no residual.
  int64_t residual_groups = 0, residual_slots = 0;
  int64_t residual_rows = 0;  // rows of the tile in one slot; 0: all
  bool reuse = false;         // skip the load of a tile that is still resident
  // No step multiplies padding: input tiles hold pixels alone, and outputs at the image's edges
  // have GEMM instructions of their own.
  bool exact_taps = false;
  // Input tiles leave out the pixels of a row that lie between those that taps read, as a stride
  // wider than the kernel has them: pixels are loaded one by one. Only with exact_taps, which
  // leaves out such rows in any case.
  bool single_pixels = false;
  bool operator==(const ConvTiles&) const = default;
};

}  // namespace vta
