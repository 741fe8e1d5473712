#include "compiler/passes/scaled_product.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <span>

#include "compiler/graph/graph_util.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

using Bounds = ScaledProduct::Bounds;

// Of the sums of int8 data, less `zero` each, by some weights.
Bounds sums_of(std::span<const int8_t> weights, int64_t zero) {
  constexpr int64_t kLow = std::numeric_limits<int8_t>::min(),
                    kHigh = std::numeric_limits<int8_t>::max();
  Bounds b;
  for (const int8_t w : weights) {
    b.low += w * (w > 0 ? kLow - zero : kHigh - zero);
    b.high += w * (w > 0 ? kHigh - zero : kLow - zero);
  }
  return b;
}

std::vector<Bounds> bounds_of_product(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  if (n.kind != NodeKind::Call || (n.op != "qnn.conv2d" && n.op != "qnn.dense"))
    return {};
  const Tensor* weight = constant_value(graph, n.inputs[1]);
  const Tensor* zero = constant_value(graph, n.inputs[2]);
  const Tensor* weight_zero = constant_value(graph, n.inputs[3]);
  const auto is_int8 = [](const Tensor* t) { return t != nullptr && t->dtype() == DType::I8; };
  if (!is_int8(weight) || !is_int8(zero) || zero->size() != 1 || !is_int8(weight_zero) ||
      weight_zero->size() != 1 || weight_zero->data<int8_t>()[0] != 0 ||
      graph.type(n.inputs[0]).dtype != DType::I8)
    return {};
  const auto w = weight->data<int8_t>();
  const auto outputs = static_cast<size_t>(weight->shape()[0]);
  const size_t each = w.size() / outputs;
  std::vector<Bounds> bounds;
  for (size_t o = 0; o < outputs; ++o)
    bounds.push_back(sums_of(w.subspan(o * each, each), zero->data<int8_t>()[0]));
  return bounds;
}

}  // namespace

int64_t ScaledProduct::magnitude() const {
  int64_t most = 0;
  for (const auto& [low, high] : sums)
    most = std::max({most, std::abs(low), std::abs(high)});
  return most;
}

std::optional<ScaledProduct> scaled_product(const Graph& graph,
                                            const std::vector<std::vector<NodeId>>& users,
                                            const Node& rescale) {
  const auto read_once = [&](NodeId id) {
    return users[static_cast<size_t>(id)].size() == 1 &&
           std::ranges::find(graph.outputs(), id) == graph.outputs().end();
  };
  ScaledProduct found{.product = rescale.inputs[0]};
  if (const Node& n = graph.node(found.product); n.op == "add") {
    found.bias = constant_value(graph, n.inputs[1]);
    if (found.bias == nullptr || found.bias->dtype() != DType::I32 || !read_once(found.product))
      return std::nullopt;
    found.product = n.inputs[0];
  }
  found.sums = bounds_of_product(graph, found.product);
  const bool second_axis =
      is_conv2d(graph.node(found.product).op) || rescale.type().shape.size() == 2;
  const auto channels = std::ssize(found.sums);
  if (found.sums.empty() || !second_axis || !read_once(found.product) ||
      (found.bias != nullptr && found.bias->size() != 1 && found.bias->size() != channels))
    return std::nullopt;
  for (size_t c = 0; found.bias != nullptr && c < found.sums.size(); ++c) {
    const int32_t more = found.bias->data<int32_t>()[found.bias->size() == 1 ? 0 : c];
    found.sums[c].low += more;
    found.sums[c].high += more;
  }
  return found;
}

}  // namespace vta
