// Windows of convolutions and pools: TFLite's SAME and VALID as pads.
#pragma once

#include <array>
#include <cstdint>

#include "base/attrs.h"
#include "compiler/tflite/op_node.h"

namespace vta::tflite_import {

// Along height and width.
struct WindowShape {
  std::array<int64_t, 2> extent, kernel, stride, dilation{1, 1};
  bool same = false;  // else VALID

  // Throws InputError if an extent, a stride or a dilation is out of range.
  void check() const;
  std::array<int64_t, 4> pads() const;  // top, left, bottom, right
  Attrs attrs() const;                  // strides, padding, dilation
};

bool is_same(tflite_file::Padding padding);  // throws InputError if it is neither SAME nor VALID

}  // namespace vta::tflite_import
