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
  sizes_.wgt_column_bytes = (k_words_ + 1) * form.lanes * 4;
  sizes_.max_positions = form.max_positions;
  const auto inp_depth = static_cast<size_t>(config.depth(MemoryType::Inp));
  const auto wgt_depth = static_cast<size_t>(config.depth(MemoryType::Wgt));
  inputs_.resize(inp_depth * static_cast<size_t>(sizes_.inp_elem_bytes()));
  weights_.resize(wgt_depth * static_cast<size_t>(sizes_.wgt_elem_bytes()));
  stale_inputs_.assign(inp_depth, 1);
  stale_weights_.assign(wgt_depth, 1);
}

void PackedOperands::inputs_changed(ElementRange range) {
  mark(stale_inputs_, range);
}

void PackedOperands::weights_changed(ElementRange range) {
  mark(stale_weights_, range);
}

void PackedOperands::refresh(const MachineState& state, ElementRange inp, ElementRange wgt) {
  take_runs(stale_inputs_, inp, [&](int64_t begin, int64_t end) {
    form_.pack_inputs(state.inp.data() + begin * state.inp_elem, (end - begin) * state.inp_elem,
                      inputs_.data() + begin * sizes_.inp_elem_bytes());
  });
  take_runs(stale_weights_, wgt, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k)
      pack_weight(state, k);
  });
}

void PackedOperands::pack_weight(const MachineState& state, int64_t element) {
  const int8_t* rows = state.wgt.data() + element * state.wgt_elem;
  std::byte* to = weights_.data() + element * sizes_.wgt_elem_bytes();
  const int64_t block_in = state.config.block_in();
  for (int64_t s = 0; s < sizes_.slices; ++s)
    form_.pack_column(rows + s * sizes_.lanes * block_in, block_in,
                      to + s * sizes_.wgt_column_bytes);
}

}  // namespace vta::kernels
