// The plan of GEMM instructions on one lattice (sum_lattice.h), as if they were one.
//
// The edges of all blocks cut the lattice into cells; all points of a cell sum over the same
// blocks, and no two cells share a point:
//
//   3x3, a corner of the image:   | 4 taps | 6 taps .. 6 taps |
//                                 | 6 taps | 9 taps .. 9 taps |
//                                 |   :    |   :         :    |
//
// A cell is a column for each slice of output lanes, its strips are rows or columns of points,
// whichever are fewer. Cells that read the same inputs (output blocks) are neighbours, so that
// they are done in pairs.
#pragma once

#include <span>

#include "sim/kernels/gemm_plan.h"
#include "sim/kernels/sum_lattice.h"

namespace vta::kernels {

// At least one; all have the same points.
GemmPlan plan_cells(std::span<const SumLattice* const> lattices, const FormSizes& sizes);

}  // namespace vta::kernels
