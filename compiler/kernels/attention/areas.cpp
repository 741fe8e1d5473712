#include "compiler/kernels/attention/areas.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "base/plural.h"
#include "compiler/kernels/scratchpad_needs.h"

namespace vta {
namespace {

// Hands out places one behind the other.
struct Taker {
  int64_t at = 0;
  int64_t operator()(int64_t size) {
    const int64_t begin = at;
    at += size;
    return begin;
  }
};

// A run's next stage finds stored what it loads: it comes turns later, in each of which a softmax
// takes its time. With ACC_OVERLAP the products of all other stages are in the half of ACC that the
// softmax beside them leaves free: odd numbers of turns behind.
AttentionLags lags_of(int64_t threads, int64_t runs, bool halves) {
  if (threads == 1)
    return {0, 0, runs - 1, runs - 1};
  AttentionLags lags{.weights = 3, .sums = 5, .result = 5 + runs - 1};
  if (halves && lags.result % 2 == 0)
    ++lags.result;
  lags.rows = lags.result + 2;
  return lags;
}

}  // namespace

AttentionAreas::AttentionAreas(const AttentionForm& f, const AttentionTiles& t,
                               const VtaConfig& config)
    : form(f), tiles(t), block(config.block_out()) {
  query_blocks = ceil_div(form.queries, block);
  key_blocks = ceil_div(form.keys, block);
  vector_groups = config.acc_overlap != 0 ? tiles.threads : 1;
  depth_blocks = form.depth / block;
  value_blocks = form.value_depth / block;
  lags = lags_of(tiles.threads, runs(), config.acc_overlap != 0);
  for (const int64_t heads : {2, 1, 0})
    for (const bool with_room : {true, false}) {
      heads_ahead = heads;
      roomy = with_room;
      place(config);
      if (problem(config).empty())
        return;
    }
}

void AttentionAreas::place(const VtaConfig& config) {
  place_in_acc(config);
  place_in_wgt(config);

  Taker take;
  identity = take(block);
  ones = take(1);
  inp_heads = heads_ahead == 2 ? 2 : 1;
  keys = values = take(inp_heads * keys_size());
  if (heads_ahead > 0)
    values = take(inp_heads * values_size());
  inp_used = std::max(take.at, values + inp_heads * values_size());

  take = {};
  dram_queries = take(kCopiedHeads * depth_blocks * padded_queries());
  dram_values = take(kCopiedHeads * value_blocks * padded_keys());
  dram_turned_values = take(turned_heads() * values_size());
  dram_powers = take(power_runs() * tiles.blocks * padded_keys());
  dram_weights = take(weight_runs() * tiles.blocks * padded_keys());
  dram_results = take(result_runs() * tiles.blocks * form.value_depth);
  dram_used = take.at;
}

void AttentionAreas::place_in_acc(const VtaConfig& config) {
  const int64_t of_block = std::max(padded_keys(), form.value_depth);
  const int64_t of_result = roomy ? tiles.blocks * form.value_depth : 0;
  Taker take;
  scores = sums = take(tiles.blocks * of_block);
  shifts = turned = rows = take(tiles.blocks * of_block);
  if (roomy) {
    sums = take(of_result);
    rows = take(of_result);
  }
  copies = take(copies_size = of_block);
  least = take(tiles.blocks);
  offset = take(1);
  masks = take(form.causal ? block - 1 : 0);
  for (int64_t* const of_blocks : {&weight_sums, &exponents, &reciprocals, &spare})
    *of_blocks = take(vector_slots() * blocks_together());
  acc_used = take.at;
  acc_area = tiles.threads > 1 ? config.depth(MemoryType::Acc) / tiles.threads : acc_used;
}

void AttentionAreas::place_in_wgt(const VtaConfig& config) {
  Taker take;
  wgt_queries = take(tiles.blocks * depth_blocks);
  wgt_powers = take(tiles.blocks * key_blocks);
  wgt_values = take(key_blocks);
  wgt_result = take(tiles.blocks * value_blocks);
  wgt_area = take.at;
  take.at *= tiles.threads;
  const int64_t of_run = tiles.blocks * key_blocks, staying = weight_runs() * of_run;
  weights_stay = take.at + staying <= config.depth(MemoryType::Wgt);
  wgt_weights = take(weights_stay ? staying : tiles.threads * of_run);
  wgt_used = take.at;
}

int64_t AttentionAreas::queries_of(int64_t query_block) const {
  return std::min(block, form.queries - query_block * block);
}

int64_t AttentionAreas::keys_of(int64_t query_block) const {
  return form.visible_keys(query_block * block + queries_of(query_block) - 1);
}

std::string AttentionAreas::problem(const VtaConfig& config) const {
  return scratchpad_problem({inp_used, wgt_used, tiles.threads * acc_used},
                            fmt::format("a head of {} with {} needs", counted(form.keys, "key"),
                                        counted(tiles.threads, "thread")),
                            config);
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
