#include "compiler/passes/float_chain.h"

#include <algorithm>

namespace vta {
namespace {

class FloatChainMatcher {
 public:
  FloatChainMatcher(const Graph& graph, const std::vector<std::vector<NodeId>>& users)
      : graph_(graph), users_(users) {}

  FloatChain match(NodeId begin) {
    extend(begin);
    if (graph_.node(begin).op != "add")
      take_bias(begin);
    take_activation();
    return std::move(chain_);
  }

  FloatChain match_clip(NodeId begin) {
    extend(begin);
    if (const NodeId user = only_user(); user >= 0 && graph_.model_scales().present)
      take_clip(user);
    if (chain_.relu)
      chain_.lower = 0;  // by the same clip
    return std::move(chain_);
  }

 private:
  void extend(NodeId id) {
    chain_.end = id;
    chain_.calls.push_back(id);
  }

  // The only reader of the chain's value so far, or -1.
  NodeId only_user() const {
    const auto& outputs = graph_.outputs();
    const auto& users = users_[static_cast<size_t>(chain_.end)];
    if (users.size() != 1 || std::find(outputs.begin(), outputs.end(), chain_.end) != outputs.end())
      return -1;
    return users.front();
  }

  void take_bias(NodeId layer) {
    const int64_t channels = graph_.type(layer).shape[1];
    chain_.bias.assign(static_cast<size_t>(channels), 0.0F);
    const NodeId user = only_user();
    if (user < 0 || (graph_.node(user).op != "add" && graph_.node(user).op != "nn.bias_add"))
      return;
    const Node& n = graph_.node(user);
    const NodeId other = n.inputs[0] == chain_.end ? n.inputs[1] : n.inputs[0];
    const Node& constant = graph_.node(other);
    if (constant.kind != NodeKind::Constant || !constant.constant.valid() ||
        constant.type().dtype != DType::F32)
      return;
    const bool by_axis = n.op == "nn.bias_add" && n.attrs.get_int("axis", 1) == 1;
    if (!by_axis && !broadcasts_by_channel(constant.type().shape, graph_.type(layer).shape))
      return;
    const auto values = constant.constant.data<float>();
    for (size_t c = 0; c < chain_.bias.size(); ++c)
      chain_.bias[c] = values.size() == 1 ? values[0] : values[c];
    extend(user);
  }

  // Aligned from the right, all extents 1 but the channel's.
  static bool broadcasts_by_channel(const Shape& shape, const Shape& result) {
    if (shape.size() > result.size())
      return false;
    for (size_t i = 0; i < shape.size(); ++i) {
      const size_t axis = result.size() - shape.size() + i;
      if (shape[i] != 1 && (axis != 1 || shape[i] != result[1]))
        return false;
    }
    return true;
  }

  void take_activation() {
    const NodeId user = only_user();
    if (user < 0)
      return;
    const Node& n = graph_.node(user);
    if (n.op == "nn.relu") {
      chain_.relu = true;
      extend(user);
    } else if (graph_.model_scales().present ||
               (!chain_.bias.empty() && n.attrs.get_double("a_min", -1) == 0)) {
      take_clip(user);
    }
  }

  void take_clip(NodeId user) {
    if (chain_.take_clip(graph_.node(user)))
      extend(user);
  }

  const Graph& graph_;
  const std::vector<std::vector<NodeId>>& users_;
  FloatChain chain_;
};

}  // namespace

bool FloatChain::take_clip(const Node& n) {
  const double least = n.attrs.get_double("a_min", 1), most = n.attrs.get_double("a_max", -1);
  if (n.op != "clip" || least > 0 || most < 0)
    return false;
  relu = least == 0;
  if (least < 0)
    lower = least;
  upper = most;
  return true;
}

FloatChain match_clip(const Graph& graph, const std::vector<std::vector<NodeId>>& users,
                      NodeId begin) {
  return FloatChainMatcher(graph, users).match_clip(begin);
}

FloatChain match_float_chain(const Graph& graph, const std::vector<std::vector<NodeId>>& users,
                             NodeId begin) {
  return FloatChainMatcher(graph, users).match(begin);
}

}  // namespace vta
