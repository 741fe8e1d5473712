#include "sim/kernels/packed_operands.h"

#include <algorithm>
#include <cstring>

namespace vta::kernels {
namespace {

void mark(std::vector<uint8_t>& flags, ElementRange range) {
  std::fill(flags.begin() + range.begin, flags.begin() + range.end, uint8_t{1});
}

// Calls pack(begin, end) for each run of flagged elements in the range and clears the flags.
template <typename Pack>
void take_runs(std::vector<uint8_t>& flags, ElementRange range, Pack pack) {
  int64_t at = range.begin;
  while (at < range.end) {
    const void* hit = std::memchr(flags.data() + at, 1, static_cast<size_t>(range.end - at));
    if (hit == nullptr)
      return;
    const int64_t begin = static_cast<const uint8_t*>(hit) - flags.data();
    const void* clean = std::memchr(hit, 0, static_cast<size_t>(range.end - begin));
    const int64_t end =
        clean == nullptr ? range.end : static_cast<const uint8_t*>(clean) - flags.data();
    std::fill(flags.begin() + begin, flags.begin() + end, uint8_t{0});
    pack(begin, end);
    at = end;
  }
}

}  // namespace

bool PackedOperands::suits(const GemmForm& form, const VtaConfig& config) {
  const int64_t k_words = config.block_in() * form.inp_value_bytes / 4;
  return k_words > 0 && k_words % 4 == 0 && config.block_out() % form.lanes == 0;
}

PackedOperands::PackedOperands(const GemmForm& form, const VtaConfig& config)
    : form_(form), k_words_(config.block_in() * form.inp_value_bytes / 4) {
  sizes_.batch = config.batch();
  sizes_.inp_row_bytes = k_words_ * 4;
  sizes_.lanes = form.lanes;
  sizes_.slices = config.block_out() / form.lanes;
  sizes_.wgt_column_bytes = (k_words_ + (form.trailer ? 1 : 0)) * form.lanes * 4;
  sizes_.wgt_slice_bytes = sizes_.wgt_column_bytes * config.depth(MemoryType::Wgt);
  sizes_.max_positions = form.max_positions;
  sizes_.tile_bytes = form.tile_bytes;
  const auto inp_depth = static_cast<size_t>(config.depth(MemoryType::Inp));
  const auto wgt_depth = static_cast<size_t>(config.depth(MemoryType::Wgt));
  inputs_.resize(inp_depth * static_cast<size_t>(sizes_.inp_elem_bytes()));
  weights_.resize(static_cast<size_t>(sizes_.slices * sizes_.wgt_slice_bytes));
  inp_elem_ = config.batch() * config.block_in();
  wgt_elem_ = config.block_out() * config.block_in();
  block_in_ = config.block_in();
  stale_inputs_.assign(inp_depth, 1);
  stale_weights_.assign(wgt_depth, 1);
  loaded_inputs_.assign(inp_depth, 0);
  loaded_weights_.assign(wgt_depth, 0);
  zeros_.assign(static_cast<size_t>(std::max(inp_elem_, wgt_elem_)), 0);
}

void PackedOperands::inputs_changed(ElementRange range) {
  mark(stale_inputs_, range);
}

void PackedOperands::weights_changed(ElementRange range) {
  mark(stale_weights_, range);
}

void PackedOperands::refresh(const MachineState& state, ElementRange inp, ElementRange wgt) {
  take_runs(stale_inputs_, inp, [&](int64_t begin, int64_t end) {
    form_.pack_inputs(state.inp.data() + begin * inp_elem_, (end - begin) * inp_elem_,
                      inputs_.data() + begin * sizes_.inp_elem_bytes());
  });
  take_runs(stale_weights_, wgt, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k)
      pack_weight(state.wgt.data() + k * wgt_elem_, k);
  });
}

void PackedOperands::pack_weight(const int8_t* rows, int64_t element) {
  std::byte* to = weights_.data() + element * sizes_.wgt_column_bytes;
  for (int64_t s = 0; s < sizes_.slices; ++s)
    form_.pack_column(rows + s * sizes_.lanes * block_in_, block_in_,
                      to + s * sizes_.wgt_slice_bytes);
}

void PackedOperands::load_inputs(int64_t first, const std::byte* from, int64_t count) {
  form_.pack_inputs(reinterpret_cast<const int8_t*>(from), count * inp_elem_,
                    inputs_.data() + first * sizes_.inp_elem_bytes());
  mark(loaded_inputs_, {first, first + count});
}

void PackedOperands::load_weights(int64_t first, const std::byte* from, int64_t count) {
  const auto* rows = reinterpret_cast<const int8_t*>(from);
  for (int64_t k = 0; k < count; ++k)
    pack_weight(rows + k * wgt_elem_, first + k);
  mark(loaded_weights_, {first, first + count});
}

void PackedOperands::clear_inputs(int64_t first, int64_t count) {
  for (int64_t k = 0; k < count; ++k)
    form_.pack_inputs(zeros_.data(), inp_elem_,
                      inputs_.data() + (first + k) * sizes_.inp_elem_bytes());
  mark(loaded_inputs_, {first, first + count});
}

void PackedOperands::clear_weights(int64_t first, int64_t count) {
  for (int64_t k = 0; k < count; ++k)
    pack_weight(zeros_.data(), first + k);
  mark(loaded_weights_, {first, first + count});
}

void PackedOperands::unpack(MachineState& state) {
  take_runs(loaded_inputs_, {0, state.inp_depth}, [&](int64_t begin, int64_t end) {
    form_.unpack_inputs(inputs_.data() + begin * sizes_.inp_elem_bytes(), (end - begin) * inp_elem_,
                        state.inp.data() + begin * inp_elem_);
  });
  take_runs(loaded_weights_, {0, state.wgt_depth}, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k)
      for (int64_t s = 0; s < sizes_.slices; ++s)
        form_.unpack_column(
            weights_.data() + s * sizes_.wgt_slice_bytes + k * sizes_.wgt_column_bytes, block_in_,
            state.wgt.data() + k * wgt_elem_ + s * sizes_.lanes * block_in_);
  });
}

}  // namespace vta::kernels
