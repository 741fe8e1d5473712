// Where a step of attention keeps what it works on: areas of the scratchpads, its state in DRAM,
// and DRAM between a STORE and the LOAD that reads it as another type.
//
// B is the block: BATCH is 1, and INP and ACC have the same lanes. Counts in DRAM are in elements
// of B bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/round.h"
#include "compiler/graph/attention.h"
#include "config/vta_config.h"

namespace vta {

struct AttentionStepAreas {
  AttentionStepAreas(const AttentionForm& form, int64_t heads, const VtaConfig& config);

  AttentionForm form;  // keys: of the whole context
  int64_t block = 16;
  int64_t tile_heads = 1;     // of queries, in a tile
  int64_t tile_kv_heads = 1;  // that these read
  int64_t key_blocks = 1;
  int64_t depth_blocks = 1, value_blocks = 1;  // of a head

  int64_t tiles() const { return form.heads / tile_heads; }
  int64_t padded_keys() const { return key_blocks * block; }
  int64_t per_kv_head() const { return form.heads / form.kv_heads; }  // heads of queries
  // Channel blocks of all heads, and of the keys of a tile.
  int64_t query_channels() const { return form.heads * depth_blocks; }
  int64_t key_channels() const { return form.kv_heads * depth_blocks; }
  int64_t value_channels() const { return form.kv_heads * value_blocks; }
  int64_t tile_key_channels() const { return tile_kv_heads * depth_blocks; }
  int64_t tile_value_channels() const { return tile_kv_heads * value_blocks; }

  // ACC.
  int64_t queries = 0, new_key = 0, new_value = 0;  // rows on their way
  int64_t turned_values = 0;
  int64_t scores = 0, shifts = 0, turned = 0;
  int64_t least = 0, offset = 0;
  int64_t weight_sums = 0, exponents = 0, reciprocals = 0, spare = 0;  // a vector for each head
  int64_t results = 0;
  int64_t acc_used = 0;

  // WGT: a tile of ones, one [head][channel] for each channel block, the weights [key][head], the
  // last values [key][channel], then all [channel][key].
  int64_t ones = 0, wgt_queries = 0, wgt_powers = 0, wgt_last = 0, wgt_values = 0;
  int64_t wgt_used = 0;

  // INP: rows of the identity, keys [key][channel block], weights [key block][head].
  int64_t identity = 0, keys = 0, weights = 0;
  int64_t inp_used = 0;

  // The state: keys [key][channel block]; values [channel block][key block][channel]; the values of
  // the last key block [channel block][key].
  int64_t state_keys = 0, state_values = 0, state_last = 0, state_used = 0;
  int64_t state_bytes() const { return state_used * block; }

  // DRAM: weights [key], then [key block][head].
  int64_t dram_powers = 0, dram_weights = 0, dram_used = 0;
  int64_t scratch_bytes() const { return dram_used * block; }

  // Constants: the identity and the tile of ones. Behind them the queries' tiles of all heads: a
  // row of a tile is stored, the others stay zero.
  int64_t constant_identity = 0, constant_ones = 0, constant_queries = 0, constants_used = 0;
  int64_t constant_bytes() const { return constants_used * block; }
  void pack_constants(std::span<std::byte> packed) const;

  // Empty when the scratchpads hold all this, else which one is too small.
  std::string problem(const VtaConfig& config) const;
};

}  // namespace vta
