// Inside the interpreter: arguments and results of an operator's evaluation, and the tables of
// evaluators.
#pragma once

#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/attrs.h"
#include "base/tensor.h"
#include "compiler/graph/graph.h"

namespace vta::interp {

// Operands have been checked by the operator table's shape function, which also gave `types`.
struct Call {
  std::string_view op;
  const Attrs& attrs;
  std::span<const Tensor> inputs;
  std::span<const TensorType> types;  // of the results

  const Tensor& in(size_t i) const { return inputs[i]; }
  Tensor result(size_t i = 0) const { return Tensor::zeros(types[i].dtype, types[i].shape); }
  // A type that this operator's arithmetic is not defined for: CompileError.
  [[noreturn]] void unsupported(DType dtype) const;
};

struct Evaluator {
  std::string_view op;
  std::vector<Tensor> (*run)(const Call& call);
};

// One table per file of this folder.
std::span<const Evaluator> elementwise_evaluators();
std::span<const Evaluator> convolution_evaluators();
std::span<const Evaluator> pool_evaluators();
std::span<const Evaluator> normalize_evaluators();
std::span<const Evaluator> reduce_evaluators();
std::span<const Evaluator> layout_evaluators();
std::span<const Evaluator> unary_evaluators();
std::span<const Evaluator> choice_evaluators();
std::span<const Evaluator> index_evaluators();
std::span<const Evaluator> resize_evaluators();
std::span<const Evaluator> quantized_evaluators();
std::span<const Evaluator> integer_evaluators();
std::span<const Evaluator> recurrent_evaluators();
std::span<const Evaluator> sample_evaluators();
std::span<const Evaluator> attention_evaluators();
std::span<const Evaluator> transformer_evaluators();

// Signed arithmetic that wraps around in two's complement; plain for floating point.
template <typename T>
constexpr T wrap_add(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  else
    return a + b;
}
// NaN where either is.
template <typename T>
constexpr T max_of(T a, T b) {
  return a < b || b != b ? b : a;
}
template <typename T>
constexpr T min_of(T a, T b) {
  return b < a || b != b ? b : a;
}
template <typename T>
constexpr T wrap_sub(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
  else
    return a - b;
}
template <typename T>
constexpr T wrap_mul(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  else
    return a * b;
}

// Calls fn.operator()<T>() with the C++ type of a tensor's elements.
template <typename Fn>
decltype(auto) with_type(DType dtype, Fn&& fn) {
  switch (dtype) {
    case DType::F32:
      return fn.template operator()<float>();
    case DType::I8:
      return fn.template operator()<int8_t>();
    case DType::U8:
      return fn.template operator()<uint8_t>();
    case DType::I32:
      return fn.template operator()<int32_t>();
    case DType::I64:
      return fn.template operator()<int64_t>();
    case DType::Bool:
      break;
  }
  return fn.template operator()<bool>();
}

// Row-major element strides of a shape.
Shape strides_of(const Shape& shape);
// Axis of a tensor of this rank; negative counts from the end.
size_t axis_of(int64_t axis, int64_t rank);
// Elements before, along and after an axis.
struct AxisSplit {
  int64_t outer = 1, extent = 1, inner = 1;
};
AxisSplit split_at(const Shape& shape, size_t axis);
Tensor transposed(const Tensor& tensor, const Shape& axes);
// Where the elements of a tensor of shape `part` are that those of `whole` meet, in order.
std::vector<int64_t> broadcast_places(const Shape& part, const Shape& whole);

}  // namespace vta::interp
