// A GEMM instruction turned into columns and strips.
//
// Additions to accumulators commute (they wrap), inputs and weights are not written by a GEMM, so
// steps may be done in any order as long as no accumulator row is held twice at once. The plan:
//   1. Micro-ops are gathered by dst: each dst has a list of (src, wgt) to be summed, its steps.
//      Loops with dst factor 0 make that list longer.
//   2. Accumulator rows that use the same weights in the same order, with inputs that differ by a
//      constant, are the positions of one group. Loops with wgt factor 0 make more positions.
//   3. Positions are cut into strips: rows proven distinct, inputs a constant stride apart.
//   4. Every other loop, every group and every slice of output lanes is a column over the same
//      strips; neighbouring columns that read the same inputs are done in pairs.
// Example: 8 rows of 56 positions, 3x3, two output blocks: two columns (one pair) of 9 steps over
// 32 strips of 14 positions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw/isa/insn.h"
#include "sim/kernels/isa_table.h"
#include "sim/semantics/execute.h"

namespace vta::kernels {

// Sizes in the packed operands of one form.
struct FormSizes {
  int64_t batch = 1;
  int64_t inp_row_bytes = 0;  // one row of block_in values
  int64_t wgt_column_bytes = 0;
  int64_t wgt_slice_bytes = 0;  // from an element's column to its next one
  int64_t lanes = 0;            // of a column
  int64_t slices = 1;           // columns per WGT element
  int64_t max_positions = 1;
  int64_t tile_bytes = 0;  // of GemmForm

  int64_t inp_elem_bytes() const { return batch * inp_row_bytes; }
  int64_t acc_row() const { return slices * lanes; }
  int64_t acc_elem() const { return batch * acc_row(); }
};

struct Column {
  int64_t acc = 0;  // int32 lanes into ACC
  int64_t src = 0;  // bytes into packed INP
  int64_t wgt = 0;  // bytes into packed WGT
  int32_t first_step = 0, step_count = 0;
  int32_t first_strip = 0, strip_count = 0;
  int32_t inputs = 0;  // columns of equal `inputs` and `src` read the same input rows
  bool pair_with_next = false;
  bool strips_in_twos = false;  // of the first of a pair: for both
};

struct ElementRange {  // [begin, end) of a scratchpad
  int64_t begin = 0, end = 0;
  bool operator==(const ElementRange&) const = default;
};

struct GemmPlan {
  std::vector<int32_t> dst;  // accumulator rows of the strips' positions, relative to the column
  std::vector<StripPlace> strips;
  std::vector<ReductionStep> steps;
  std::vector<Column> columns;
  // Where the strips of all columns hold each row of a run of ACC elements once: that run.
  ElementRange fills;
  int64_t strip_runs = 0;  // strips of all columns, a pair counting once

  int64_t size() const {
    return static_cast<int64_t>(dst.size() + strips.size() + steps.size() + columns.size());
  }
};

// Runs of steps that are contiguous in both operands are cut into nearly equal pieces of at most
// tile_bytes; longer pieces come first.
std::vector<ReductionStep> tile_steps(std::vector<ReductionStep> steps, const FormSizes& sizes);

// `uops` are those of [uop_bgn, uop_end); the range is not empty and its indices are in range.
GemmPlan plan_gemm(const Insn& insn, const LoopRange& range, std::span<const UopEntry> uops,
                   const FormSizes& sizes);

}  // namespace vta::kernels
