// Where a kernel of attention keeps what it works on: areas of the scratchpads,
// and of DRAM between a STORE and the LOAD that reads it as another type.
//
// B is the block: BATCH is 1, and INP and ACC have the same lanes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/round.h"
#include "compiler/graph/attention.h"
#include "compiler/kernels/attention/tiles.h"
#include "config/vta_config.h"

namespace vta {

// How many turns behind its scores each other stage of a run comes (emit.cpp).
struct AttentionLags {
  int64_t weights = 0, sums = 0, result = 0, rows = 0;
};

struct AttentionAreas {
  AttentionAreas(const AttentionForm& form, const AttentionTiles& tiles, const VtaConfig& config);

  AttentionForm form;
  AttentionTiles tiles;
  int64_t block = 16;
  int64_t query_blocks = 1, key_blocks = 1;  // of a head of an image
  int64_t depth_blocks = 1, value_blocks = 1;

  int64_t padded_queries() const { return query_blocks * block; }
  int64_t padded_keys() const { return key_blocks * block; }
  // Of a head.
  int64_t runs() const { return ceil_div(query_blocks, tiles.blocks); }
  // Keys that some query of a block sees.
  int64_t keys_of(int64_t query_block) const;
  int64_t queries_of(int64_t query_block) const;

  // Keys and values of the next head are loaded while this head's are in use (2), or its keys as
  // soon as the last scores are there, its values behind the last result (1), or both behind the
  // last result, as they share a place (0).
  int64_t heads_ahead = 2;
  AttentionLags lags;
  // Turns without new scores between two heads.
  int64_t gap() const { return heads_ahead == 2 ? 0 : heads_ahead == 1 ? 1 : lags.result; }

  // Vectors of a head's blocks are next to each other, to be computed together: of all blocks, or
  // with ACC_OVERLAP of those of a thread, as each half of ACC has its own. Two heads have some.
  int64_t vector_groups = 1;
  int64_t blocks_together() const { return ceil_div(runs(), vector_groups) * tiles.blocks; }
  int64_t vector_slots() const { return heads_ahead > 0 ? 2 : 1; }

  // ACC, of a thread. Results, and rows of them, have places of their own if there is room, else
  // those of scores and shifts; turned weights are where shifts were.
  bool roomy = true;
  int64_t acc_area = 0;  // from one thread to the next
  int64_t scores = 0, shifts = 0, turned = 0, sums = 0, rows = 0;
  int64_t copies = 0,
          copies_size = 0;  // rows on their way, beside what a block needs
  int64_t least = 0, offset = 0, masks = 0;
  int64_t weight_sums = 0, exponents = 0, reciprocals = 0, spare = 0;  // a vector for each block
  int64_t acc_used = 0;                                                // of a thread

  // WGT, of a thread; behind the threads the weights: of all runs between their sums and their
  // result where they fit, else of a thread.
  int64_t wgt_area = 0, wgt_queries = 0, wgt_powers = 0, wgt_values = 0, wgt_result = 0;
  int64_t wgt_weights = 0;
  bool weights_stay = false;
  int64_t wgt_used = 0;  // in all

  // INP: rows of the identity, a row of ones, keys [head][channel block][key], values transposed
  // [head][channel block][key block][channel].
  int64_t identity = 0, ones = 0, keys = 0, values = 0;
  int64_t inp_heads = 1;  // so many in either
  int64_t keys_size() const { return depth_blocks * form.keys; }
  int64_t values_size() const { return form.value_depth * key_blocks; }
  int64_t inp_used = 0;

  // DRAM, in elements of `block` bytes: queries and values at whole blocks and values transposed,
  // of so many heads; powers [block][key], weights [block][key block][query], results
  // [block][channel], of so many runs.
  static constexpr int64_t kCopiedHeads = 2;
  int64_t turned_heads() const { return 2 + ceil_div(lags.sums, runs()); }
  int64_t power_runs() const { return lags.weights + 1; }
  int64_t weight_runs() const { return lags.result - lags.weights + 1; }
  int64_t result_runs() const { return lags.rows - lags.result + 1; }
  int64_t dram_queries = 0, dram_values = 0, dram_turned_values = 0, dram_powers = 0,
          dram_weights = 0, dram_results = 0, dram_used = 0;
  int64_t scratch_bytes() const { return dram_used * block; }

  // Empty when the scratchpads hold all this, else which one is too small.
  std::string problem(const VtaConfig& config) const;

 private:
  void place(const VtaConfig& config);
  void place_in_acc(const VtaConfig& config);
  void place_in_wgt(const VtaConfig& config);
};

// Vectors of a causal mask: that of row r, from 1 to block - 1, is in lanes
// below r far above every score, else 0.
constexpr int64_t kMasked = int64_t{1} << 29;
constexpr int64_t kMostMaskedDepth = 8192;  // of a head, so that scores stay below

// Constants in DRAM: the identity and the ones as INP, then the masks as ACC.
int64_t attention_constant_bytes(const AttentionForm& form, const VtaConfig& config);
int64_t attention_mask_offset(const VtaConfig& config);  // of the masks
void pack_attention_constants(const AttentionForm& form, const VtaConfig& config,
                              std::span<std::byte> packed);

}  // namespace vta
