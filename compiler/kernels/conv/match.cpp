#include <algorithm>

#include "compiler/graph/graph_util.h"
#include "compiler/graph/shape_util.h"
#include "compiler/kernels/conv/kind.h"

namespace vta {

// Why what the steps read cannot be added to a layer's sums; empty where it can.
static std::string residual_problem(const Chain& chain, bool is_conv) {
  if (chain.inputs.empty())
    return {};
  if (!is_conv || chain.inputs.size() > 1)
    return "is added to other tensors";
  if (std::ranges::find(chain.steps, AluStep::Operand::Tensor, &AluStep::operand)->op != AluOp::Add)
    return "is combined with another tensor by another operation than addition";
  if (const int64_t shift = chain.inputs.front().shift_left; shift > kMostResidualShift)
    return fmt::format("is added to a tensor that is shifted left by {}, at most {} are possible,",
                       shift, kMostResidualShift);
  return {};
}

std::optional<std::string> begin_layer(const Graph& graph, NodeId head, Chain& chain) {
  const Node& n = graph.node(head);
  const std::string call = call_text(graph, head);
  if (const std::string reason = residual_problem(chain, n.op == "nn.conv2d"); !reason.empty())
    return fmt::format("{} {} before it is narrowed", call, reason);
  if (graph.type(n.inputs[0]).dtype != DType::I8 || graph.type(n.inputs[1]).dtype != DType::I8)
    return fmt::format("{} has operands that are not int8", call);
  if (!is_constant_expr(graph, n.inputs[1]))
    return fmt::format("the weight of {} is not a constant", call);
  if (is_constant_expr(graph, n.inputs[0]))
    return fmt::format("the data of {} is a constant", call);
  chain.inputs.push_back({.node = n.inputs[0]});
  return "";
}

void read_layer(const Graph& graph, NodeId head, Kernel& kernel) {
  const Node& n = graph.node(head);
  if (n.op != "nn.conv2d")
    return;
  const Shape& weight = graph.type(n.inputs[1]).shape;
  const IntList kernel_size = shapes::read_ints(n.attrs, "kernel_size", {weight[2], weight[3]});
  kernel.conv = window_of(n.attrs, {kernel_size[0], kernel_size[1]});
}

}  // namespace vta
