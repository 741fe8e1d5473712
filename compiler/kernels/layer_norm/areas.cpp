#include "compiler/kernels/layer_norm/areas.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/plural.h"

namespace vta {
namespace {

constexpr int64_t kNumbers = 4;  // of the formula, behind the unit vectors

}  // namespace

LayerNormAreas::LayerNormAreas(const LayerNormOf& norm, int64_t row_count, int64_t in_flight,
                               const VtaConfig& config)
    : of(norm), rows(row_count), block(config.block_out()), threads(in_flight) {
  row_blocks = ceil_div(rows, block);
  channel_blocks = ceil_div(channels(), block);
  vector_groups = config.acc_overlap != 0 ? threads : 1;

  int64_t at = 0;
  const auto take = [&at](int64_t size) {
    const int64_t begin = at;
    at += size;
    return begin;
  };
  values = take(all_channels());
  products = take(block + part_channels());
  units = take(block);
  for (int64_t* const number : {&share, &root, &epsilon, &whole_one})
    *number = take(1);
  vectors = take(kVectors * blocks_together());
  acc_used = at;
  acc_area = threads > 1 ? config.depth(MemoryType::Acc) / threads : acc_used;

  at = 0;
  wgt_results = take(threads * channel_blocks);
  tiles_stay = at + row_blocks * channel_blocks <= config.depth(MemoryType::Wgt);
  wgt_rows = take((tiles_stay ? row_blocks : threads) * channel_blocks);
  wgt_used = at;

  at = 0;
  identity = take(block);
  ones = take(1);
  part_ones = take(part_channels() > 0 ? 1 : 0);
  inp_rows = take(threads * full_blocks() * block);
  inp_used = at;

  at = 0;
  dram_rows = take(whole_blocks() ? 0 : row_blocks * all_channels());
  dram_results = take(threads * all_channels());
  dram_used = at;
}

int64_t LayerNormAreas::rows_of(int64_t row_block) const {
  return std::min(block, rows - row_block * block);
}

std::string LayerNormAreas::problem(const VtaConfig& config) const {
  struct Need {
    MemoryType type;
    std::string_view name;
    int64_t elements;
  };
  for (const Need& need :
       {Need{MemoryType::Inp, "INP", inp_used}, Need{MemoryType::Wgt, "WGT", wgt_used},
        Need{MemoryType::Acc, "ACC", threads * acc_used}})
    if (need.elements > config.depth(need.type))
      return fmt::format("{} of {} channels with {} need {} of {}, the scratchpad has {}",
                         counted(rows, "row"), channels(), counted(threads, "thread"),
                         counted(need.elements, "element"), need.name, config.depth(need.type));
  return {};
}

int64_t layer_norm_inp_rows(const LayerNormOf& of, const VtaConfig& config) {
  return config.block_in() + (of.form.channels % config.block_in() > 0 ? 2 : 1);
}

int64_t layer_norm_vector_offset(const LayerNormOf& of, const VtaConfig& config) {
  return align_up(layer_norm_inp_rows(of, config) * config.element_bytes(MemoryType::Inp),
                  config.element_bytes(MemoryType::Acc));
}

int64_t layer_norm_vectors(const VtaConfig& config) {
  return config.block_out() + kNumbers;
}

int64_t layer_norm_constant_bytes(const LayerNormOf& of, const VtaConfig& config) {
  return layer_norm_vector_offset(of, config) +
         layer_norm_vectors(config) * config.element_bytes(MemoryType::Acc);
}

void pack_layer_norm_constants(const LayerNormOf& of, const VtaConfig& config,
                               std::span<std::byte> packed) {
  const int64_t block = config.block_in();
  std::ranges::fill(packed, std::byte{0});
  const auto put = [&](int64_t vector, int64_t lane, int64_t value) {
    const auto number = static_cast<int32_t>(value);
    std::memcpy(packed.data() + layer_norm_vector_offset(of, config) +
                    (vector * block + lane) * static_cast<int64_t>(sizeof(number)),
                &number, sizeof(number));
  };
  const std::array<int64_t, kNumbers> numbers = {of.form.share, of.form.root, of.epsilon,
                                                 int64_t{1} << 29};
  const auto one = [&](int64_t row, int64_t lane) {
    packed[static_cast<size_t>(row * block + lane)] = std::byte{1};
  };
  for (int64_t i = 0; i < of.form.channels % block; ++i)
    one(block + 1, i);
  for (int64_t i = 0; i < block; ++i) {
    one(i, i);
    one(block, i);
    put(i, i, 1);
    for (size_t n = 0; n < numbers.size(); ++n)
      put(block + static_cast<int64_t>(n), i, numbers[n]);
  }
}

}  // namespace vta
