#include "sim/kernels/sum_lattice.h"

#include <algorithm>

namespace vta::kernels {
namespace {

// More than any ACC element: a lattice of one row.
constexpr int64_t kOneRow = int64_t{1} << 40;

bool within_rows(const SumLattice& lattice) {
  return std::ranges::all_of(lattice.blocks, [&](const SumBlock& b) {
    return b.column + lattice.columns <= lattice.pitch;
  });
}

SumLattice with_pitch(const Insn& n, const LoopRange& range, std::span<const UopEntry> uops,
                      int64_t pitch) {
  SumLattice lattice;
  lattice.pitch = pitch;
  lattice.src_row = pitch == kOneRow ? 0 : n.src_out;
  lattice.src_column = n.src_in;
  lattice.rows = range.o_end - range.o_begin;
  lattice.columns = range.i_end - range.i_begin;
  lattice.blocks.reserve(uops.size());
  for (const UopEntry& u : uops) {
    const int64_t dst = u.dst + range.o_begin * n.dst_out + range.i_begin * n.dst_in;
    const int64_t src = u.src + range.o_begin * n.src_out + range.i_begin * n.src_in;
    const int64_t wgt = u.wgt + range.o_begin * n.wgt_out + range.i_begin * n.wgt_in;
    const int64_t row = dst / pitch, column = dst % pitch;
    lattice.blocks.push_back(
        {row, column, src - row * lattice.src_row - column * lattice.src_column, wgt});
  }
  return lattice;
}

}  // namespace

std::optional<SumLattice> lattice_of(const Insn& n, const LoopRange& range,
                                     std::span<const UopEntry> uops) {
  const bool outer = range.o_end - range.o_begin > 1;
  const bool inner = range.i_end - range.i_begin > 1;
  if ((inner && (n.dst_in != 1 || n.wgt_in != 0)) || (outer && (n.dst_out == 0 || n.wgt_out != 0)))
    return std::nullopt;
  if (n.dst_out > 0) {
    SumLattice lattice = with_pitch(n, range, uops, n.dst_out);
    if (within_rows(lattice))
      return lattice;
  }
  if (outer)
    return std::nullopt;
  return with_pitch(n, range, uops, kOneRow);
}

}  // namespace vta::kernels
