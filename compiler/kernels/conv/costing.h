// The cost of a convolution's tiles in two parts: one part depends on their sizes and is computed
// once, the other on slots, threads, order and the residual's slots.
#pragma once

#include "compiler/kernels/conv/search.h"

namespace vta {

class ConvCosting {
 public:
  // Of tiles of these sizes; `totals` is TileTotals::of(d, sizes). All four must outlive it.
  ConvCosting(const ConvDims& d, const ConvTiles& sizes, const EpilogueShape& epilogue,
              const TileTotals& totals, const VtaConfig& config);

  // `t` has the sizes.
  KernelCost of(const ConvTiles& t) const;
  // No tiles of these sizes cost less, in any of its members; compute_steps are those of all.
  KernelCost least() const;
  // The same of those alone that have the order of `most` and no more slots.
  KernelCost least(const ConvTiles& most) const;

  int64_t tiles() const { return tiles_; }
  int64_t inp_tile_elements() const { return inp_elements_; }
  int64_t wgt_tile_elements() const { return wgt_elements_; }
  int64_t inp_tile_loads() const { return inp_insns_; }  // LOADs of one
  int64_t residual_bytes() const { return same_.inp_bytes; }
  int64_t out_bytes() const { return same_.out_bytes; }

 private:
  struct Counts {
    int64_t n, h, w, co, ci, k;  // tiles per axis; k: kernel parts per reduction
  };

  double inp_loads(const ConvTiles& t) const;
  double wgt_loads(const ConvTiles& t) const;
  int64_t inp_bytes(double loads) const;
  int64_t wgt_bytes(double loads) const;
  void add_residual(const ConvTiles& t, KernelCost& cost) const;
  int64_t uop_loads(const ConvTiles& t) const;

  const ConvDims& d_;
  const EpilogueShape& epilogue_;
  Counts c_;
  int64_t positions_, steps_, tiles_, parts_;  // parts: reduction steps of all tiles
  int64_t inp_elements_, wgt_elements_;
  int64_t inp_bytes_, wgt_bytes_;          // of every operand once; with groups all of INP
  int64_t inp_insns_ = 1, wgt_insns_ = 1;  // LOADs of a tile
  int64_t vector_bytes_ = 0;               // of all vectors once
  int64_t kinds_ = 1, uop_bytes_ = 0;      // of sequences of micro-ops; bytes of one
  int64_t uop_room_;
  bool one_run_ = false;
  KernelCost same_;  // the part that all candidates share
};

}  // namespace vta
