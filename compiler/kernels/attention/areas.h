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
#include "config/vta_config.h"

namespace vta {

struct AttentionAreas {
  AttentionAreas(const AttentionForm& form, int64_t threads, const VtaConfig& config);

  AttentionForm form;
  int64_t block = 16, threads = 2;
  int64_t query_blocks = 1, key_blocks = 1;  // of a head of an image
  int64_t depth_blocks = 1, value_blocks = 1;

  int64_t padded_queries() const { return query_blocks * block; }
  int64_t padded_keys() const { return key_blocks * block; }
  // Blocks whose vectors are next to each other, to be computed together: all,
  // or with ACC_OVERLAP those of a thread, as each half of ACC has its own.
  int64_t vector_groups = 1;
  int64_t blocks_together() const { return ceil_div(query_blocks, vector_groups); }
  // Keys that some query of a block sees, and as whole blocks.
  int64_t keys_of(int64_t query_block) const;
  int64_t queries_of(int64_t query_block) const;

  // ACC, of a thread; scores and their shifts are where values and what is
  // turned are later.
  int64_t acc_area = 0;  // from one thread to the next
  int64_t scores = 0, shifts = 0, sums = 0, turned = 0;
  int64_t copies = 0,
          copies_size = 0;  // rows on their way, beside what a block needs
  int64_t least = 0, offset = 0, masks = 0;
  int64_t weight_sums = 0, exponents = 0, reciprocals = 0,
          spare = 0;     // a vector for each block
  int64_t acc_used = 0;  // of a thread

  // WGT, of a thread; behind the threads the weights, of all blocks where they
  // fit, else of a thread.
  int64_t wgt_area = 0, wgt_queries = 0, wgt_powers = 0, wgt_values = 0, wgt_result = 0;
  int64_t wgt_weights = 0;
  bool weights_stay = false;
  int64_t wgt_used = 0;  // in all

  // INP: rows of the identity, a row of ones, keys [channel block][key], values
  // transposed [channel block][key block][channel].
  int64_t identity = 0, ones = 0, keys = 0, values = 0;
  int64_t inp_used = 0;

  // DRAM, in elements of `block` bytes: queries and values at whole blocks and
  // values transposed, each twice, for a head and the next one; powers
  // [thread][key], weights [query block][key block][query], results
  // [thread][channel].
  int64_t dram_queries = 0, dram_values = 0, dram_turned_values = 0, dram_powers = 0,
          dram_weights = 0, dram_results = 0, dram_used = 0;
  int64_t scratch_bytes() const { return dram_used * block; }

  // Empty when the scratchpads hold all this, else which one is too small.
  std::string problem(const VtaConfig& config) const;
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
