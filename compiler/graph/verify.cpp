#include <set>

#include "compiler/graph/graph.h"
#include "compiler/graph/op_table.h"
#include "compiler/graph/shape_util.h"

namespace vta {
namespace {

std::string describe(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  const std::string_view what = n.kind == NodeKind::Input      ? "input"
                                : n.kind == NodeKind::Constant ? "constant"
                                : n.kind == NodeKind::TupleGet ? "tuple field"
                                                               : std::string_view(n.op);
  return n.name.empty() ? fmt::format("node {} ({})", id, what)
                        : fmt::format("node {} ({} '{}')", id, what, n.name);
}

template <typename... Args>
[[noreturn]] void fail(const Graph& graph, NodeId id, fmt::format_string<Args...> format,
                       Args&&... args) {
  throw CompileError(fmt::format("invalid graph: {}: {}", describe(graph, id),
                                 fmt::format(format, std::forward<Args>(args)...)));
}

void verify_operands(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  for (NodeId input : n.inputs) {
    if (input < 0 || input >= graph.size())
      fail(graph, id, "operand {} does not exist among {} nodes", input, graph.size());
    if (input >= id)
      fail(graph, id, "operand {} does not come before it", describe(graph, input));
    if (n.kind != NodeKind::TupleGet && graph.node(input).types.size() != 1)
      fail(graph, id, "operand {} is a tuple: use one of its fields", describe(graph, input));
  }
}

void verify_types(const Graph& graph, NodeId id, const std::vector<TensorType>& expected) {
  const Node& n = graph.node(id);
  if (n.types.size() != expected.size())
    fail(graph, id, "has {} result types, the operator table infers {}", n.types.size(),
         expected.size());
  for (size_t i = 0; i < expected.size(); ++i)
    if (n.types[i] != expected[i])
      fail(graph, id, "has type {}, the operator table infers {}", type_text(n.types[i]),
           type_text(expected[i]));
}

void verify_constant(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  if (!n.constant.valid())
    return;
  const TensorType held{n.constant.shape(), n.constant.dtype()};
  if (held != n.type())
    fail(graph, id, "has type {} but holds {}", type_text(n.type()), type_text(held));
}

void verify_call(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  std::vector<TensorType> operands;
  for (NodeId input : n.inputs)
    operands.push_back(graph.type(input));
  try {
    verify_types(graph, id, infer_types(n.op, operands, n.attrs));
  } catch (const CompileError& e) {
    if (std::string_view(e.what()).starts_with("invalid graph"))
      throw;
    fail(graph, id, "{}", e.what());
  }
}

void verify_tuple_get(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  if (n.inputs.size() != 1)
    fail(graph, id, "has {} operands instead of one", n.inputs.size());
  const auto& fields = graph.node(n.inputs.front()).types;
  if (n.tuple_index < 0 || n.tuple_index >= static_cast<int64_t>(fields.size()))
    fail(graph, id, "reads field {} of {}", n.tuple_index, fields.size());
  verify_types(graph, id, {fields[static_cast<size_t>(n.tuple_index)]});
}

void verify_node(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  if (n.types.empty())
    fail(graph, id, "has no type");
  for (const TensorType& type : n.types)
    shapes::check_type(type, n.kind == NodeKind::Constant ? 0 : 1);
  verify_operands(graph, id);
  switch (n.kind) {
    case NodeKind::Input:
      break;
    case NodeKind::Constant:
      verify_constant(graph, id);
      break;
    case NodeKind::Call:
      verify_call(graph, id);
      break;
    case NodeKind::TupleGet:
      verify_tuple_get(graph, id);
      break;
  }
}

void verify_output_names(const Graph& graph) {
  const std::vector<std::string>& names = graph.output_names();
  if (names.empty())
    return;
  if (names.size() != graph.outputs().size())
    throw CompileError(fmt::format("invalid graph: {} names for {} outputs", names.size(),
                                   graph.outputs().size()));
  std::set<std::string_view> seen;
  for (const std::string& name : names)
    if (name.empty() || !seen.insert(name).second)
      throw CompileError(
          fmt::format("invalid graph: output name '{}': each needs one of its own", name));
}

void verify_ends(const Graph& graph) {
  std::set<std::string_view> names;
  for (NodeId id : graph.inputs()) {
    if (id < 0 || id >= graph.size() || graph.node(id).kind != NodeKind::Input)
      throw CompileError(fmt::format("invalid graph: input list names node {}", id));
    if (graph.node(id).name.empty() || !names.insert(graph.node(id).name).second)
      fail(graph, id, "an input needs a name of its own");
  }
  if (graph.outputs().empty())
    throw CompileError("invalid graph: it has no outputs");
  verify_output_names(graph);
  for (NodeId id : graph.outputs()) {
    if (id < 0 || id >= graph.size())
      throw CompileError(
          fmt::format("invalid graph: output {} does not exist among {} nodes", id, graph.size()));
    if (graph.node(id).types.size() != 1)
      fail(graph, id, "an output is a tuple: use one of its fields");
  }
}

}  // namespace

void verify(const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id)
    verify_node(graph, id);
  verify_ends(graph);
}

}  // namespace vta
