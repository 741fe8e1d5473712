#include "compiler/kernels/attention/areas.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "base/plural.h"

namespace vta {

AttentionAreas::AttentionAreas(const AttentionForm& f, int64_t in_flight, const VtaConfig& config)
    : form(f), block(config.block_out()), threads(in_flight) {
  query_blocks = ceil_div(form.queries, block);
  key_blocks = ceil_div(form.keys, block);
  vector_groups = config.acc_overlap != 0 ? threads : 1;
  depth_blocks = form.depth / block;
  value_blocks = form.value_depth / block;

  int64_t at = 0;
  const auto take = [&at](int64_t size) {
    const int64_t begin = at;
    at += size;
    return begin;
  };
  const int64_t half = std::max(padded_keys(), form.value_depth);
  scores = sums = take(half);
  shifts = turned = take(half);
  copies = take(copies_size = half);
  least = take(1);
  offset = take(1);
  masks = take(form.causal ? block - 1 : 0);
  for (int64_t* const of_blocks : {&weight_sums, &exponents, &reciprocals, &spare})
    *of_blocks = take(blocks_together());
  acc_used = at;
  acc_area = threads > 1 ? config.depth(MemoryType::Acc) / threads : acc_used;

  at = 0;
  wgt_queries = take(depth_blocks);
  wgt_powers = take(key_blocks);
  wgt_values = take(key_blocks);
  wgt_result = take(value_blocks);
  wgt_area = at;
  at *= threads;
  weights_stay = at + query_blocks * key_blocks <= config.depth(MemoryType::Wgt);
  wgt_weights = take((weights_stay ? query_blocks : threads) * key_blocks);
  wgt_used = at;

  at = 0;
  identity = take(block);
  ones = take(1);
  keys = values = take(depth_blocks * form.keys);
  // Keys are used before values are; both stay where there is room.
  const int64_t of_values = form.value_depth * key_blocks;
  if (at + of_values <= config.depth(MemoryType::Inp))
    values = take(of_values);
  inp_used = std::max(at, values + of_values);

  at = 0;
  dram_queries = take(2 * depth_blocks * padded_queries());
  dram_values = take(2 * value_blocks * padded_keys());
  dram_turned_values = take(2 * form.value_depth * key_blocks);
  dram_powers = take(threads * padded_keys());
  dram_weights = take(query_blocks * padded_keys());
  dram_results = take(threads * form.value_depth);
  dram_used = at;
}

int64_t AttentionAreas::queries_of(int64_t query_block) const {
  return std::min(block, form.queries - query_block * block);
}

int64_t AttentionAreas::keys_of(int64_t query_block) const {
  return form.visible_keys(query_block * block + queries_of(query_block) - 1);
}

std::string AttentionAreas::problem(const VtaConfig& config) const {
  struct Need {
    MemoryType type;
    std::string_view name;
    int64_t elements;
  };
  for (const Need& need :
       {Need{MemoryType::Inp, "INP", inp_used}, Need{MemoryType::Wgt, "WGT", wgt_used},
        Need{MemoryType::Acc, "ACC", threads * acc_used}})
    if (need.elements > config.depth(need.type))
      return fmt::format("a head of {} with {} needs {} of {}, the scratchpad has {}",
                         counted(form.keys, "key"), counted(threads, "thread"),
                         counted(need.elements, "element"), need.name, config.depth(need.type));
  return {};
}

int64_t attention_mask_offset(const VtaConfig& config) {
  return align_up((config.block_in() + 1) * config.element_bytes(MemoryType::Inp),
                  config.element_bytes(MemoryType::Acc));
}

int64_t attention_constant_bytes(const AttentionForm& form, const VtaConfig& config) {
  return attention_mask_offset(config) +
         (form.causal ? (config.block_out() - 1) * config.element_bytes(MemoryType::Acc) : 0);
}

void pack_attention_constants(const AttentionForm& form, const VtaConfig& config,
                              std::span<std::byte> packed) {
  const int64_t block = config.block_in();
  std::ranges::fill(packed, std::byte{0});
  const auto inp = [&](int64_t row, int64_t lane) -> std::byte& {
    return packed[static_cast<size_t>(row * block + lane)];
  };
  for (int64_t i = 0; i < block; ++i)
    inp(i, i) = inp(block, i) = std::byte{1};
  if (!form.causal)
    return;
  const auto mask = static_cast<int32_t>(kMasked);
  for (int64_t r = 1; r < block; ++r)
    for (int64_t lane = 0; lane < r; ++lane)
      std::memcpy(packed.data() + attention_mask_offset(config) +
                      ((r - 1) * block + lane) * static_cast<int64_t>(sizeof(mask)),
                  &mask, sizeof(mask));
}

}  // namespace vta
