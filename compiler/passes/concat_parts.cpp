#include "compiler/passes/concat_parts.h"

#include <algorithm>

#include "compiler/kernels/chain.h"
#include "compiler/lower/packing.h"

namespace vta {
namespace {

std::string described(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  return n.name.empty() ? fmt::format("{} (node {})", n.op, id) : fmt::format("'{}'", n.name);
}

bool on_accelerator(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  return n.kind == NodeKind::Call && n.target == Target::Accelerator;
}

std::string problem_of_types(const Graph& graph, const Node& n) {
  const auto rank = static_cast<int64_t>(n.type().shape.size());
  if (rank != 2 && rank != 4 && rank != 6)
    return fmt::format("a tensor {} is neither (N, C) nor NCHW", shape_text(n.type().shape));
  const int64_t axis = n.attrs.get_int("axis", 0);
  if ((axis < 0 ? axis + rank : axis) != 1)
    return fmt::format("its axis is {}, the accelerator's tensors can be joined along channels, 1",
                       axis);
  for (const NodeId part : n.inputs)
    if (is_constant_expr(graph, part))
      return fmt::format("its operand {} is a constant", described(graph, part));
  return {};
}

// Parts but the last fill whole groups of channels.
std::string problem_of_channels(const Graph& graph, const Node& n, int64_t lanes) {
  for (size_t i = 0; i + 1 < n.inputs.size(); ++i)
    if (const int64_t c = extents(graph.type(n.inputs[i])).c; c % lanes != 0)
      return fmt::format(
          "its operand {} has {} channels, all but the last must have a multiple of {}",
          described(graph, n.inputs[i]), c, lanes);
  return {};
}

}  // namespace

std::string ConcatParts::take(const Graph& graph, NodeId concat, const VtaConfig& config) {
  const Node& n = graph.node(concat);
  if (std::string problem = problem_of_types(graph, n); !problem.empty())
    return problem;
  const auto placed = [&](NodeId part) { return on_accelerator(graph, part); };
  if (std::ranges::none_of(n.inputs, placed))
    return "none of its operands is computed on the accelerator";
  if (std::string problem = problem_of_channels(graph, n, channel_lanes(config)); !problem.empty())
    return problem;
  for (const NodeId part : n.inputs)
    if (taken_.contains(part) || std::ranges::count(n.inputs, part) > 1)
      return fmt::format("its operand {} is {}", described(graph, part),
                         taken_.contains(part) ? "part of another concatenation" : "there twice");
  taken_.insert(n.inputs.begin(), n.inputs.end());
  return {};
}

}  // namespace vta
