#include "compiler/passes/dynamic_products.h"

#include <array>
#include <optional>

#include "compiler/interp/interpreter.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

class ProductFolder {
 public:
  explicit ProductFolder(const Graph& graph) : old_(graph), rewriter_(graph) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      if (!fold(id))
        rewriter_.copy(id);
    return without_dead_nodes(rewriter_.finish());
  }

 private:
  const Node& node(NodeId id) const { return old_.node(id); }

  // The same value, whatever its shape.
  NodeId plain(NodeId id) const {
    while (is_call(old_, id, "reshape"))
      id = node(id).inputs[0];
    return id;
  }

  bool fold(NodeId id) {
    if (!is_call(old_, id, "multiply"))
      return false;
    for (const size_t side : {size_t{0}, size_t{1}})
      if (const NodeId sums = sums_of(node(id).inputs[side]); sums >= 0)
        if (const auto factor = without_scale(node(id).inputs[1 - side], scale_of(sums)))
          return emit(id, sums, *factor);
    return false;
  }

  // The product in int32 behind a cast; -1 where its data is not quantized as it runs.
  NodeId sums_of(NodeId id) const {
    if (!is_call(old_, id, "cast") || old_.type(id).dtype != DType::F32)
      return -1;
    const NodeId sums = plain(node(id).inputs[0]);
    const Node& n = node(sums);
    if (n.op != "qnn.conv2d" && n.op != "qnn.dense" && n.op != "qnn.batch_matmul")
      return -1;
    const NodeId data = plain(n.inputs[0]);
    const bool same_zero =
        is_call(old_, data, "qnn.quantize") && plain(node(data).inputs[2]) == plain(n.inputs[2]);
    const bool constant = constant_value(old_, n.inputs[1]) != nullptr &&
                          constant_value(old_, n.inputs[3]) != nullptr;
    const bool one_zero = same_zero && num_elements(old_.type(n.inputs[2]).shape) == 1;
    return one_zero && constant ? sums : -1;
  }

  NodeId scale_of(NodeId sums) const { return node(plain(node(sums).inputs[0])).inputs[1]; }

  // What is left of a factor without the scale in it: a constant of the old graph, or nothing (-1).
  std::optional<NodeId> without_scale(NodeId factor, NodeId scale) const {
    if (plain(factor) == plain(scale))
      return NodeId{-1};
    if (!is_call(old_, factor, "multiply"))
      return std::nullopt;
    const std::vector<NodeId>& in = node(factor).inputs;
    for (const size_t side : {size_t{0}, size_t{1}})
      if (plain(in[side]) == plain(scale) && constant_value(old_, in[1 - side]) != nullptr)
        return in[1 - side];
    return std::nullopt;
  }

  // Data in the shape that the product reads it in.
  NodeId real_data(NodeId data) {
    if (is_call(old_, data, "reshape"))
      return rewriter_.graph().add_call("reshape", {real_data(node(data).inputs[0])},
                                        node(data).attrs);
    return rewriter_.mapped(node(data).inputs[0]);
  }

  bool emit(NodeId id, NodeId sums, NodeId factor) {
    const Node& n = node(sums);
    const std::array steps = {*constant_value(old_, n.inputs[1]), Tensor::scalar<float>(1.0F),
                              *constant_value(old_, n.inputs[3])};
    const Tensor weight = evaluate_op("qnn.dequantize", {}, steps).front();
    Graph& graph = rewriter_.graph();
    NodeId real = graph.add_call("nn." + n.op.substr(4),
                                 {real_data(n.inputs[0]), graph.add_constant(weight)}, n.attrs);
    graph.node(real).name = n.name;
    const Shape shape = old_.type(id).shape;
    const bool reshaped = graph.type(real).shape != old_.type(node(id).inputs[0]).shape &&
                          graph.type(real).shape != old_.type(node(id).inputs[1]).shape;
    if (reshaped)
      real = graph.add_call("reshape", {real}, {{"newshape", shape}});
    if (factor >= 0) {
      real = graph.add_call("multiply", {real, rewriter_.mapped(factor)});
      if (graph.type(real).shape != shape)
        return false;
    } else if (graph.type(real).shape != shape) {
      return false;
    }
    graph.node(real).name = node(id).name;
    rewriter_.map(id, real);
    return true;
  }

  const Graph& old_;
  GraphRewriter rewriter_;
};

}  // namespace

Graph fold_dynamic_products(const Graph& graph) {
  return ProductFolder(graph).run();
}

}  // namespace vta
