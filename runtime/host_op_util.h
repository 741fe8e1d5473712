// Common code of the host operators: reading attributes, selecting element types, and their tables.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/attrs.h"
#include "base/tensor.h"

namespace vta::host {

using Operands = std::span<const Tensor>;
using Results = std::vector<Tensor>;

// One row of an operator table. Operands and attributes have been checked by the graph's type
// inference before `run` is called: extents are at least 1, windows fit, shapes agree.
struct HostOp {
  std::string_view name;
  Results (*run)(Operands in, const Attrs& attrs);
};
std::span<const HostOp> elementwise_ops();
std::span<const HostOp> shape_ops();
std::span<const HostOp> nn_ops();
std::span<const HostOp> pool_ops();
std::span<const HostOp> conv_ops();
std::span<const HostOp> unary_ops();
std::span<const HostOp> choice_ops();
std::span<const HostOp> reduce_ops();
std::span<const HostOp> index_ops();
std::span<const HostOp> resize_ops();
std::span<const HostOp> quantized_ops();
std::span<const HostOp> integer_ops();
std::span<const HostOp> recurrent_ops();
std::span<const HostOp> sample_ops();
std::span<const HostOp> attention_ops();
std::span<const HostOp> transformer_ops();

// Throws InputError; run_host_op puts the operator's name in front.
template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw InputError(fmt::format(format, std::forward<Args>(args)...));
}
std::string tensor_text(const Tensor& t);  // "float32 (1, 3, 224, 224)"

// An axis counted from the end when negative, in 0..rank-1.
int64_t axis_in(int64_t axis, int64_t rank);
// A list attribute that may also be written as one integer.
IntList ints_of(const Attrs& attrs, std::string_view name, const IntList& absent);
// [height, width]; one value stands for both.
std::array<int64_t, 2> pair_of(const Attrs& attrs, std::string_view name, int64_t absent);
// [top, left, bottom, right] from 1, 2 or 4 values.
std::array<int64_t, 4> padding_of(const Attrs& attrs);
// Positions of a window along an axis: padded extent, window with dilation, stride. At least 1.
struct Window {
  int64_t extent = 0, before = 0, after = 0, size = 1, stride = 1, dilation = 1;
};
int64_t window_count(const Window& window, bool ceil);
// Of data NCHW and weight OIHW.
struct ConvShape;
ConvShape conv_shape(const Tensor& data, const Tensor& weight, const Attrs& attrs);

// [outer][axis][inner] around one axis of a shape.
struct AxisSplit {
  int64_t outer = 1, extent = 1, inner = 1;
};
AxisSplit split_at(const Shape& shape, int64_t axis);
Shape broadcast_shape(const Shape& a, const Shape& b);

// Axes in another order: out axis i is in axis axes[i].
Tensor permuted(const Tensor& in, const IntList& axes);

void require_float(const Tensor& t, std::string_view what);

// Calls f with a value of the C++ type of a numeric element type.
template <typename F>
decltype(auto) with_type(DType dtype, F f) {
  switch (dtype) {
    case DType::F32:
      return f(float{});
    case DType::I8:
      return f(int8_t{});
    case DType::U8:
      return f(uint8_t{});
    case DType::I32:
      return f(int32_t{});
    case DType::I64:
      return f(int64_t{});
    case DType::Bool:
      break;
  }
  fail("element type bool is not supported here");
}

// The same of any element type.
template <typename F>
decltype(auto) with_any_type(DType dtype, F f) {
  return dtype == DType::Bool ? f(bool{}) : with_type(dtype, f);
}

// Within the type's range; towards zero for integers, where NaN becomes 0.
template <typename T>
T saturated(double value) {
  if constexpr (std::is_integral_v<T>) {
    using Limits = std::numeric_limits<T>;
    if (std::isnan(value))
      return 0;
    if (value <= static_cast<double>(Limits::min()))
      return Limits::min();
    if (value >= static_cast<double>(Limits::max()))
      return Limits::max();
  }
  return static_cast<T>(value);
}

// Arithmetic that wraps for integers and is plain for float.
template <typename T>
T wrapping_add(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
  } else {
    return a + b;
  }
}

// NaN where either is: a network that has diverged shows it.
template <typename T>
T larger(T a, T b) {
  return a < b || b != b ? b : a;
}
template <typename T>
T smaller(T a, T b) {
  return b < a || b != b ? b : a;
}

}  // namespace vta::host
