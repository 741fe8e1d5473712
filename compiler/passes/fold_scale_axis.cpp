// One walk: every convolution opens a chain (layer, weights, bias so far) that is known by the new
// node it ends in. A multiply or add that alone reads a chain's end makes the chain's layer and
// bias anew; what was made before is dead and removed at the end.
#include "compiler/passes/fold_scale_axis.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "base/plural.h"
#include "compiler/graph/layout.h"
#include "compiler/passes/dead_code.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

struct ScaledChain {
  NodeId layer = -1;  // of the old graph: operator, attributes, name
  NodeId data = -1;   // of the new graph
  Tensor weight;      // invalid: the layer's own has no data
  NodeId own_weight = -1;
  std::vector<float> bias;  // empty: none yet
  bool scaled = false;
};

// weight with every output channel `o` times factors[o].
Tensor scaled_weight(const Tensor& weight, int64_t channel_axis, std::span<const float> factors) {
  const Shape& shape = weight.shape();
  const int64_t channels = shape[static_cast<size_t>(channel_axis)];
  const int64_t rows = num_elements({shape.begin(), shape.begin() + channel_axis + 1});
  const int64_t inner = num_elements({shape.begin() + channel_axis + 1, shape.end()});
  Tensor result = Tensor::zeros(DType::F32, weight.shape());
  const float* from = weight.data<float>().data();
  float* to = result.mutable_data<float>().data();
  for (int64_t row = 0; row < rows; ++row, from += inner, to += inner) {
    const float factor = factors[static_cast<size_t>(row % channels)];
    for (int64_t i = 0; i < inner; ++i)
      to[i] = from[i] * factor;
  }
  return result;
}

int64_t weight_channel_axis(const Node& layer) {
  if (layer.op == "nn.dense")
    return 0;
  return Layout(layer.attrs.get_string("kernel_layout", "OIHW")).index('O');
}

class ScaleFolder {
 public:
  explicit ScaleFolder(const Graph& graph)
      : old_(graph), rewriter_(graph), uses_(graph.use_counts()) {}

  Graph run(PassContext& context) {
    for (NodeId id = 0; id < old_.size(); ++id)
      if (!fold(id))
        open_chain(id, rewriter_.copy(id));
    if (!without_data_.empty())
      context.notes.push_back(
          {.fact = fmt::format("fold_scale_axis: {}, constants have no data",
                               counted(std::ssize(without_data_), "layer stays as it is",
                                       "layers stay as they are"))});
    return rewriter_.finish();
  }

 private:
  Graph& graph() { return rewriter_.graph(); }

  void open_chain(NodeId old_id, NodeId new_id) {
    const Node& n = old_.node(old_id);
    const bool layer = n.kind == NodeKind::Call && (n.op == "nn.conv2d" || n.op == "nn.dense");
    if (!layer || n.type().dtype != DType::F32 || axis_of(n) < 0)
      return;
    ScaledChain chain;
    chain.layer = old_id;
    chain.data = rewriter_.mapped(n.inputs[0]);
    chain.own_weight = rewriter_.mapped(n.inputs[1]);
    if (const Tensor* weight = constant_value(old_, n.inputs[1]))
      chain.weight = *weight;
    chains_[new_id] = std::move(chain);
  }

  int64_t axis_of(const Node& layer) const {
    return channel_axis(layer, static_cast<int64_t>(layer.type().shape.size()));
  }

  // True when the call was folded into the chain that it reads, and mapped.
  bool fold(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind != NodeKind::Call || (n.op != "add" && n.op != "multiply"))
      return false;
    const NodeId value = n.inputs[0];
    const auto found = chains_.find(rewriter_.mapped(value));
    if (found == chains_.end() || uses_[static_cast<size_t>(value)] != 1 ||
        !is_constant(old_, n.inputs[1]) || n.type() != old_.type(value))
      return false;
    ScaledChain chain = found->second;
    const Tensor* constant = constant_value(old_, n.inputs[1]);
    const bool needs_weight = n.op == "multiply";
    if (constant == nullptr || (needs_weight && !chain.weight.valid())) {
      without_data_.insert(chain.layer);
      return false;
    }
    const auto values = channel_values(*constant, n.type().shape, axis_of(old_.node(chain.layer)));
    if (!values)
      return false;
    n.op == "multiply" ? multiply(chain, *values) : add(chain, *values);
    finish(id, std::move(chain));
    return true;
  }

  void multiply(ScaledChain& chain, const std::vector<float>& factors) {
    chain.weight =
        scaled_weight(chain.weight, weight_channel_axis(old_.node(chain.layer)), factors);
    chain.scaled = true;
    for (size_t c = 0; c < chain.bias.size(); ++c)
      chain.bias[c] *= factors[c];
  }

  static void add(ScaledChain& chain, const std::vector<float>& values) {
    if (chain.bias.empty())
      chain.bias.assign(values.size(), 0.0f);
    for (size_t c = 0; c < values.size(); ++c)
      chain.bias[c] += values[c];
  }

  // Writes the chain's layer and bias as they are now, in the place of the folded call.
  void finish(NodeId id, ScaledChain chain) {
    const Node& layer = old_.node(chain.layer);
    const NodeId weight = chain.scaled ? graph().add_constant(chain.weight) : chain.own_weight;
    NodeId result = graph().add_call(layer.op, {chain.data, weight}, layer.attrs);
    keep_identity(layer, graph().node(result));
    if (!chain.bias.empty()) {
      const auto rank = static_cast<int64_t>(layer.type().shape.size());
      const NodeId bias = graph().add_constant(channel_tensor(chain.bias, axis_of(layer), rank));
      result = graph().add_call("add", {result, bias});
      keep_identity(old_.node(id), graph().node(result));
    }
    // With the names of what was folded before.
    const NodeId before = rewriter_.mapped(old_.node(id).inputs[0]);
    join_onnx_nodes(graph().node(result).onnx_nodes, graph().node(before).onnx_nodes);
    rewriter_.map(id, result);
    chains_[result] = std::move(chain);
  }

  const Graph& old_;
  GraphRewriter rewriter_;
  std::vector<int> uses_;
  std::map<NodeId, ScaledChain> chains_;  // by the new node that a chain ends in
  std::set<NodeId> without_data_;
};

}  // namespace

Graph fold_scale_axis(const Graph& graph, PassContext& context) {
  return remove_dead_code(ScaleFolder(graph).run(context), context);
}

}  // namespace vta
