// Where the pixels of an input tile lie in its slot, and how LOADs bring them where each is loaded
// by itself.
#pragma once

#include "compiler/kernels/conv/dims.h"

namespace vta {

// How LOADs take the single pixels of an input tile: an instruction has those of one row, of one
// column, of one position in all channel groups, or of one column in all groups, where the rows of
// one group are as far from the next group's as from each other. Of these the fewest LOADs.
struct PixelRuns {
  enum class Along : uint8_t { Row, Column, Groups, Planes } along = Along::Row;
  int64_t loads = 0;
  // `row_pitch`: from one row of the tile to the next in the image.
  static PixelRuns of(const ConvDims& d, int64_t groups, int64_t rows, int64_t cols,
                      int64_t row_pitch);
};

// Distances between the channel groups, rows and columns of a step's input tile in its slot:
// [group][row][column], but single pixels lie as LOADs bring them.
struct InputLayout {
  int64_t group = 0, row = 0, column = 0;
  PixelRuns::Along along = PixelRuns::Along::Row;
};
InputLayout input_layout(const ConvDims& d, const ConvTiles& t, const ReductionStep& step);

}  // namespace vta
