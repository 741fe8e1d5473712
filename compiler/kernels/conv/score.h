// What a convolution's tiles score in a search: the bytes that they move, and bytes for each cycle
// that compute is estimated to lose. One estimate for every memory and every GEMM_PIPELINE, so that
// programs do not depend on these.
#pragma once

#include "compiler/kernels/conv/costing.h"

namespace vta {

class ConvScore {
 public:
  // `reuse` false: of tiles that are all loaded afresh, as published schedules do; their streams
  // stay as they are. All must outlive it.
  ConvScore(const ConvDims& d, const EpilogueShape& epilogue, const VtaConfig& config, bool reuse);

  // Tiles of the same sizes, and what they have in common.
  struct Sized {
    const ConvCosting& costing;
    double tiles, first_tiles;
    double storing;  // of all tiles, where nothing hides it
    // Where some tiles leave out pixels: cycles of the port for a byte of the input, and for all
    // that is stored.
    double input_byte = 0, stored = 0;
  };
  // `totals` is TileTotals::of(d, t).
  Sized sized(const ConvCosting& costing, const ConvTiles& t, const TileTotals& totals) const;

  double of(const Sized& sizes, const ConvTiles& t) const;
  // What all tiles of the sizes and so many threads score at least.
  double least(const Sized& sizes, int64_t threads, const KernelCost& least) const;
  // Of no more than bytes and instructions.
  double least(int64_t bytes, int64_t insns) const;

 private:
  double lost_cycles(const Sized& sizes, const ConvTiles& t, const KernelCost& cost) const;
  double lost_cycles_afresh(const Sized& sizes, const ConvTiles& t, const KernelCost& cost) const;
  double waits_for_loads(const Sized& sizes, const ConvTiles& t, const KernelCost& cost) const;
  double waits_for_residual(const Sized& sizes, const ConvTiles& t) const;
  double loading_cycles(const Sized& sizes, const KernelCost& cost) const;
  void count_rows(Sized& sizes, const ConvTiles& t, const TileTotals& totals) const;
  double port_cycles(double row_bytes) const;

  const ConvDims& d_;
  const EpilogueShape& epilogue_;
  const VtaConfig& config_;
  bool reuse_;
  bool leaves_out_pixels_;  // some tiles do
  double bus_, bytes_per_cycle_;
};

}  // namespace vta
