#include "compiler/passes/int32_bounds.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "compiler/graph/graph_util.h"
#include "compiler/graph/shape_util.h"
#include "compiler/interp/interpreter.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

constexpr int64_t kUnknown = int64_t{1} << 31;

int64_t largest_of(const Tensor& t) {
  const Tensor wide =
      evaluate_op("cast", {{"dtype", std::string("int32")}}, std::span(&t, 1)).front();
  int64_t largest = 0;
  for (const int64_t v : wide.data<int32_t>())
    largest = std::max(largest, std::abs(v));
  return largest;
}

// Of a byte less a zero point.
int64_t largest_less(const Graph& graph, NodeId value, NodeId zero) {
  const Tensor* point = constant_value(graph, zero);
  const int64_t byte = graph.type(value).dtype == DType::U8 ? 255 : 128;
  return byte + (point == nullptr ? byte : largest_of(*point));
}

// Sums of products with constant weights.
int64_t largest_product(const Graph& graph, const Node& n) {
  const Tensor* weight = constant_value(graph, n.inputs[1]);
  if (weight == nullptr)
    return kUnknown;
  const Tensor* zero = constant_value(graph, n.inputs[3]);
  const int64_t point = zero == nullptr ? 255 : largest_of(*zero);
  const Tensor wide =
      evaluate_op("cast", {{"dtype", std::string("int32")}}, std::span(weight, 1)).front();
  const auto w = wide.data<int32_t>();
  const size_t each = w.size() / static_cast<size_t>(weight->shape()[0]);
  int64_t largest = 0;
  for (size_t first = 0; first < w.size(); first += each) {
    int64_t sum = 0;
    for (const int64_t v : w.subspan(first, each))
      sum += std::abs(v) + point;
    largest = std::max(largest, sum);
  }
  return largest * largest_less(graph, n.inputs[0], n.inputs[2]);
}

int64_t largest_of_call(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  const auto of = [&](size_t i) { return largest_magnitude(graph, n.inputs[i]); };
  if (n.op == "cast")
    return of(0);
  if (n.op == "add" || n.op == "subtract")
    return of(0) + of(1);
  if (n.op == "multiply")
    return of(0) * of(1);
  if (n.op == "maximum" || n.op == "minimum")
    return std::max(of(0), of(1));
  if (n.op == "reshape" || n.op == "transpose" || n.op == "nn.batch_flatten")
    return of(0);
  if (n.op == "qnn.conv2d" || n.op == "qnn.dense")
    return largest_product(graph, n);
  if (n.op == "nn.sum_pool2d") {
    const auto size = shapes::read_pair(n.attrs, "pool_size", 1, 1);
    return of(0) * size[0] * size[1];
  }
  return kUnknown;
}

}  // namespace

int64_t largest_magnitude(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  if (n.types.size() != 1)
    return kUnknown;
  if (n.kind == NodeKind::Constant)
    return n.constant.valid() ? largest_of(n.constant) : kUnknown;
  if (n.type().dtype == DType::I8 || n.type().dtype == DType::U8)
    return n.type().dtype == DType::I8 ? 128 : 255;
  if (n.kind != NodeKind::Call || n.type().dtype != DType::I32)
    return kUnknown;
  return std::min(kUnknown, largest_of_call(graph, id));
}

}  // namespace vta
