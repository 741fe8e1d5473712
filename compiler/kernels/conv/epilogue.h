// The epilogue of a convolution's tile: its steps, residual operands, stores.
#pragma once

#include "compiler/kernels/border_classes.h"
#include "compiler/kernels/conv/moves.h"
#include "compiler/kernels/conv/site.h"

namespace vta {

class ConvEpilogue {
 public:
  // Where residual operands begin in INP, and the blocks that add them in WGT.
  struct Places {
    int64_t residual = 0, identity = 0;
  };
  ConvEpilogue(const ConvSite& site, const Places& places)
      : s_(site),
        places_(places),
        moves_(site),
        classes_(BorderClasses::of(site.plan.geometry())) {}

  // All steps from the `first` on, and a store behind the last of each result. The tile's vectors
  // lie at `vectors`.
  void emit(const OutputTile& tile, const AccTile& acc, size_t first, int64_t vectors);
  // op(accumulators, the vector of each output's class).
  void emit_classes(AluOp op, const OutputTile& tile, const AccTile& acc, VectorPlace vectors);

 private:
  // Some channel groups of a tile, or some rows of its only one.
  struct Part {
    OutputTile tile;
    AccTile acc;
    int64_t first_group = 0;
  };
  std::vector<Part> parts_of(const OutputTile& tile, const AccTile& acc) const;
  void add_residual(const OutputTile& tile, const AccTile& acc);
  void add_identity(const OutputTile& tile, const OutputTile& part, const AccTile& sums,
                    int64_t inp_base);

  ConvSite s_;
  Places places_;
  ConvMoves moves_;
  BorderClasses classes_;
  int64_t residual_parts_ = 0;
};

}  // namespace vta
