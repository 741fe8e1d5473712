#include "compiler/kernels/attention_step/areas.h"

#include <algorithm>

#include "base/plural.h"
#include "compiler/kernels/scratchpad_needs.h"

namespace vta {
namespace {

class Region {
 public:
  int64_t take(int64_t size) {
    const int64_t begin = end_;
    end_ += size;
    return begin;
  }
  int64_t end() const { return end_; }

 private:
  int64_t end_ = 0;
};

}  // namespace

AttentionStepAreas::AttentionStepAreas(const AttentionForm& f, int64_t heads,
                                       const VtaConfig& config)
    : form(f), block(config.block_out()), tile_heads(heads) {
  tile_kv_heads = std::max<int64_t>(1, tile_heads / per_kv_head());
  key_blocks = ceil_div(form.keys, block);
  depth_blocks = form.depth / block;
  value_blocks = form.value_depth / block;

  Region acc;
  queries = acc.take(query_channels());
  new_key = acc.take(key_channels());
  new_value = acc.take(value_channels());
  turned_values = acc.take(value_channels() * block);
  scores = acc.take(padded_keys());
  shifts = turned = acc.take(std::max(padded_keys(), key_blocks * tile_heads));
  least = acc.take(1);
  offset = acc.take(1);
  weight_sums = acc.take(tile_heads);
  results = acc.take(tile_heads * value_blocks);
  for (int64_t* const of_heads : {&exponents, &reciprocals, &spare})
    *of_heads = acc.take(tile_heads);
  acc_used = acc.end();

  Region wgt;
  ones = wgt.take(1);
  wgt_queries = wgt.take(tile_key_channels());
  wgt_powers = wgt.take(key_blocks);
  wgt_last = wgt.take(value_channels());
  wgt_values = wgt.take(tile_value_channels() * key_blocks);
  wgt_used = wgt.end();

  Region inp;
  identity = inp.take(block);
  keys = inp.take(form.keys * tile_key_channels());
  weights = inp.take(key_blocks * tile_heads);
  inp_used = inp.end();

  // WGT elements begin at multiples of a block.
  Region state;
  state_values = state.take(value_channels() * padded_keys());
  state_last = state.take(value_channels() * block);
  state_keys = state.take(form.keys * key_channels());
  state_used = state.end();

  Region dram;
  dram_powers = dram.take(padded_keys());
  dram_weights = dram.take(key_blocks * tile_heads);
  dram_used = dram.end();

  Region constants;
  constant_identity = constants.take(block);
  constant_ones = constants.take(block);
  constant_queries = constants.take(tiles() * tile_key_channels() * block);
  constants_used = constants.end();
}

void AttentionStepAreas::pack_constants(std::span<std::byte> packed) const {
  std::ranges::fill(packed, std::byte{0});
  const auto at = [&](int64_t element, int64_t lane) -> std::byte& {
    return packed[static_cast<size_t>(element * block + lane)];
  };
  for (int64_t row = 0; row < block; ++row) {
    at(constant_identity + row, row) = std::byte{1};
    for (int64_t lane = 0; lane < block; ++lane)
      at(constant_ones + row, lane) = std::byte{1};
  }
}

std::string AttentionStepAreas::problem(const VtaConfig& config) const {
  return scratchpad_problem({inp_used, wgt_used, acc_used},
                            fmt::format("a step of {} on {} needs", counted(tile_heads, "head"),
                                        counted(form.keys, "key")),
                            config);
}

}  // namespace vta
