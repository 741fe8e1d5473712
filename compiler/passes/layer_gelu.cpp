#include "compiler/passes/layer_gelu.h"

#include <algorithm>
#include <cmath>

namespace vta {
namespace {

// GELU by tanh differs from the other one by less than 0.0005.
std::string_view function_of(const Node& n) {
  if (n.op == "nn.gelu" || n.op == "nn.gelu_tanh")
    return "gelu";
  const double alpha = n.attrs.get_double("alpha", 1);
  if (n.op != "nn.silu")
    return {};
  if (alpha == 1)
    return "silu";
  return std::abs(alpha - 1.702) < 1e-4 ? "quick_gelu" : "";
}

// The first, which has the fewest steps, that is within half a step of the result; else the
// closest.
const GeluForm* form_of(std::string_view function, int exponent) {
  const GeluForm* best = nullptr;
  for (const GeluForm& f : gelu_forms()) {
    if (f.function != function)
      continue;
    if (std::ldexp(f.error, -exponent) <= 0.51)
      return &f;
    if (best == nullptr || f.error < best->error)
      best = &f;
  }
  return best;
}

}  // namespace

std::optional<LayerGelu> gelu_behind(QuantizedGraph& q, const FloatChain& chain) {
  const auto& users = q.users()[static_cast<size_t>(chain.end)];
  const auto& outputs = q.old().outputs();
  if (!q.options().dense_on_device || users.size() != 1 || chain.relu || chain.lower ||
      chain.upper || std::ranges::find(outputs, chain.end) != outputs.end())
    return std::nullopt;
  LayerGelu gelu{.call = users.front()};
  const std::string_view function = function_of(q.old().node(gelu.call));
  if (function.empty() || !q.planned_factors(chain.end).empty() ||
      !q.planned_factors(gelu.call).empty())
    return std::nullopt;
  const int exponent = q.scales().exponent(gelu.call);
  gelu.form = form_of(function, exponent);
  gelu.result_fraction = std::min(-exponent, static_cast<int>(gelu.form->fraction));
  return gelu;
}

}  // namespace vta
