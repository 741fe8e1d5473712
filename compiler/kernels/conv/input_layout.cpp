#include "compiler/kernels/conv/input_layout.h"

#include <algorithm>

#include "hw/isa/insn.h"

namespace vta {

PixelRuns PixelRuns::of(const ConvDims& d, int64_t groups, int64_t rows, int64_t cols,
                        int64_t row_pitch) {
  const int64_t row = row_pitch * d.iw * d.sub_in, plane = d.ih * d.iw * d.sub_in;  // distances
  PixelRuns best{Along::Row, groups * rows};
  const auto offer = [&best](Along along, int64_t loads, int64_t pixels, int64_t distance) {
    if (loads < best.loads && std::max(pixels, distance) <= kMaxTransferExtent)
      best = {along, loads};
  };
  offer(Along::Column, groups * cols, rows, row);
  offer(Along::Groups, rows * cols, groups, plane);
  if (rows * row == plane)
    offer(Along::Planes, cols, groups * rows, row);
  return best;
}

InputLayout input_layout(const ConvDims& d, const ConvTiles& t, const ReductionStep& step) {
  const int64_t groups = step.ci.size, rows = step.rows.window.size, cols = step.cols.window.size;
  const int64_t sub = d.sub_in;
  using Along = PixelRuns::Along;
  const Along along =
      t.single_pixels ? PixelRuns::of(d, groups, rows, cols, step.rows.pitch).along : Along::Row;
  switch (along) {
    case Along::Column:
      return {rows * cols * sub, sub, rows * sub, along};
    case Along::Groups:
      return {sub, cols * groups * sub, groups * sub, along};
    case Along::Planes:
      return {rows * sub, sub, groups * rows * sub, along};
    case Along::Row:
      break;
  }
  return {rows * cols * sub, cols * sub, sub, along};
}

}  // namespace vta
