#include "compiler/passes/rescales_in_steps.h"

#include "compiler/graph/graph_util.h"
#include "compiler/kernels/rescale_steps.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/scaled_product.h"

namespace vta {

static std::optional<RescaleInSteps> in_steps(const Graph& graph, const Node& rescale,
                                              const ScaledProduct& of, bool extended) {
  const auto rounding = rounding_named(rescale.attrs.get_string("rounding", "double"));
  const Tensor* multipliers = constant_value(graph, rescale.inputs[1]);
  const Tensor* shifts = constant_value(graph, rescale.inputs[2]);
  if (!rounding || multipliers == nullptr || shifts == nullptr)
    return std::nullopt;
  RescaleInSteps found{.product = of.product, .magnitude = of.magnitude()};
  const Tensor q = one_per_channel(*multipliers, std::ssize(of.sums)),
               shift = one_per_channel(*shifts, std::ssize(of.sums));
  const auto steps = rescale_steps({.multipliers = q.data<int32_t>(),
                                    .shifts = shift.data<int32_t>(),
                                    .rounding = *rounding,
                                    .magnitude = found.magnitude,
                                    .extended = extended});
  if (!steps)
    return std::nullopt;
  found.steps = std::ssize(*steps);
  return found;
}

std::map<NodeId, RescaleInSteps> rescales_in_steps(const Graph& graph, bool extended) {
  const auto users = graph.users();
  std::map<NodeId, RescaleInSteps> found;
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    if (n.kind != NodeKind::Call || n.op != "qnn.rescale")
      continue;
    if (const auto product = scaled_product(graph, users, n))
      if (const auto steps = in_steps(graph, n, *product, extended))
        found[id] = *steps;
  }
  return found;
}

}  // namespace vta
