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

  // Positions inside and pads before and after; InputError for what is no window.
  void check() const;
  std::array<int64_t, 4> pads() const;  // top, left, bottom, right
  Attrs attrs() const;                  // strides, padding, dilation
};

bool is_same(tflite_file::Padding padding);  // InputError for a number that is none

}  // namespace vta::tflite_import
