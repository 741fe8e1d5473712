#include "compiler/kernels/layer_norm/areas.h"

#include <algorithm>
#include <cstring>

#include "base/plural.h"
#include "compiler/kernels/scratchpad_needs.h"

namespace vta {
namespace {

constexpr int64_t kNumbers = 4;  // of the formula, behind the unit vectors

}  // namespace

LayerNormAreas::LayerNormAreas(const LayerNormOf& norm, int64_t element_count, int64_t in_flight,
                               const VtaConfig& config)
    : of(norm),
      elements(element_count),
      block(config.block_out()),
      batch(config.batch()),
      threads(in_flight) {
  row_blocks = ceil_div(elements, tile());
  channel_blocks = ceil_div(channels(), block);
  vector_groups = config.acc_overlap != 0 ? threads : 1;
  if (threads > 1)
    behind = 3;

  place_in_acc(true, config);
  if (threads * acc_used > config.depth(MemoryType::Acc))
    place_in_acc(false, config);

  int64_t at = 0;
  const auto take = [&at](int64_t size) {
    const int64_t begin = at;
    at += size;
    return begin;
  };
  wgt_results = take(threads * channel_blocks);
  tiles_stay = at + row_blocks * channel_blocks <= config.depth(MemoryType::Wgt);
  wgt_rows = take((tiles_stay ? row_blocks : threads) * channel_blocks);
  wgt_used = at;

  at = 0;
  identity = single = take(tile());
  if (batch > 1)
    single = take(block);
  ones = take(1);
  part_ones = take(part_channels() > 0 ? 1 : 0);
  inp_rows = take(threads * multiplied_blocks() * block);
  inp_used = at;

  at = 0;
  dram_rows = take(whole_blocks(elements) ? 0 : row_blocks * value_elements());
  dram_results = take((behind + 1) * value_elements());
  dram_used = at;
}

void LayerNormAreas::place_in_acc(bool roomy, const VtaConfig& config) {
  int64_t at = 0;
  const auto take = [&at](int64_t size) {
    const int64_t begin = at;
    at += size;
    return begin;
  };
  values = rows = take(value_elements());
  if (roomy)
    rows = take(value_elements());
  products = take((batch == 1 ? block : 0) + squared_channels());
  units = take(batch == 1 ? block : 0);
  for (int64_t* const number : {&share, &root, &epsilon, &whole_one})
    *number = take(1);
  vectors = take(kVectors * blocks_together());
  acc_used = at;
  acc_area = threads > 1 ? config.depth(MemoryType::Acc) / threads : acc_used;
}

int64_t LayerNormAreas::elements_of(int64_t row_block) const {
  return std::min(tile(), elements - row_block * tile());
}

std::string LayerNormAreas::problem(const VtaConfig& config) const {
  return scratchpad_problem(
      {inp_used, wgt_used, threads * acc_used},
      fmt::format("{} of {} channels with {} need", counted(elements * batch, "row"), channels(),
                  counted(threads, "thread")),
      config);
}

int64_t layer_norm_inp_elements(const LayerNormOf& of, const VtaConfig& config) {
  const int64_t block = config.block_in(), batch = config.batch();
  return block / batch + (batch > 1 ? block : 0) + (of.form.channels % block > 0 ? 2 : 1);
}

int64_t layer_norm_vector_offset(const LayerNormOf& of, const VtaConfig& config) {
  return align_up(layer_norm_inp_elements(of, config) * config.element_bytes(MemoryType::Inp),
                  config.element_bytes(MemoryType::Acc));
}

int64_t layer_norm_vectors(const VtaConfig& config) {
  return (config.batch() == 1 ? config.block_out() : 0) + kNumbers;
}

int64_t layer_norm_constant_bytes(const LayerNormOf& of, const VtaConfig& config) {
  return layer_norm_vector_offset(of, config) +
         layer_norm_vectors(config) * config.element_bytes(MemoryType::Acc);
}

void pack_layer_norm_constants(const LayerNormOf& of, const VtaConfig& config,
                               std::span<std::byte> packed) {
  const int64_t block = config.block_in(), batch = config.batch(), lanes = batch * block;
  std::ranges::fill(packed, std::byte{0});
  int64_t row = 0;  // of INP
  const auto put_row = [&](int64_t first, int64_t ones) {
    std::fill_n(packed.begin() + row++ * block + first, ones, std::byte{1});
  };
  const auto put_element = [&](int64_t first, int64_t ones) {
    for (int64_t i = 0; i < batch; ++i)
      put_row(first, ones);
  };
  for (int64_t i = 0; i < block; ++i)
    put_row(i, 1);
  for (int64_t i = 0; batch > 1 && i < block; ++i)
    put_element(i, 1);
  put_element(0, block);
  if (of.form.channels % block > 0)
    put_element(0, of.form.channels % block);

  auto* vector = packed.data() + layer_norm_vector_offset(of, config);
  const auto put = [&](int64_t lane, int64_t value) {
    const auto number = static_cast<int32_t>(value);
    std::memcpy(vector + lane * static_cast<int64_t>(sizeof(number)), &number, sizeof(number));
  };
  const auto next = [&] { vector += lanes * static_cast<int64_t>(sizeof(int32_t)); };
  for (int64_t i = 0; batch == 1 && i < block; ++i, next())
    put(i, 1);
  for (const int64_t number : {of.form.share, of.form.root, of.epsilon, int64_t{1} << 29}) {
    for (int64_t lane = 0; lane < lanes; ++lane)
      put(lane, number);
    next();
  }
}

}  // namespace vta
