#include "compiler/kernels/rescale_match.h"

#include <algorithm>
#include <limits>

#include "compiler/graph/graph_util.h"
#include "compiler/graph/shape_util.h"
#include "compiler/kernels/chain.h"
#include "compiler/kernels/rescale_steps.h"
#include "hw/isa/rq.h"

namespace vta {
namespace {

using StepsOrReason = std::variant<std::vector<AluStep>, std::string>;

StepsOrReason in_steps(const Graph& graph, NodeId id, const AluStep& s, const RqParameters& p) {
  const Node& n = graph.node(id);
  if (!s.channel.valid() || !s.shifts.valid() || !p.wide)
    return fmt::format("{} without RQ needs its values and has no limits", call_text(graph, id));
  const int64_t channels =
      n.type().shape.size() == 6 ? n.type().shape[1] * n.type().shape[5] : n.type().shape.at(1);
  const Tensor multipliers = one_per_channel(s.channel, channels),
               shifts = one_per_channel(s.shifts, channels);
  auto steps = rescale_steps({.multipliers = multipliers.data<int32_t>(),
                              .shifts = shifts.data<int32_t>(),
                              .rounding = p.rounding,
                              .zero = p.zero,
                              .magnitude = n.attrs.get_int("magnitude", 0),
                              .extended = n.attrs.get_int("extended", 0) != 0});
  if (!steps)
    return fmt::format("no steps without RQ are exact for {}", call_text(graph, id));
  return *std::move(steps);
}

}  // namespace

StepsOrReason match_rescale(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  const auto rounding = rounding_named(n.attrs.get_string("rounding", "double"));
  RqParameters p;
  if (!rounding)
    return fmt::format("{} rounds in float32", call_text(graph, id));
  p.rounding = *rounding;
  constexpr int64_t kLeast = std::numeric_limits<int32_t>::min(),
                    kMost = std::numeric_limits<int32_t>::max();
  const int64_t low = n.attrs.get_int("a_min", kLeast), high = n.attrs.get_int("a_max", kMost);
  p.wide = low == kLeast && high == kMost;
  if (!p.wide &&
      (low != std::numeric_limits<int8_t>::min() || high != std::numeric_limits<int8_t>::max()))
    return fmt::format("{} has limits {} and {}: those of int8 or none", call_text(graph, id), low,
                       high);
  if (!std::ranges::all_of(std::span(n.inputs).subspan(1),
                           [&](NodeId in) { return is_constant_expr(graph, in); }))
    return fmt::format("{} by computed values", call_text(graph, id));
  const Tensor zero = evaluate_constant(graph, n.inputs[3]);
  if (!zero.valid() || zero.size() != 1 || zero.data<int32_t>()[0] < -128 ||
      zero.data<int32_t>()[0] > 127)
    return fmt::format("the zero point of {} is no int8 value", call_text(graph, id));
  p.zero = zero.data<int32_t>()[0];
  const int64_t channels =
      n.type().shape.size() == 6 ? n.type().shape[1] * n.type().shape[5] : n.type().shape.at(1);
  AluStep s{.op = AluOp::Rq, .operand = AluStep::Operand::Scalars, .imm = rq_imm(p)};
  for (const NodeId input : {n.inputs[1], n.inputs[2]}) {
    const Shape& shape = graph.type(input).shape;
    if (num_elements(shape) == 1)
      continue;
    if (!per_channel(shape, n.type().shape))
      return fmt::format("the constant {} of {} is neither a scalar nor one value per channel",
                         shape_text(shape), call_text(graph, id));
    s.operand = AluStep::Operand::Channel;
  }
  const auto value_of = [&](NodeId input) {
    const Tensor value = evaluate_constant(graph, input);
    if (!value.valid())
      return value;
    return one_per_channel(value, s.operand == AluStep::Operand::Channel ? channels : 1);
  };
  s.channel = value_of(n.inputs[1]);
  s.shifts = value_of(n.inputs[2]);
  if (n.attrs.find("magnitude") != nullptr)
    return in_steps(graph, id, s, p);
  return std::vector<AluStep>{std::move(s)};
}

bool per_channel(const Shape& constant, const Shape& result) {
  const size_t rank = result.size();
  if (constant.size() > rank)
    return false;
  for (size_t i = 0; i < constant.size(); ++i) {
    const size_t axis = rank - constant.size() + i;
    const bool channel_axis = axis == 1 || (rank == 6 && axis == 5);
    if (channel_axis ? constant[i] != result[axis] : constant[i] != 1)
      return false;
  }
  return rank == 6 ? constant.size() >= 5 : !constant.empty();
}

}  // namespace vta
