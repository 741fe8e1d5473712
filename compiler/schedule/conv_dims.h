// A convolution kernel in the device's units, and the walk over its tiles that both the cost model
// and code generation follow, so that what is predicted is what is emitted.
//
// Channels are counted in groups of max(block_in, block_out): a group is `sub_in` INP elements and
// `sub_out` ACC elements deep, one of which is 1. Unequal blocks need no other special case.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "compiler/lower/kernel.h"
#include "compiler/schedule/tile_plan.h"
#include "config/vta_config.h"

namespace vta {

struct ConvDims {
  int64_t batches = 1;              // ceil(n / BATCH)
  int64_t ci = 1, co = 1;           // channel groups
  int64_t sub_in = 1, sub_out = 1;  // elements per group
  int64_t ih = 1, iw = 1, oh = 1, ow = 1;
  int64_t kh = 1, kw = 1, stride_h = 1, stride_w = 1, pad_top = 0, pad_left = 0;

  static ConvDims of(const ConvGeometry& geometry, const VtaConfig& config);
};

// Elements that one channel group is deep for a block: max(block_in, block_out) / block.
int64_t sub_in(const VtaConfig& config);
int64_t sub_out(const VtaConfig& config);

// Half-open ranges in tile space, [begin, begin + size).
struct Range {
  int64_t begin = 0, size = 0;
  int64_t end() const { return begin + size; }
  bool operator==(const Range&) const = default;
};

// One accumulator tile.
struct OutputTile {
  int64_t index = 0;  // position in the walk
  int64_t batch = 0;  // which group of BATCH images
  Range h, w, co;
};

// Rows (or columns) of the input that a window of outputs needs: `first` may be negative and the
// end beyond the image; what lies outside is padding.
struct Window {
  int64_t first = 0, size = 0;                      // in padded coordinates relative to the image
  int64_t pad_before = 0, load = 0, pad_after = 0;  // size = pad_before + load + pad_after
  int64_t load_first = 0;                           // first row read, valid where load > 0
};
Window input_window(const Range& out, const Range& k, int64_t stride, int64_t pad_before,
                    int64_t image);

// Kernel rows (or columns) that as many outputs of a tile use: one GEMM's. Each of `first` is a
// kernel row and the first output that uses it; `run` consecutive kernel rows begin there, more
// than one only where `first` is alone.
struct Tap {
  int64_t out = 0, k = 0;
  bool operator==(const Tap&) const = default;
};
struct TapGroup {
  int64_t outputs = 0;
  int64_t run = 1;
  std::vector<Tap> first;
  int64_t taps() const { return run * static_cast<int64_t>(first.size()); }
};

// Geometry of rows or of columns.
struct ConvAxis {
  int64_t out = 1, kernel = 1, stride = 1, pad_before = 0, image = 1;
};
ConvAxis row_axis(const ConvDims& d);
ConvAxis column_axis(const ConvDims& d);

// What an output tile and a part of the kernel have to do on one axis.
struct AxisStep {
  Range k;                       // kernel rows
  Window window;                 // input rows in the scratchpad
  std::vector<TapGroup> groups;  // empty: every tap of every output is padding
};
// Not exact: all outputs use all taps, and the window holds pads. Exact: a tap is used by those
// outputs alone whose pixel lies in the image; the window holds no pads.
AxisStep axis_step(const ConvAxis& axis, const Range& out, const Range& k, bool exact);

// A part of the reduction of one output tile.
struct ReductionStep {
  Range ci;
  AxisStep rows, cols;
};

// Over all tiles and kernel parts of an axis.
struct AxisTotals {
  int64_t read = 0;    // input rows loaded
  int64_t widest = 0;  // rows of the largest window, its pads included
  int64_t taps = 0;    // pairs of an output and a kernel row that it uses
  int64_t gemms = 0;   // groups
  int64_t kinds = 0;   // an upper estimate of how many differ in their micro-ops, per kernel part
};
struct TileTotals {
  AxisTotals rows, cols;
  static TileTotals of(const ConvDims& d, const ConvTiles& t);
};
AxisTotals axis_totals(const ConvAxis& axis, int64_t tile, int64_t kernel_part, bool exact);

// Largest tile extents, which size the scratchpad slots.
int64_t inp_tile_elements(const ConvDims& d, const ConvTiles& t, const TileTotals& totals);
int64_t inp_tile_elements(const ConvDims& d, const ConvTiles& t);
int64_t wgt_tile_elements(const ConvDims& d, const ConvTiles& t);
int64_t acc_tile_elements(const ConvDims& d, const ConvTiles& t);
int64_t vector_tile_elements(const ConvDims& d, const ConvTiles& t, int64_t num_vectors);
// INP elements of all residual slots, and WGT elements of the identity blocks that add them: one
// for each pair of an INP and an ACC element of a group that have channels in common.
int64_t residual_elements(const ConvDims& d, const ConvTiles& t);
int64_t identity_elements(const ConvDims& d, const ConvTiles& t);

// Kernel rows / columns per step with 0 resolved to all.
int64_t step_kh(const ConvDims& d, const ConvTiles& t);
int64_t step_kw(const ConvDims& d, const ConvTiles& t);

// Accumulator tiles in execution order.
std::vector<OutputTile> output_tiles(const ConvDims& d, const ConvTiles& t);
// The reduction steps of one in execution order: with `reuse`, every second tile walks its
// reduction backwards, so that what was loaded last is used first. Steps without a tap are left
// out.
std::vector<ReductionStep> reduction_steps(const ConvDims& d, const ConvTiles& t,
                                           const OutputTile& tile);

}  // namespace vta
