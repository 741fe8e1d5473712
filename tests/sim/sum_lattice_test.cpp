// Which GEMMs are on a lattice, and how few columns and steps they become.
#include "sim/kernels/sum_lattice.h"

#include <gtest/gtest.h>

#include "sim/kernels/cell_plan.h"
#include "tests/sim/sim_fixture.h"

namespace vta::test {
namespace {

using kernels::FormSizes;
using kernels::GemmPlan;
using kernels::lattice_of;
using kernels::SumLattice;

Insn loops(int64_t rows, int64_t columns, int64_t pitch, int64_t src_row) {
  Insn insn = gemm(0, 1, rows, columns);
  insn.dst_out = pitch;
  insn.src_out = src_row;
  insn.dst_in = insn.src_in = 1;
  return insn;
}

std::optional<SumLattice> lattice(const Insn& insn, const std::vector<UopEntry>& uops) {
  return lattice_of(insn, whole_loop(insn), uops);
}

FormSizes sizes() {
  FormSizes s;
  s.inp_row_bytes = 16;
  s.wgt_column_bytes = 256;
  s.wgt_slice_bytes = 256 * 1024;
  s.lanes = 16;
  s.max_positions = 14;
  return s;
}

TEST(SumLattice, BlocksFillRowsButDoNotGoOnInTheNext) {
  EXPECT_TRUE(lattice(loops(2, 7, 7, 9), {{0, 0, 0}, {14, 3, 1}}));
  EXPECT_TRUE(lattice(loops(2, 6, 7, 9), {{1, 0, 0}}));
  EXPECT_FALSE(lattice(loops(2, 6, 7, 9), {{2, 0, 0}}));
  EXPECT_FALSE(lattice(loops(2, 8, 7, 9), {{0, 0, 0}}));
}

TEST(SumLattice, OneRowMayBeOfAnyLength) {
  for (const int64_t pitch : {0, 3}) {
    const auto one = lattice(loops(1, 60, pitch, 0), {{5, 2, 0}, {70, 9, 1}});
    ASSERT_TRUE(one);
    EXPECT_EQ(one->blocks[1].row, 0);
    EXPECT_EQ(one->blocks[1].column, 70);
    Insn other = loops(1, 60, pitch, 9);  // the outer loop's factors say nothing
    EXPECT_TRUE(
        lattice_of(other, whole_loop(other), std::vector<UopEntry>{{5, 2, 0}})->same_points(*one));
  }
}

TEST(SumLattice, LoopsOverStepsOrWeightsAreNone) {
  EXPECT_FALSE(lattice(loops(2, 3, 0, 9), {{0, 0, 0}}));
  Insn insn = loops(2, 3, 3, 9);
  insn.dst_in = 0;
  EXPECT_FALSE(lattice(insn, {{0, 0, 0}}));
  insn.dst_in = 2;
  EXPECT_FALSE(lattice(insn, {{0, 0, 0}}));
  insn.dst_in = 1;
  insn.wgt_in = 1;
  EXPECT_FALSE(lattice(insn, {{0, 0, 0}}));
  insn.wgt_in = 0;
  insn.wgt_out = 1;
  EXPECT_FALSE(lattice(insn, {{0, 0, 0}}));
  insn.iter_out = 1;
  EXPECT_TRUE(lattice(insn, {{0, 0, 0}}));
}

TEST(SumLattice, PartOfALoopIsItsOwnRectangle) {
  Insn insn = loops(4, 7, 7, 9);
  const std::vector<UopEntry> uops{{7, 20, 3}};
  const auto part = lattice_of(insn, {2, 4, 3, 5}, uops);
  ASSERT_TRUE(part);
  EXPECT_EQ(part->rows, 2);
  EXPECT_EQ(part->columns, 2);
  EXPECT_EQ(part->blocks[0].row, 3);
  EXPECT_EQ(part->blocks[0].column, 3);
  // Input 20 belongs to point (1, 0).
  EXPECT_EQ(part->blocks[0].src, 20 - 9);
}

// 3x3 with pad 1 over 5 x 5: four instructions, nine cells, every tap of every point once.
TEST(CellPlan, EdgesOfAConvolutionAreCells) {
  std::vector<SumLattice> all;
  for (int64_t y = 0; y < 3; ++y)
    for (int64_t x = 0; x < 3; ++x) {
      const int64_t row = y == 0 ? 1 : 0, column = x == 0 ? 1 : 0;
      const auto dst = static_cast<uint32_t>(row * 5 + column);
      const auto src = static_cast<uint32_t>((row + y - 1) * 5 + column + x - 1);
      const auto one = lattice(loops(y == 1 ? 5 : 4, x == 1 ? 5 : 4, 5, 5),
                               {{dst, src, static_cast<uint32_t>(y * 3 + x)}});
      ASSERT_TRUE(one);
      ASSERT_TRUE(all.empty() || one->same_points(all.front()));
      all.push_back(*one);
    }
  std::vector<const SumLattice*> pointers;
  for (const SumLattice& l : all)
    pointers.push_back(&l);
  const GemmPlan plan = kernels::plan_cells(pointers, sizes());
  ASSERT_EQ(plan.columns.size(), 9U);
  int64_t products = 0, points = 0;
  for (const kernels::Column& c : plan.columns)
    for (int32_t s = c.first_strip; s < c.first_strip + c.strip_count; ++s) {
      points += plan.strips[static_cast<size_t>(s)].positions;
      products += plan.strips[static_cast<size_t>(s)].positions * c.step_count;
    }
  EXPECT_EQ(points, 25);
  EXPECT_EQ(products, 13 * 13);
  EXPECT_EQ(plan.fills, (kernels::ElementRange{0, 25}));
}

// Narrow cells are cut across.
TEST(CellPlan, StripsRunAlongTheLongerSide) {
  const auto tall = lattice(loops(10, 1, 8, 8), {{3, 3, 0}});
  const SumLattice* one = &*tall;
  const GemmPlan plan = kernels::plan_cells(std::span(&one, 1), sizes());
  ASSERT_EQ(plan.strips.size(), 1U);
  EXPECT_EQ(plan.strips[0].positions, 10);
  EXPECT_EQ(plan.strips[0].dst_stride, 8 * 16);
  EXPECT_EQ(plan.strips[0].src_stride, 8 * 16);
}

// Output blocks read the same inputs: neighbours, in pairs.
TEST(CellPlan, CellsOfEqualInputsArePaired) {
  const auto blocks = lattice(loops(2, 3, 4, 5), {{0, 0, 0}, {1, 1, 1}, {16, 0, 2}, {17, 1, 3}});
  const SumLattice* one = &*blocks;
  const GemmPlan plan = kernels::plan_cells(std::span(&one, 1), sizes());
  ASSERT_EQ(plan.columns.size(), 6U);
  for (size_t k = 0; k < 6; k += 2)
    EXPECT_TRUE(plan.columns[k].pair_with_next);
}

// A point that no block holds keeps its value: nothing is filled.
TEST(CellPlan, GapsAreNotFilled) {
  const auto gap = lattice(loops(2, 3, 4, 5), {{0, 0, 0}});
  const SumLattice* one = &*gap;
  EXPECT_EQ(kernels::plan_cells(std::span(&one, 1), sizes()).fills, kernels::ElementRange{});
}

}  // namespace
}  // namespace vta::test
