#include "compiler/passes/simplify_inference.h"

#include <cmath>

#include "base/error.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

struct ScaleShift {
  std::vector<float> scale, shift;
};

bool has_data(const Graph& graph, const Node& norm) {
  for (size_t i = 1; i < 5; ++i)
    if (constant_value(graph, norm.inputs[i]) == nullptr)
      return false;
  return true;
}

ScaleShift scale_and_shift(const Graph& graph, const Node& norm) {
  const auto values = [&](size_t i) {
    return constant_value(graph, norm.inputs[i])->data<float>();
  };
  const auto gamma = values(1), beta = values(2), mean = values(3), variance = values(4);
  const double epsilon = norm.attrs.get_double("epsilon", 1e-5);
  const bool use_scale = norm.attrs.get_bool("scale", true);
  const bool use_center = norm.attrs.get_bool("center", true);
  ScaleShift result;
  for (size_t c = 0; c < gamma.size(); ++c) {
    const double scale = (use_scale ? double{gamma[c]} : 1.0) / std::sqrt(variance[c] + epsilon);
    result.scale.push_back(static_cast<float>(scale));
    result.shift.push_back(
        static_cast<float>((use_center ? double{beta[c]} : 0.0) - mean[c] * scale));
  }
  return result;
}

class Simplifier {
 public:
  explicit Simplifier(const Graph& graph) : old_(graph), rewriter_(graph) {}

  Graph run(PassContext& context) {
    for (NodeId id = 0; id < old_.size(); ++id) {
      const Node& n = old_.node(id);
      if (is_call(old_, id, "nn.batch_norm")) {
        if (!has_data(old_, n)) {
          ++left_;
          rewriter_.copy(id);
        }
      } else if (n.kind == NodeKind::TupleGet && reads_simplified(n)) {
        expand(id);
      } else {
        rewriter_.copy(id);
      }
    }
    if (left_ > 0)
      context.notes.push_back(
          {.fact = fmt::format(
               "simplify_inference: {} batch norms stay, because their statistics have no data",
               left_)});
    return rewriter_.finish();
  }

 private:
  bool reads_simplified(const Node& get) const {
    return is_call(old_, get.inputs[0], "nn.batch_norm") && rewriter_.mapped(get.inputs[0]) < 0;
  }

  void expand(NodeId id) {
    const Node& get = old_.node(id);
    const Node& norm = old_.node(get.inputs[0]);
    if (get.tuple_index > 0) {
      rewriter_.map(id, rewriter_.mapped(norm.inputs[static_cast<size_t>(get.tuple_index) + 2]));
      return;
    }
    Graph& graph = rewriter_.graph();
    const auto rank = static_cast<int64_t>(norm.type().shape.size());
    const int64_t axis = channel_axis(norm, rank);
    const ScaleShift values = scale_and_shift(old_, norm);
    const NodeId scale = graph.add_constant(channel_tensor(values.scale, axis, rank));
    const NodeId product = graph.add_call("multiply", {rewriter_.mapped(norm.inputs[0]), scale});
    const NodeId shift = graph.add_constant(channel_tensor(values.shift, axis, rank));
    graph.node(product).onnx_nodes = norm.onnx_nodes;
    const NodeId sum = graph.add_call("add", {product, shift});
    keep_identity(norm, graph.node(sum));
    rewriter_.map(id, sum);
  }

  const Graph& old_;
  GraphRewriter rewriter_;
  int left_ = 0;
};

}  // namespace

Graph simplify_inference(const Graph& graph, PassContext& context) {
  return Simplifier(graph).run(context);
}

}  // namespace vta
