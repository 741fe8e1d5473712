#include "compiler/passes/pass_util.h"

#include <algorithm>

#include "compiler/graph/layout.h"

namespace vta {

const Tensor* constant_value(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  return n.kind == NodeKind::Constant && n.constant.valid() ? &n.constant : nullptr;
}

bool is_sum_of_maps(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  if (!is_call(graph, id, "add") || n.type().dtype != DType::F32)
    return false;
  if (n.type().shape.size() != 4 && n.type().shape.size() != 2)
    return false;
  return std::ranges::all_of(n.inputs, [&](NodeId operand) {
    return graph.type(operand).shape == n.type().shape && !is_constant(graph, operand);
  });
}

int64_t channel_axis(const Node& call, int64_t rank) {
  if (call.op == "nn.dense")
    return rank - 1;
  if (call.op == "nn.conv2d") {
    const Layout layout(call.attrs.get_string("data_layout", "NCHW"));
    return layout.blocked() ? -1 : layout.index('C');
  }
  const int64_t axis = call.attrs.get_int("axis", 1);
  return axis < 0 ? axis + rank : axis;
}

Shape channel_shape(int64_t extent, int64_t axis, int64_t rank) {
  Shape shape(static_cast<size_t>(rank - axis), 1);
  shape.front() = extent;
  return shape;
}

std::optional<std::vector<float>> channel_values(const Tensor& constant, const Shape& shape,
                                                 int64_t axis) {
  if (constant.dtype() != DType::F32 || constant.shape().size() > shape.size())
    return std::nullopt;
  const size_t missing = shape.size() - constant.shape().size();
  for (size_t i = 0; i < constant.shape().size(); ++i) {
    const int64_t extent = constant.shape()[i];
    const bool channel = static_cast<int64_t>(i + missing) == axis;
    if (extent != 1 && !(channel && extent == shape[i + missing]))
      return std::nullopt;
  }
  const auto values = constant.data<float>();
  const auto channels = static_cast<size_t>(shape[static_cast<size_t>(axis)]);
  if (values.size() == 1)
    return std::vector<float>(channels, values[0]);
  return std::vector<float>(values.begin(), values.end());
}

Tensor channel_tensor(const std::vector<float>& values, int64_t axis, int64_t rank) {
  const auto extent = static_cast<int64_t>(values.size());
  return Tensor::from_span<float>(channel_shape(extent, axis, rank), values);
}

}  // namespace vta
