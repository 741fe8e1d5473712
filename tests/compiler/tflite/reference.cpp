#include "reference.h"

#include <algorithm>
#include <cmath>

namespace vta::tflite_test {
namespace {

using Real = long double;
static_assert(std::numeric_limits<Real>::digits >= 64, "exact products need 64 bits");

Real power(int n) {
  return std::ldexp(Real{1}, n);
}

}  // namespace

Factor factor_of(double d) {
  int s = 0;
  while (d < 0.5) {
    d *= 2;
    --s;
  }
  while (d >= 1) {
    d /= 2;
    ++s;
  }
  auto q = static_cast<int64_t>(std::floor(static_cast<Real>(d) * power(31) + 0.5L));
  if (q == int64_t{1} << 31) {
    q >>= 1;
    ++s;
  }
  return s < -31 ? Factor{} : Factor{q, s};
}

int64_t scaled(int64_t x, const Factor& f, Requant requant) {
  const Real product = static_cast<Real>(x) * static_cast<Real>(f.q);
  if (requant == Requant::Single)
    return static_cast<int64_t>(std::floor(product / power(31 - f.s) + 0.5L));
  const Real high = std::floor(product * power(std::max(f.s, 0)) / power(31) + 0.5L);
  return static_cast<int64_t>(std::round(high / power(std::max(-f.s, 0))));
}

Along along(int64_t extent, int64_t kernel, int64_t stride, int64_t dilation, bool same) {
  const int64_t span = (kernel - 1) * dilation + 1;
  if (!same)
    return {(extent - span + stride) / stride, 0};
  const int64_t count = (extent + stride - 1) / stride;
  return {count, std::max<int64_t>(0, (count - 1) * stride + span - extent) / 2};
}

Image image_of(const Tensor& t) {
  const Shape& s = t.shape();
  Image image{s[0], s[1], s[2], s[3]};
  image.values.assign(t.data<int8_t>().begin(), t.data<int8_t>().end());
  return image;
}

void for_taps(const Image& in, const Window& w, int64_t oy, int64_t ox,
              const std::function<void(int64_t, int64_t, int64_t, int64_t)>& tap) {
  const int64_t top = along(in.h, w.high, w.stride_high, w.dilation_high, w.same).before;
  const int64_t left = along(in.w, w.wide, w.stride_wide, w.dilation_wide, w.same).before;
  for (int64_t ky = 0; ky < w.high; ++ky)
    for (int64_t kx = 0; kx < w.wide; ++kx) {
      const int64_t y = oy * w.stride_high + ky * w.dilation_high - top;
      const int64_t x = ox * w.stride_wide + kx * w.dilation_wide - left;
      if (y >= 0 && y < in.h && x >= 0 && x < in.w)
        tap(y, x, ky, kx);
    }
}

}  // namespace vta::tflite_test
