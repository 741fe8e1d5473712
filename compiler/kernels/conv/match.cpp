#include <algorithm>

#include "compiler/graph/graph_util.h"
#include "compiler/graph/shape_util.h"
#include "compiler/kernels/border_classes.h"
#include "compiler/kernels/conv/kind.h"

namespace vta {

// Why what the steps read cannot be added to a layer's sums; empty where it can.
static std::string residual_problem(const Chain& chain) {
  if (chain.inputs.empty())
    return {};
  if (chain.inputs.size() > 1)
    return "is added to other tensors";
  if (std::ranges::find(chain.steps, AluStep::Operand::Tensor, &AluStep::operand)->op != AluOp::Add)
    return "is combined with another tensor by another operation than addition";
  if (const int64_t shift = chain.inputs.front().shift_left; shift > kMostResidualShift)
    return fmt::format("is added to a tensor that is shifted left by {}, at most {} are possible,",
                       shift, kMostResidualShift);
  return {};
}

// The only value of a constant zero point.
static std::optional<int64_t> zero_point(const Graph& graph, NodeId id) {
  const Tensor zero = is_constant_expr(graph, id) ? evaluate_constant(graph, id) : Tensor();
  if (!zero.valid() || zero.size() != 1 || zero.dtype() != DType::I8)
    return std::nullopt;
  return zero.data<int8_t>()[0];
}

static Tensor added_to_each(const Tensor& vectors, const Tensor& vector) {
  Tensor sums = Tensor::zeros(DType::I32, vectors.shape());
  const auto of_classes = vectors.data<int32_t>(), of_all = vector.data<int32_t>();
  auto out = sums.mutable_data<int32_t>();
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<int32_t>(static_cast<uint32_t>(of_classes[i]) +
                                  static_cast<uint32_t>(of_all[i % of_all.size()]));
  return sums;
}

// What the data's zero point takes off the sums, a first step that a bias behind it becomes part
// of; the reason where the operator has other zero points.
static std::string take_zero_points(const Graph& graph, NodeId head, Chain& chain) {
  const Node& n = graph.node(head);
  const auto zero = zero_point(graph, n.inputs[2]), of_weight = zero_point(graph, n.inputs[3]);
  if (!zero || of_weight != 0)
    return fmt::format("{} has zero points other than one of its data", call_text(graph, head));
  if (*zero == 0)
    return {};
  Kernel layer;
  read_layer(graph, head, layer);
  const Extents in = extents(graph.type(n.inputs[0])), out = extents(n.type());
  ConvGeometry& g = layer.conv;
  g.ih = in.h, g.iw = in.w, g.oh = out.h, g.ow = out.w;
  AluStep step{.op = AluOp::Add, .operand = AluStep::Operand::Channel};
  step.classes = BorderClasses::of(g).count();
  if (const Tensor weight = evaluate_constant(graph, n.inputs[1]); weight.valid())
    step.channel = zero_point_vectors(weight, g, *zero, out.c);
  const bool biased = !chain.steps.empty() && chain.steps.back().op == AluOp::Add &&
                      chain.steps.back().operand == AluStep::Operand::Channel &&
                      chain.steps.back().on == 0;
  if (biased) {
    const Tensor bias = chain.steps.back().channel;
    step.channel =
        bias.valid() && step.channel.valid() ? added_to_each(step.channel, bias) : Tensor();
    chain.steps.pop_back();
  }
  chain.steps.push_back(std::move(step));
  return {};
}

std::optional<std::string> begin_layer(const Graph& graph, NodeId head, Chain& chain) {
  const Node& n = graph.node(head);
  const std::string call = call_text(graph, head);
  if (const std::string reason = residual_problem(chain); !reason.empty())
    return fmt::format("{} {} before it is narrowed", call, reason);
  if (graph.type(n.inputs[0]).dtype != DType::I8 || graph.type(n.inputs[1]).dtype != DType::I8)
    return fmt::format("{} has operands that are not int8", call);
  if (!is_constant_expr(graph, n.inputs[1]))
    return fmt::format("the weight of {} is not a constant", call);
  if (is_constant_expr(graph, n.inputs[0]))
    return fmt::format("the data of {} is a constant", call);
  if (const Shape& data = graph.type(n.inputs[0]).shape; !is_conv2d(n.op) && data.size() != 2)
    return fmt::format("the data {} of {} are not (N, C)", shape_text(data), call);
  if (takes_zero_points(n.op))
    if (const std::string reason = take_zero_points(graph, head, chain); !reason.empty())
      return reason;
  chain.inputs.push_back({.node = n.inputs[0]});
  return "";
}

void read_layer(const Graph& graph, NodeId head, Kernel& kernel) {
  const Node& n = graph.node(head);
  if (!is_conv2d(n.op))
    return;
  const Shape& weight = graph.type(n.inputs[1]).shape;
  const IntList kernel_size = shapes::read_ints(n.attrs, "kernel_size", {weight[2], weight[3]});
  kernel.conv = window_of(n.attrs, {kernel_size[0], kernel_size[1]});
}

}  // namespace vta
