// LOADs and STOREs of a convolution's tiles.
#pragma once

#include <array>

#include "compiler/kernels/conv/site.h"

namespace vta {

class ConvMoves {
 public:
  explicit ConvMoves(const ConvSite& site) : s_(site) {}

  // Weights of a step to WGT as [co block][ci block][ky][kx].
  void load_weights(const ReductionStep& step, int64_t base);
  // The blocks that add a residual operand.
  void load_identity(int64_t base);
  // Windows of a step to INP, as input_layout() says.
  void load_input(int64_t batch, const ReductionStep& step, int64_t base);
  // A residual operand's tile to INP as [co group][row][column][sub_in].
  void load_residual(const OutputTile& tile, int64_t base);
  // From [co group][row][column][sub_out]; elements without channels are not stored.
  void store(const OutputTile& tile, int64_t base, const TensorPlace& to);

 private:
  // The weights of some consecutive ACC elements of one step, `row` blocks each, which are as far
  // apart from each other in DRAM.
  struct WeightRows {
    int64_t sram = 0, dram = 0;  // in blocks of a kernel
    int64_t rows = 0, row = 0, stride = 0;

    bool take(int64_t next_sram, int64_t next, int64_t size);
  };
  void load_weights(const ReductionStep& step, int64_t base, const WeightRows& w);
  void weight_rows(int64_t sram, int64_t dram, int64_t rows, int64_t row, int64_t stride);

  void store_groups(const ImagePart& part, int64_t base, const ImageTensor& tensor);
  bool moved_at_once(const Rows& planes, bool one_run) const;
  void load_plane(int64_t sram, int64_t dram, const AxisStep& step, const Window& cols);
  void load_pixels(int64_t sram, int64_t dram, const ReductionStep& step);
  void input_rows(Rows rows, const std::array<int64_t, 4>& pads);
  void zero_fill(int64_t sram, int64_t elements);

  ConvSite s_;
};

}  // namespace vta
