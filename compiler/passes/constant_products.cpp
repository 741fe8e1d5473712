#include "compiler/passes/constant_products.h"

#include <algorithm>

#include "compiler/interp/interpreter.h"
#include "compiler/kernels/chain.h"
#include "compiler/passes/dead_code.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

constexpr int64_t kMostMatrices = 64;

Tensor transposed(const Tensor& t, IntList axes) {
  return evaluate_op("transpose", {{"axes", std::move(axes)}}, std::span(&t, 1)).front();
}

// (1, O, K) of (S, O, K) where all S are the same.
Tensor without_repeats(const Tensor& weights) {
  const Shape& s = weights.shape();
  const auto all = weights.data<float>();
  const auto size = static_cast<size_t>(s[1] * s[2]);
  for (size_t at = size; at < all.size(); at += size)
    if (!std::ranges::equal(all.first(size), all.subspan(at, size)))
      return weights;
  return Tensor::from_span<float>({1, s[1], s[2]}, all.first(size));
}

class ProductRewriter {
 public:
  explicit ProductRewriter(const Graph& graph) : old_(graph), rewriter_(graph) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      if (!rewrite(id))
        rewriter_.copy(id);
    return rewriter_.finish();
  }

 private:
  Graph& graph() { return rewriter_.graph(); }
  const Shape& shape(NodeId id) { return graph().type(id).shape; }

  bool rewrite(NodeId id) {
    const Node& n = old_.node(id);
    const bool dense = n.op == "nn.dense", product = n.op == "nn.batch_matmul";
    if (n.kind != NodeKind::Call || n.constant_expr || n.type().dtype != DType::F32 ||
        (!dense && !product))
      return false;
    const bool left = old_.node(n.inputs[0]).constant_expr;
    if (!left && !old_.node(n.inputs[1]).constant_expr)
      return false;
    if (dense && !left && old_.type(n.inputs[0]).shape.size() == 2)
      return false;
    const NodeId result =
        dense ? (left ? dense_of_constant(n) : dense_of_rows(n)) : matmul(n, left);
    if (result < 0)
      return false;
    const auto& outputs = old_.outputs();
    if (std::ranges::find(outputs, id) != outputs.end())
      graph().node(result).name = n.name;
    rewriter_.map(id, result);
    return true;
  }

  NodeId reshaped(NodeId value, const Shape& to) {
    return shape(value) == to ? value : graph().add_call("reshape", {value}, {{"newshape", to}});
  }
  NodeId turned(NodeId value, IntList axes) {
    return graph().add_call("transpose", {value}, {{"axes", std::move(axes)}});
  }

  NodeId layer(const Node& n, NodeId rows, NodeId weight) {
    const int64_t units = shape(weight)[0];
    const NodeId made = graph().add_call("nn.dense", {rows, weight}, {{"units", units}});
    keep_identity(n, graph().node(made));
    return made;
  }

  NodeId dense_of_rows(const Node& n) {
    const NodeId x = rewriter_.mapped(n.inputs[0]), weight = rewriter_.mapped(n.inputs[1]);
    const int64_t depth = shape(x).back();
    const NodeId rows = reshaped(x, {num_elements(shape(x)) / depth, depth});
    return reshaped(layer(n, rows, weight), n.type().shape);
  }

  // The other operand lies as a layer's data do.
  NodeId dense_of_constant(const Node& n) {
    const Tensor constant = evaluate_constant(old_, n.inputs[0]);
    if (!constant.valid())
      return -1;
    const int64_t depth = constant.shape().back();
    const NodeId weight = graph().add_constant(constant.reshaped({constant.size() / depth, depth}));
    const NodeId product = layer(n, rewriter_.mapped(n.inputs[1]), weight);
    return reshaped(turned(product, {1, 0}), n.type().shape);
  }

  NodeId matmul(const Node& n, bool left) {
    const bool transposed_b = n.attrs.get_bool("transpose_b", false);
    Tensor weights = evaluate_constant(old_, n.inputs[left ? 0 : 1]);
    if (!weights.valid())
      return -1;
    if (!left && !transposed_b)
      weights = transposed(weights, {0, 2, 1});
    weights = without_repeats(weights);
    NodeId data = rewriter_.mapped(n.inputs[left ? 1 : 0]);
    if (weights.shape()[0] > kMostMatrices && shape(data)[0] > 1)
      return -1;
    if (left && !transposed_b)
      data = turned(data, {0, 2, 1});
    const NodeId product = multiplied(n, data, weights);
    return left ? turned(product, {0, 2, 1}) : product;
  }

  // (D, R, K) times the transposed (S, O, K): (max(D, S), R, O).
  NodeId multiplied(const Node& n, NodeId data, const Tensor& weights) {
    const Shape d = shape(data), w = weights.shape();
    if (w[0] > 1 && d[0] > 1)
      return one_by_one(n, data, weights);
    const NodeId weight = graph().add_constant(weights.reshaped({w[0] * w[1], w[2]}));
    const NodeId product = layer(n, reshaped(data, {d[0] * d[1], d[2]}), weight);
    if (w[0] == 1)
      return reshaped(product, {d[0], d[1], w[1]});
    return turned(reshaped(product, {d[1], w[0], w[1]}), {1, 0, 2});
  }

  NodeId one_by_one(const Node& n, NodeId data, const Tensor& weights) {
    const Shape d = shape(data), w = weights.shape();
    const auto size = static_cast<size_t>(w[1] * w[2]);
    std::vector<NodeId> parts;
    for (int64_t i = 0; i < w[0]; ++i) {
      const NodeId rows = graph().add_call("strided_slice", {data},
                                           {{"begin", IntList{i, 0, 0}},
                                            {"end", IntList{i + 1, d[1], d[2]}},
                                            {"strides", IntList{1, 1, 1}}});
      const auto own = weights.data<float>().subspan(static_cast<size_t>(i) * size, size);
      const NodeId weight = graph().add_constant(Tensor::from_span<float>({w[1], w[2]}, own));
      parts.push_back(reshaped(layer(n, reshaped(rows, {d[1], d[2]}), weight), {1, d[1], w[1]}));
    }
    return graph().add_call("concatenate", std::move(parts), {{"axis", int64_t{0}}});
  }

  const Graph& old_;
  GraphRewriter rewriter_;
};

}  // namespace

Graph constant_products(const Graph& graph, PassContext& context) {
  return remove_dead_code(ProductRewriter(graph).run(), context);
}

}  // namespace vta
