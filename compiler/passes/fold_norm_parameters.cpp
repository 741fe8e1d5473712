// gamma and beta of a norm that layers alone read: W diag(gamma), and W beta more in the bias.
#include <algorithm>
#include <map>
#include <optional>

#include "compiler/passes/element_moves.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/transformer_patterns.h"

namespace vta {
namespace {

// Moves between a norm and a layer; no exporter writes as many.
constexpr int kMostMoves = 8;

struct NormParameters {
  Tensor gamma, beta;  // beta: invalid without
};

bool is_norm(const Node& n) {
  return n.kind == NodeKind::Call && (n.op == "nn.layer_norm" || n.op == "nn.rms_norm");
}

bool are_all(const Tensor& t, float value) {
  return std::ranges::all_of(t.data<float>(), [&](float v) { return v == value; });
}

class NormFolder {
 public:
  explicit NormFolder(const Graph& graph) : old_(graph), rewriter_(graph), users_(graph.users()) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      if (is_norm(old_.node(id)))
        find_readers(id);
    for (NodeId id = 0; id < old_.size(); ++id) {
      if (const auto norm = folded_.find(id); norm != folded_.end())
        rewrite_norm(id);
      else if (const auto layer = layers_.find(id); layer != layers_.end())
        rewrite_layer(id, *layer->second);
      else
        rewriter_.copy(id);
    }
    return rewriter_.finish();
  }

 private:
  Graph& graph() { return rewriter_.graph(); }

  void find_readers(NodeId norm) {
    const Node& n = old_.node(norm);
    const Tensor* gamma = constant_value(old_, n.inputs[1]);
    const Tensor* beta = n.inputs.size() > 2 ? constant_value(old_, n.inputs[2]) : nullptr;
    if (gamma == nullptr || (n.inputs.size() > 2 && beta == nullptr) ||
        (are_all(*gamma, 1) && (beta == nullptr || are_all(*beta, 0))))
      return;
    std::vector<NodeId> layers;
    if (!only_layers_read(norm, norm, kMostMoves, layers))
      return;
    const NormParameters& parameters = folded_[norm] = {*gamma, beta == nullptr ? Tensor() : *beta};
    for (const NodeId layer : layers)
      layers_[layer] = &parameters;
  }

  // Through so many moves of whole rows.
  bool only_layers_read(NodeId norm, NodeId value, int moves, std::vector<NodeId>& layers) const {
    const auto& outputs = old_.outputs();
    if (std::ranges::find(outputs, value) != outputs.end())
      return false;
    return std::ranges::all_of(users_[static_cast<size_t>(value)], [&](NodeId user) {
      const Node& n = old_.node(user);
      if (is_call(old_, user, "nn.dense") && n.inputs[0] == value &&
          constant_value(old_, n.inputs[1]) != nullptr) {
        layers.push_back(user);
        return true;
      }
      return moves > 0 && only_moves(old_, user) && keeps_channels(norm, user) &&
             only_layers_read(norm, user, moves - 1, layers);
    });
  }

  bool keeps_channels(NodeId norm, NodeId move) const {
    const int64_t channels = old_.type(norm).shape.back();
    if (old_.type(move).shape.empty() || old_.type(move).shape.back() != channels)
      return false;
    const std::optional<MovedElements> m = moved_elements(old_, move);
    if (!m)
      return false;
    for (size_t i = 0; i < m->places.size(); ++i)
      if (m->places[i] % channels != static_cast<int64_t>(i) % channels)
        return false;
    return true;
  }

  void rewrite_norm(NodeId id) {
    const Node& n = old_.node(id);
    const auto channels = static_cast<size_t>(n.type().shape.back());
    const auto filled = [&](float value) {
      return graph().add_constant(Tensor::from_span<float>({static_cast<int64_t>(channels)},
                                                           std::vector<float>(channels, value)));
    };
    std::vector<NodeId> operands = {rewriter_.mapped(n.inputs[0]), filled(1)};
    if (n.inputs.size() > 2)
      operands.push_back(filled(0));
    rewriter_.map(id, append_copy(graph(), n, std::move(operands)));
  }

  void rewrite_layer(NodeId id, const NormParameters& norm) {
    const Node& n = old_.node(id);
    const Tensor& weight = *constant_value(old_, n.inputs[1]);
    const auto w = weight.data<float>(), gamma = norm.gamma.data<float>();
    Tensor scaled = Tensor::zeros(DType::F32, weight.shape());
    std::vector<float> bias(static_cast<size_t>(weight.shape()[0]), 0);
    for (size_t i = 0; i < w.size(); ++i) {
      const size_t channel = i % gamma.size();
      scaled.mutable_data<float>()[i] = w[i] * gamma[channel];
      if (norm.beta.valid())
        bias[i / gamma.size()] += w[i] * norm.beta.data<float>()[channel];
    }
    NodeId made =
        append_copy(graph(), n, {rewriter_.mapped(n.inputs[0]), graph().add_constant(scaled)});
    if (norm.beta.valid())
      made = graph().add_call("add", {made, graph().add_constant(channel_tensor(bias, 1, 2))});
    rewriter_.map(id, made);
  }

  const Graph& old_;
  GraphRewriter rewriter_;
  std::vector<std::vector<NodeId>> users_;
  std::map<NodeId, NormParameters> folded_;         // by norm
  std::map<NodeId, const NormParameters*> layers_;  // by layer, of the norm that it reads
};

}  // namespace

Graph fold_norm_parameters(const Graph& graph, PassContext&) {
  return NormFolder(graph).run();
}

}  // namespace vta
