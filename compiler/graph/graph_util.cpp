#include "compiler/graph/graph_util.h"

namespace vta {

bool is_call(const Graph& graph, NodeId id, std::string_view op) {
  const Node& n = graph.node(id);
  return n.kind == NodeKind::Call && n.op == op;
}

bool is_constant(const Graph& graph, NodeId id) {
  return graph.node(id).kind == NodeKind::Constant;
}

bool is_conv2d(std::string_view op) {
  return op == "nn.conv2d" || op == "qnn.conv2d";
}

bool has_weights(std::string_view op) {
  return is_conv2d(op) || op == "nn.dense" || op == "qnn.dense";
}

bool takes_zero_points(std::string_view op) {
  return op == "qnn.conv2d" || op == "qnn.dense";
}

std::string call_text(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  return n.name.empty() ? fmt::format("{} (node {})", n.op, id)
                        : fmt::format("{} '{}'", n.op, n.name);
}

void keep_identity(const Node& from, Node& to) {
  to.name = from.name;
  to.onnx_nodes = from.onnx_nodes;
  to.comment = from.comment;
  to.target = from.target;
}

static NodeId append_like(Graph& graph, const Node& from, std::vector<NodeId> inputs) {
  switch (from.kind) {
    case NodeKind::Input:
      return graph.add_input(from.name, from.type());
    case NodeKind::Constant:
      return from.constant.valid() ? graph.add_constant(from.constant)
                                   : graph.add_constant_type(from.type());
    case NodeKind::Call:
      return graph.add_call(from.op, std::move(inputs), from.attrs);
    case NodeKind::TupleGet:
      return graph.add_tuple_get(inputs.front(), from.tuple_index);
  }
  return -1;
}

NodeId append_copy(Graph& graph, const Node& from, std::vector<NodeId> inputs) {
  const NodeId id = append_like(graph, from, std::move(inputs));
  keep_identity(from, graph.node(id));
  return id;
}

std::vector<bool> live_nodes(const Graph& graph) {
  std::vector<bool> live(static_cast<size_t>(graph.size()), false);
  for (NodeId id : graph.outputs())
    live[static_cast<size_t>(id)] = true;
  for (NodeId id : graph.inputs())
    live[static_cast<size_t>(id)] = true;
  for (NodeId id = graph.size() - 1; id >= 0; --id)
    if (live[static_cast<size_t>(id)])
      for (NodeId in : graph.node(id).inputs)
        live[static_cast<size_t>(in)] = true;
  return live;
}

Graph without_dead_nodes(const Graph& graph) {
  const std::vector<bool> live = live_nodes(graph);
  GraphRewriter rewriter(graph);
  for (NodeId id = 0; id < graph.size(); ++id)
    if (live[static_cast<size_t>(id)])
      rewriter.copy(id);
  return rewriter.finish();
}

Tensor one_per_channel(const Tensor& values, int64_t channels) {
  if (values.size() == channels)
    return values.reshaped({channels});
  Tensor all = Tensor::zeros(DType::I32, {channels});
  std::ranges::fill(all.mutable_data<int32_t>(), values.data<int32_t>()[0]);
  return all;
}

}  // namespace vta
