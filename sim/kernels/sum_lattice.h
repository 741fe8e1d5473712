// A GEMM instruction whose micro-ops are rectangles of one lattice of accumulator rows.
//
//   lattice point (row, column):  ACC element  row * pitch + column
//                                 its input     src + row * src_row + column * src_column
//
// `src` and the weight are a micro-op's, a block. Instructions on the same lattice can be planned
// together: a point then sums over the blocks that hold it, whichever instruction they come from.
// Example: a 3x3 convolution at the edge of the image. Every tap is a block; its rectangle are the
// outputs that it reaches.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hw/isa/insn.h"
#include "sim/semantics/execute.h"

namespace vta::kernels {

struct SumBlock {
  int64_t row = 0, column = 0;
  int64_t src = 0;  // INP element that point (0, 0) would have; may be negative
  int64_t wgt = 0;
};

struct SumLattice {
  int64_t pitch = 0, src_row = 0, src_column = 0;
  int64_t rows = 0, columns = 0;  // of every block
  std::vector<SumBlock> blocks;

  bool same_points(const SumLattice& other) const {
    return pitch == other.pitch && src_row == other.src_row && src_column == other.src_column;
  }
};

// Nothing where a loop does not walk along the rows or columns of a lattice, where weights change
// with a loop, or where a block would go on in the next row. The range is not empty.
std::optional<SumLattice> lattice_of(const Insn& insn, const LoopRange& range,
                                     std::span<const UopEntry> uops);

}  // namespace vta::kernels
