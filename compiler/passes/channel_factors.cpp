#include "compiler/passes/channel_factors.h"

#include <algorithm>
#include <set>

#include "compiler/passes/float_chain.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

// With its channels on axis 1: a dense layer of data of higher rank has them on the last one.
bool is_layer(const Graph& graph, NodeId id) {
  return is_call(graph, id, "nn.conv2d") ||
         (is_call(graph, id, "nn.dense") && graph.type(id).shape.size() == 2);
}

// Of a prepared value and constants.
bool is_arithmetic(const Graph& graph, NodeId id, const std::set<NodeId>& prepared) {
  const Node& n = graph.node(id);
  return (n.op == "add" || n.op == "subtract" || n.op == "multiply" || n.op == "divide") &&
         std::ranges::all_of(n.inputs, [&](NodeId in) {
           return prepared.contains(in) || graph.node(in).kind == NodeKind::Constant;
         });
}

bool keeps_channels(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  if (n.op != "nn.batch_flatten" && n.op != "reshape" && n.op != "nn.dropout")
    return false;
  const Shape& from = graph.type(n.inputs[0]).shape;
  const Shape& to = n.type().shape;
  return from.size() >= 2 && to.size() >= 2 && from[0] == to[0] && from[1] == to[1];
}

bool takes_factors(const Graph& graph, NodeId reader, NodeId value) {
  const Node& n = graph.node(reader);
  return is_layer(graph, reader) && n.inputs[0] == value && n.inputs[1] != value &&
         constant_value(graph, n.inputs[1]) != nullptr &&
         n.attrs.get_string("data_layout", "NCHW") == "NCHW" &&
         n.attrs.get_string("kernel_layout", "OIHW") == "OIHW";
}

class Readers {
 public:
  explicit Readers(const Graph& graph) : graph_(graph), users_(graph.users()) {}

  const std::vector<std::vector<NodeId>>& users() const { return users_; }
  bool all_take_factors(NodeId id) const {
    const auto& readers = users_[static_cast<size_t>(id)];
    const TensorType& type = graph_.type(id);
    return type.dtype == DType::F32 && (type.shape.size() == 4 || type.shape.size() == 2) &&
           !readers.empty() && std::ranges::find(graph_.outputs(), id) == graph_.outputs().end() &&
           std::ranges::all_of(readers, [&](NodeId r) {
             return keeps_channels(graph_, r) ? all_take_factors(r) : takes_factors(graph_, r, id);
           });
  }

 private:
  const Graph& graph_;
  std::vector<std::vector<NodeId>> users_;
};

}  // namespace

NodeId factors_from(const Graph& graph, NodeId id) {
  while (keeps_channels(graph, id))
    id = graph.node(id).inputs[0];
  return id;
}

Tensor factored_weight(const Tensor& weight, int64_t groups, std::span<const float> input,
                       std::span<const float> output) {
  if (input.empty() && output.empty())
    return weight;
  Tensor result = Tensor::zeros(DType::F32, weight.shape());
  const auto outputs = static_cast<size_t>(weight.shape()[0]);
  const auto inputs = static_cast<size_t>(weight.shape()[1]);  // of a group
  const size_t row = static_cast<size_t>(weight.size()) / outputs, taps = row / inputs;
  const size_t per_group = outputs / static_cast<size_t>(groups);
  const auto from = weight.data<float>();
  auto to = result.mutable_data<float>();
  for (size_t o = 0; o < outputs; ++o) {
    const float divisor = output.empty() ? 1.0F : output[o];
    const size_t first = o / per_group * inputs;
    for (size_t i = 0; i < row; ++i)
      to[o * row + i] =
          from[o * row + i] * (input.empty() ? 1.0F : input[first + i / taps]) / divisor;
  }
  return result;
}

std::vector<NodeId> values_for_factors(const Graph& graph) {
  if (graph.model_scales().present)
    return {};
  const Readers readers(graph);
  std::set<NodeId> computed(graph.inputs().begin(), graph.inputs().end());
  std::set<NodeId> prepared = computed;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (is_layer(graph, id))
      computed.insert(match_float_chain(graph, readers.users(), id).end);
    else if (is_arithmetic(graph, id, prepared))
      computed.insert(*prepared.insert(id).first);
    else if (is_call(graph, id, "nn.global_avg_pool2d") || is_call(graph, id, "nn.avg_pool2d"))
      computed.insert(id);
  std::vector<NodeId> values;
  for (const NodeId id : computed)
    if (readers.all_take_factors(id))
      values.push_back(id);
  return values;
}

}  // namespace vta
