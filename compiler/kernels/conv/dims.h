// A convolution kernel in the device's units, and the walk over its tiles that both the cost model
// and code generation follow, so that prediction and emission agree.
//
// Channels are counted in groups of max(block_in, block_out): a group is `sub_in` INP elements and
// `sub_out` ACC elements deep, one of which is 1. Of the last group only the elements with channels
// count (ChannelElements): it has weights, steps and accumulators for these alone.
//
// A group of output channels sums a range of groups of input channels: all of them or, with
// the groups of a convolution, those that have channels of its groups. A pair of an output and an
// input group that this connects is a link; each has weights, zeros where single channels are not
// connected. A depthwise convolution has one link an output.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "compiler/kernels/conv/tiles.h"
#include "compiler/kernels/epilogue_shape.h"
#include "compiler/kernels/kernel.h"
#include "compiler/kernels/window.h"
#include "config/vta_config.h"

namespace vta {

struct ConvDims : ConvGeometry {
  int64_t batches = 1;              // ceil(n / BATCH)
  int64_t ci = 1, co = 1;           // channel groups
  int64_t sub_in = 1, sub_out = 1;  // elements per group
  ChannelElements in, out;          // INP elements of the data, ACC elements of the result
  ChannelElements residual;         // INP elements of an operand with the result's channels
  // Of each output group, and the blocks of all before it; empty where each has all input groups.
  std::vector<Range> inputs;
  std::vector<int64_t> blocks_before;

  static ConvDims of(const ConvGeometry& geometry, const VtaConfig& config);

  bool dense() const { return inputs.empty(); }
  Range inputs_of(int64_t output) const {
    return dense() ? Range{0, ci} : inputs[static_cast<size_t>(output)];
  }
  // For a range of output groups: every input group between the first and the last belongs to one
  // of them.
  Range inputs_of(const Range& outputs) const;
  // Pairs of an ACC and an INP element that a link connects: each has kh * kw blocks of weights.
  int64_t blocks() const;
  // Where the weights of an ACC element of an output group with the first INP element of an input
  // group begin in DRAM, in units of kh * kw elements: an ACC element has those of all its INP
  // elements one behind the other.
  int64_t weight_block(int64_t output, int64_t sub, int64_t input) const;
};

// One accumulator tile.
struct OutputTile {
  int64_t index = 0;  // position in the walk
  int64_t batch = 0;  // which group of BATCH images
  Range h, w, co;
};

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

// What a window in the scratchpad holds.
enum class Pixels : uint8_t {
  Padded,  // all that the taps span, pads included: all outputs use all taps
  Inside,  // those in the image, and no pads: a tap is used by those outputs whose pixel is there
  Read     // of these the ones that taps read, as far as they are equally far apart
};
Pixels row_pixels(const ConvTiles& t);
Pixels column_pixels(const ConvTiles& t);

// The work of an output tile and a part of the kernel on one axis.
struct AxisStep {
  Range k;                       // kernel rows
  Window window;                 // input rows in the scratchpad
  int64_t pitch = 1;             // from one of them to the next in the image
  std::vector<TapGroup> groups;  // empty: every tap of every output is padding

  // Of a pixel of the image in the window.
  int64_t place(int64_t pixel) const { return (pixel - window.first) / pitch; }
};
AxisStep axis_step(const ConvAxis& axis, const Range& out, const Range& k, Pixels pixels);
// The pitch of a window of so many taps.
int64_t window_pitch(const ConvAxis& axis, int64_t taps, Pixels pixels);
// Whether no tap of so many reads some pixels between those that others read.
bool leaves_out(const ConvAxis& axis, int64_t taps);

// Output groups of a tile that sum equally many of a step's input groups: one GEMM's. From each of
// `first`, `run` consecutive outputs, of which each has its inputs `advance` behind the one before
// it; more than one only where `first` is alone. All have equally many elements, outputs and inputs
// each for itself: a last group that lacks some is a group of its own.
struct Link {
  int64_t output = 0, input = 0;  // the first input that it sums
  int64_t before = 0;             // blocks of the step before its first: where its weights are
  bool operator==(const Link&) const = default;
};
struct LinkGroup {
  int64_t inputs = 0;
  int64_t run = 1, advance = 0;
  std::vector<Link> first;
  int64_t out_depth = 1, in_depth = 1;  // elements of an output and of an input
  int64_t row = 1;     // blocks of an ACC element in the step, those of other groups included
  int64_t column = 0;  // of these before the first of this group
  int64_t blocks() const {
    return inputs * in_depth * run * static_cast<int64_t>(first.size()) * out_depth;
  }
  int64_t outputs() const { return run * static_cast<int64_t>(first.size()); }
};
int64_t count_blocks(std::span<const LinkGroup> groups);
std::vector<LinkGroup> link_groups(const ConvDims& d, const Range& outputs, const Range& inputs);

// A part of the reduction of one output tile; what it refers to is its walk's.
struct ReductionStep {
  Range ci;
  const std::vector<LinkGroup>& links;
  const AxisStep &rows, &cols;
};

// Over all tiles and kernel parts of an axis.
struct AxisTotals {
  int64_t read = 0;    // input rows loaded
  int64_t widest = 0;  // rows of the largest window, its pads included
  int64_t pitch = 1;   // of windows that have all taps of a kernel part
  int64_t taps = 0;    // pairs of an output and a kernel row that it uses
  int64_t gemms = 0;   // groups
  int64_t kinds = 0;   // an upper estimate of the number with different micro-ops, per kernel part
};
// Over all tiles of outputs and steps of channels.
struct ChannelTotals {
  int64_t read = 0;         // input groups that the tiles read
  int64_t most_steps = 0;   // of one tile
  int64_t most_blocks = 0;  // of one step
  int64_t gemms = 0;        // groups of links
  static ChannelTotals of(const ConvDims& d, int64_t co, int64_t ci);
};
struct TileTotals {
  AxisTotals rows, cols;
  ChannelTotals channels;
  static TileTotals of(const ConvDims& d, const ConvTiles& t);
};
AxisTotals axis_totals(const ConvAxis& axis, int64_t tile, int64_t kernel_part, Pixels pixels);

// Largest tile extents, which size the scratchpad slots.
int64_t inp_tile_elements(const ConvDims& d, const ConvTiles& t, const TileTotals& totals);
int64_t inp_tile_elements(const ConvDims& d, const ConvTiles& t);
int64_t wgt_tile_elements(const ConvDims& d, const ConvTiles& t, const TileTotals& totals);
int64_t wgt_tile_elements(const ConvDims& d, const ConvTiles& t);
int64_t acc_tile_elements(const ConvDims& d, const ConvTiles& t);
int64_t vector_tile_elements(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue);
// ACC elements of a thread: a tile, the other accumulators behind it, and its vectors.
int64_t acc_slot_elements(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue);
// INP elements of all residual slots, and WGT elements of the identity blocks that add them: one
// for each pair of an INP and an ACC element of a group that have channels in common; how many such
// pairs all channels have.
int64_t residual_elements(const ConvDims& d, const ConvTiles& t);
// Rows of a tile in one slot of a residual operand, and in how many parts a whole tile takes it.
int64_t residual_rows(const ConvTiles& t);
int64_t residual_parts(const ConvTiles& t);
int64_t identity_elements(const ConvDims& d, const ConvTiles& t);
int64_t residual_pairs(const ConvDims& d);

// Kernel rows / columns per step with 0 resolved to all.
int64_t step_kh(const ConvDims& d, const ConvTiles& t);
int64_t step_kw(const ConvDims& d, const ConvTiles& t);

// Accumulator tiles in execution order.
std::vector<OutputTile> output_tiles(const ConvDims& d, const ConvTiles& t);

// Their reduction steps. Tiles share rows, columns and channels with others, so what these have to
// do is kept.
class ReductionWalk {
 public:
  ReductionWalk(const ConvDims& d, const ConvTiles& t) : d_(d), t_(t) {}

  // Those of one tile in execution order: with `reuse`, every second tile walks its reduction
  // backwards, so that what was loaded last is used first. Steps without a tap are left out. Valid
  // until the next call.
  const std::vector<ReductionStep>& steps(const OutputTile& tile);

 private:
  struct Channels {
    Range ci;
    std::vector<LinkGroup> links;
  };
  using AxisSteps = std::map<int64_t, std::vector<AxisStep>>;  // by where a tile begins

  static const std::vector<AxisStep>& along(AxisSteps& known, const ConvAxis& axis,
                                            const Range& out, int64_t kernel_part, Pixels pixels);
  const std::vector<Channels>& channels_of(const Range& co);

  const ConvDims& d_;
  const ConvTiles& t_;
  AxisSteps rows_, cols_;
  std::map<int64_t, std::vector<Channels>> channels_;  // by where a tile's outputs begin
  std::vector<ReductionStep> steps_;
};

}  // namespace vta
