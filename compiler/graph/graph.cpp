#include "compiler/graph/graph.h"

#include <algorithm>

#include "compiler/graph/graph_util.h"
#include "compiler/graph/op_table.h"
#include "compiler/graph/shape_util.h"

namespace vta {

NodeId Graph::append(Node node) {
  for (NodeId input : node.inputs)
    VTA_CHECK(input >= 0 && input < size(), "operand {} of {} nodes", input, size());
  for (const TensorType& type : node.types)
    shapes::check_type(type, node.kind == NodeKind::Constant ? 0 : 1);
  node.constant_expr = node.kind == NodeKind::Constant ||
                       (node.kind == NodeKind::Call && node.op != "annotation.data" &&
                        std::ranges::all_of(node.inputs, [this](NodeId input) {
                          return this->node(input).constant_expr;
                        }));
  nodes_.push_back(std::move(node));
  return size() - 1;
}

NodeId Graph::add_input(std::string name, TensorType type) {
  Node node;
  node.kind = NodeKind::Input;
  node.name = std::move(name);
  node.types = {std::move(type)};
  const NodeId id = append(std::move(node));
  inputs_.push_back(id);
  return id;
}

NodeId Graph::add_constant(Tensor value) {
  VTA_CHECK(value.valid(), "constant without data");
  Node node;
  node.kind = NodeKind::Constant;
  node.types = {{value.shape(), value.dtype()}};
  node.constant = std::move(value);
  return append(std::move(node));
}

NodeId Graph::add_constant_type(TensorType type) {
  Node node;
  node.kind = NodeKind::Constant;
  node.types = {std::move(type)};
  return append(std::move(node));
}

NodeId Graph::add_call(std::string_view op, std::vector<NodeId> inputs, Attrs attrs) {
  std::vector<TensorType> operands;
  for (NodeId input : inputs) {
    VTA_CHECK(input >= 0 && input < size(), "{}: operand {} of {} nodes", op, input, size());
    operands.push_back(type(input));
  }
  Node node;
  node.op = op;
  node.types = infer_types(op, operands, attrs);
  node.inputs = std::move(inputs);
  node.attrs = std::move(attrs);
  return append(std::move(node));
}

NodeId Graph::add_tuple_get(NodeId tuple, int64_t index) {
  VTA_CHECK(tuple >= 0 && tuple < size(), "tuple {} of {} nodes", tuple, size());
  const Node& from = node(tuple);
  const auto fields = static_cast<int64_t>(from.types.size());
  if (fields < 2 || index < 0 || index >= fields)
    throw CompileError(fmt::format("field .{} of '{}', which has {} result(s)", index,
                                   from.op.empty() ? from.name : from.op, fields));
  Node node;
  node.kind = NodeKind::TupleGet;
  node.inputs = {tuple};
  node.tuple_index = index;
  node.types = {from.types[static_cast<size_t>(index)]};
  return append(std::move(node));
}

void join_onnx_nodes(std::vector<std::string>& to, const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (to.size() < kMostOnnxNodes && std::ranges::find(to, name) == to.end())
      to.push_back(name);
}

void Graph::add_onnx_nodes(NodeId first, const std::vector<std::string>& names) {
  for (NodeId id = first; id < size(); ++id)
    if (node(id).kind == NodeKind::Call)
      join_onnx_nodes(node(id).onnx_nodes, names);
}

std::vector<int> Graph::use_counts() const {
  std::vector<int> counts(nodes_.size(), 0);
  for (const Node& n : nodes_)
    for (NodeId input : n.inputs)
      ++counts[static_cast<size_t>(input)];
  for (NodeId output : outputs_)
    ++counts[static_cast<size_t>(output)];
  return counts;
}

std::vector<std::vector<NodeId>> Graph::users() const {
  std::vector<std::vector<NodeId>> users(nodes_.size());
  for (NodeId id = 0; id < size(); ++id)
    for (NodeId input : node(id).inputs) {
      auto& list = users[static_cast<size_t>(input)];
      if (list.empty() || list.back() != id)
        list.push_back(id);
    }
  return users;
}

void GraphRewriter::map(NodeId old_id, NodeId new_id) {
  map_[static_cast<size_t>(old_id)] = new_id;
  if (new_.node(new_id).kind == NodeKind::Call)
    join_onnx_nodes(new_.node(new_id).onnx_nodes, old_.node(old_id).onnx_nodes);
}

NodeId GraphRewriter::copy(NodeId old_id) {
  const Node& from = old_.node(old_id);
  map(old_id, append_copy(new_, from, mapped(from.inputs)));
  return mapped(old_id);
}

std::vector<NodeId> GraphRewriter::mapped(std::span<const NodeId> old_ids) const {
  std::vector<NodeId> ids;
  for (NodeId old_id : old_ids) {
    VTA_CHECK(mapped(old_id) >= 0, "node {} is used but was not rewritten", old_id);
    ids.push_back(mapped(old_id));
  }
  return ids;
}

Graph GraphRewriter::finish() {
  new_.set_outputs(mapped(old_.outputs()), old_.output_names());
  return std::move(new_);
}

}  // namespace vta
