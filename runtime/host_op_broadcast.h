// Binary functions of tensors with numpy's broadcasting, for the host's operators.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "runtime/host_op_util.h"

namespace vta::host {

// One loop level of a broadcast: a stride of 0 repeats the operand.
struct Level {
  int64_t extent = 1, a = 0, b = 0;
};

// Neighbouring levels along which both operands advance evenly are one; at least one level.
std::vector<Level> levels_of(const Shape& a, const Shape& b, const Shape& out);

template <typename T, typename R, typename F>
void inner_loop(const T* a, const T* b, R* out, const Level& level, F f) {
  const int64_t n = level.extent;
  if (level.a != 0 && level.b != 0) {
    for (int64_t i = 0; i < n; ++i)
      out[i] = f(a[i], b[i]);
  } else if (level.a != 0) {
    for (int64_t i = 0; i < n; ++i)
      out[i] = f(a[i], b[0]);
  } else if (level.b != 0) {
    for (int64_t i = 0; i < n; ++i)
      out[i] = f(a[0], b[i]);
  } else {
    std::fill(out, out + n, f(a[0], b[0]));
  }
}

// Not inlined: the optimizer would unroll its recursion for every operator and type.
template <typename T, typename R, typename F>
[[gnu::noinline]] R* broadcast_loops(const T* a, const T* b, R* out, std::span<const Level> levels,
                                     F f) {
  const Level& level = levels.front();
  if (levels.size() == 1) {
    inner_loop(a, b, out, level, f);
    return out + level.extent;
  }
  for (int64_t i = 0; i < level.extent; ++i)
    out = broadcast_loops(a + i * level.a, b + i * level.b, out, levels.subspan(1), f);
  return out;
}

template <typename T, typename R = T, typename F>
Tensor apply_binary(const Tensor& a, const Tensor& b, F f) {
  const Shape shape = broadcast_shape(a.shape(), b.shape());
  Tensor out = Tensor::zeros(dtype_of<R>(), shape);
  if (out.size() > 0)
    broadcast_loops(a.data<T>().data(), b.data<T>().data(), out.mutable_data<R>().data(),
                    std::span<const Level>(levels_of(a.shape(), b.shape(), shape)), f);
  return out;
}

}  // namespace vta::host
