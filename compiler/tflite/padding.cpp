#include "compiler/tflite/padding.h"

#include <algorithm>

#include "compiler/graph/shape_util.h"

namespace vta::tflite_import {

bool is_same(tflite_file::Padding padding) {
  if (padding != tflite_file::Padding::SAME && padding != tflite_file::Padding::VALID)
    throw InputError(
        fmt::format("has padding {}: must be 0 (SAME) or 1 (VALID)", static_cast<int>(padding)));
  return padding == tflite_file::Padding::SAME;
}

void WindowShape::check() const {
  const auto require = [](const std::array<int64_t, 2>& pair, std::string_view what) {
    for (const int64_t v : pair)
      if (v < 1 || v > shapes::kMaxWindow)
        throw InputError(fmt::format("has {} {} x {}: must be in 1..{}", what, pair[0], pair[1],
                                     shapes::kMaxWindow));
  };
  require(kernel, "a window of");
  require(stride, "strides");
  require(dilation, "dilation");
}

std::array<int64_t, 4> WindowShape::pads() const {
  check();
  std::array<int64_t, 4> pads{};
  for (size_t axis = 0; same && axis < 2; ++axis) {
    const int64_t count = (extent[axis] + stride[axis] - 1) / stride[axis];
    const int64_t span = (kernel[axis] - 1) * dilation[axis] + 1;
    const int64_t total = std::max<int64_t>((count - 1) * stride[axis] + span - extent[axis], 0);
    pads[axis] = total / 2;
    pads[axis + 2] = total - total / 2;
  }
  return pads;
}

Attrs WindowShape::attrs() const {
  const std::array<int64_t, 4> p = pads();
  return {{"strides", IntList(stride.begin(), stride.end())},
          {"padding", IntList(p.begin(), p.end())},
          {"dilation", IntList(dilation.begin(), dilation.end())}};
}

}  // namespace vta::tflite_import
