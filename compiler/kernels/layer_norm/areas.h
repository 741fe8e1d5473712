// Where a kernel of layer normalisation keeps what it works on: areas of the scratchpads, and of
// DRAM between a STORE and the LOAD that reads it as another type.
//
// B is the block; INP and ACC have the same lanes. An element of INP has BATCH rows, a WGT tile B
// of them, in whatever order: rows have nothing to do with each other. A thread has a block of B
// rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/round.h"
#include "compiler/graph/layer_norm.h"
#include "config/vta_config.h"

namespace vta {

// Vectors of a block. Sums and sums of squares become scale, offset and shift of its values.
enum class LayerNormVector : uint8_t {
  Sum,
  Squares,
  Offset,  // the mean's whole part before
  Rest,
  Part,
  Spread,
  Shift,
  Scale,
  Spare,
  Other
};

struct LayerNormAreas {
  // `elements`: of a channel block, BATCH rows each.
  LayerNormAreas(const LayerNormOf& of, int64_t elements, int64_t threads, const VtaConfig& config);

  LayerNormOf of;
  int64_t elements = 1, block = 16, batch = 1, threads = 1;
  int64_t row_blocks = 1, channel_blocks = 1;
  // Blocks whose vectors are next to each other, to be computed together: all, or with ACC_OVERLAP
  // those of a thread, as each half of ACC has its own.
  int64_t vector_groups = 1;
  int64_t blocks_together() const { return ceil_div(row_blocks, vector_groups); }
  int64_t channels() const { return of.form.channels; }
  int64_t tile() const { return block / batch; }  // elements of a block of rows
  // Of values of a block of rows: [channel block][BATCH rows], or turned [BATCH channels].
  int64_t value_elements() const { return channel_blocks * tile(); }
  // Of the last block where they do not fill it, and of those that are full.
  int64_t part_channels() const { return channels() % block; }
  int64_t full_blocks() const { return channels() / block; }
  // The squares of a full block's channels are the diagonal of its rows times its rows. With
  // several rows in an element (BATCH > 1) there is no such diagonal: the kernel then turns all
  // channels, one to an element, and squares them, as it does with channels that fill no block.
  int64_t multiplied_blocks() const { return batch == 1 ? full_blocks() : 0; }
  int64_t squared_channels() const { return channels() - multiplied_blocks() * block; }
  int64_t elements_of(int64_t row_block) const;
  // Whether blocks of rows of every channel block are elements of WGT as they lie, with so many
  // elements from one channel block to the next; else they are copied.
  bool whole_blocks(int64_t pitch) const { return pitch % tile() == 0; }

  // ACC, of a thread: values; rows of the result, in a place of their own if there is room, else
  // that of the values; products of rows with rows, and behind them squares of channels; constants,
  // and vectors of all blocks, of the first thread alone where those are computed together.
  int64_t values = 0, rows = 0, products = 0;
  int64_t units = 0, share = 0, root = 0, epsilon = 0, whole_one = 0;
  static constexpr auto kVectors = static_cast<int64_t>(LayerNormVector::Other) + 1;
  int64_t vectors = 0;
  int64_t vector(LayerNormVector which) const {
    return vectors + static_cast<int64_t>(which) * blocks_together();
  }
  int64_t acc_area = 0, acc_used = 0;  // from one thread to the next; of a thread

  // WGT: rows as tiles, of all blocks where they fit, else of a thread; results, of a thread.
  bool tiles_stay = false;
  int64_t wgt_rows = 0, wgt_results = 0, wgt_used = 0;

  // INP: rows of the identity; each of them as all rows of an element; rows of ones, others of as
  // many as channels fill no block; rows of a thread.
  int64_t identity = 0, single = 0, ones = 0, part_ones = 0, inp_rows = 0, inp_used = 0;

  // A stage is so many blocks behind the one that stores what it loads: an odd number, so that with
  // ACC_OVERLAP it has the other half of ACC.
  int64_t behind = 0;

  // DRAM, in elements of INP: rows at whole blocks [block][channel block], results of as many
  // blocks as are between their stages.
  int64_t dram_rows = 0, dram_results = 0, dram_used = 0;
  int64_t scratch_bytes() const { return dram_used * batch * block; }

  void place_in_acc(bool roomy, const VtaConfig& config);

  // Empty when the scratchpads hold all this, else which one is too small.
  std::string problem(const VtaConfig& config) const;
};

// Constants in DRAM: the identity and the rows of ones as INP, then unit vectors and numbers as
// ACC.
int64_t layer_norm_constant_bytes(const LayerNormOf& of, const VtaConfig& config);
int64_t layer_norm_inp_elements(const LayerNormOf& of, const VtaConfig& config);  // of the former
int64_t layer_norm_vector_offset(const LayerNormOf& of, const VtaConfig& config);
int64_t layer_norm_vectors(const VtaConfig& config);  // how many
void pack_layer_norm_constants(const LayerNormOf& of, const VtaConfig& config,
                               std::span<std::byte> packed);

}  // namespace vta
