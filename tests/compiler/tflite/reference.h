// TensorFlow Lite's integer operators by their formulas, in long double, whose 64 bits hold every
// product here exactly; and in loops over the file's own order of axes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/tensor.h"
#include "compiler/tflite/fractions.h"

namespace vta::tflite_test {

using tflite_import::Requant;

// A factor d as q 2^(s - 31), and a sum times it.
struct Factor {
  int64_t q = 0;
  int s = 0;
};
Factor factor_of(double d);
int64_t scaled(int64_t x, const Factor& f, Requant requant);  // of Float as Double

struct Window {
  int64_t high = 1, wide = 1, stride_high = 1, stride_wide = 1, dilation_high = 1,
          dilation_wide = 1;
  bool same = false;
};
// Positions and the pad in front along an axis.
struct Along {
  int64_t count, before;
};
Along along(int64_t extent, int64_t kernel, int64_t stride, int64_t dilation, bool same);

// Values of a tensor (N, H, W, C).
struct Image {
  int64_t n = 1, h = 1, w = 1, c = 1;
  std::vector<int64_t> values = {};
  int64_t at(int64_t b, int64_t y, int64_t x, int64_t i) const {
    return values[static_cast<size_t>(((b * h + y) * w + x) * c + i)];
  }
};
Image image_of(const Tensor& int8);

// Calls `tap` for every position of the window that is inside: its place in the image and in the
// window.
void for_taps(const Image& in, const Window& w, int64_t oy, int64_t ox,
              const std::function<void(int64_t y, int64_t x, int64_t ky, int64_t kx)>& tap);

}  // namespace vta::tflite_test
