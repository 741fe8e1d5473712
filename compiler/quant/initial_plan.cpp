#include "compiler/quant/initial_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compiler/passes/channel_factors.h"
#include "compiler/passes/float_chain.h"
#include "compiler/passes/quantize_layer.h"

namespace vta {
namespace {

constexpr double kPercent = 99.9;
constexpr int kFinestBelowCovering = 8;

template <typename Loss>
int least(int finest, int coarsest, Loss loss) {
  int best = coarsest;
  double least_loss = loss(coarsest);
  for (int e = coarsest - 1; e >= finest; --e)
    if (const double own = loss(e); own < least_loss) {
      least_loss = own;
      best = e;
    }
  return best;
}

const std::vector<float>& factors_of(const Graph& graph, const QuantPlan& plan, NodeId id) {
  static const std::vector<float> none;
  const auto it = plan.factors.find(factors_from(graph, id));
  return it == plan.factors.end() ? none : it->second;
}

bool has_float_weight(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  if (n.op != "nn.conv2d" && n.op != "nn.dense")
    return false;
  const Node& weight = graph.node(n.inputs[1]);
  return weight.kind == NodeKind::Constant && weight.constant.valid() &&
         weight.type().dtype == DType::F32;
}

}  // namespace

std::string_view rule_name(ActivationRule rule) {
  switch (rule) {
    case ActivationRule::Max:
      return "max";
    case ActivationRule::Percentile:
      return "percentile";
    case ActivationRule::LeastSquares:
      return "mse";
    case ActivationRule::Divergence:
      return "kl";
  }
  return "";
}

int activation_exponent(const MagnitudeHistogram& magnitudes, ActivationRule rule) {
  const int coarsest = covering_exponent(magnitudes.max_abs());
  const auto squares = [&](int e) { return magnitudes.mean_squared_error(e); };
  switch (rule) {
    case ActivationRule::Max:
      return coarsest;
    case ActivationRule::Percentile:
      return least(covering_exponent(magnitudes.percentile(kPercent)), coarsest, squares);
    case ActivationRule::LeastSquares:
      return least(coarsest - kFinestBelowCovering, coarsest, squares);
    case ActivationRule::Divergence:
      return least(coarsest - kFinestBelowCovering, coarsest,
                   [&](int e) { return magnitudes.divergence(e); });
  }
  return coarsest;
}

std::vector<int> channel_exponents(const Tensor& weight) {
  const auto channels = static_cast<size_t>(weight.shape().front());
  const size_t row = static_cast<size_t>(weight.size()) / channels;
  constexpr int kDead = std::numeric_limits<int>::min();
  std::vector<int> exponents;
  for (size_t c = 0; c < channels; ++c) {
    const auto values = weight.data<float>().subspan(c * row, row);
    const bool dead = std::ranges::all_of(values, [](float v) { return v == 0; });
    exponents.push_back(dead ? kDead : least_error_weight_exponent(values));
  }
  const int coarsest = *std::ranges::max_element(exponents);
  if (coarsest == kDead)
    return std::vector<int>(channels, 0);
  for (int& e : exponents)
    e = e == kDead ? coarsest : std::max(e, coarsest - kMostChannelSpread);
  return exponents;
}

QuantPlan initial_plan(const QuantHarness& harness, const InitialRules& rules) {
  const Graph& graph = harness.graph();
  QuantPlan plan;
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    if (n.kind != NodeKind::Constant && n.types.size() == 1 && n.type().dtype == DType::F32)
      plan.exponents[id] = activation_exponent(harness.stats()[static_cast<size_t>(id)].magnitudes,
                                               rules.activations);
    if (rules.per_channel && has_float_weight(graph, id))
      plan.layers[id].weight_exponents = channel_exponents(graph.node(n.inputs[1]).constant);
  }
  return plan;
}

QuantPlan initial_plan(const QuantHarness& harness, ActivationRule rule,
                       std::map<NodeId, std::vector<float>> factors) {
  QuantPlan plan = initial_plan(harness, {rule, true});
  std::set<NodeId> values;
  for (const auto& [id, magnitudes] : harness.stored_magnitudes(factors)) {
    const bool few = magnitudes.count() < kManyValues * static_cast<int64_t>(factors.at(id).size());
    plan.exponents[id] = activation_exponent(magnitudes, few ? ActivationRule::Max : rule);
    values.insert(id);
  }
  for (auto& [id, exponent] : plan.exponents)
    if (const NodeId from = factors_from(harness.graph(), id); values.contains(from))
      exponent = plan.exponents.at(from);
  plan.factors = std::move(factors);
  fit_weights(harness.graph(), values, plan);
  return plan;
}

QuantPlan joined_plan(const Graph& graph, QuantPlan plan, const QuantPlan& other,
                      const std::set<NodeId>& values, const std::set<NodeId>& layers) {
  std::set<NodeId> with_factors;
  for (const QuantPlan* p : std::array<const QuantPlan*, 2>{&plan, &other})
    for (const auto& [id, unused] : p->factors)
      with_factors.insert(id);
  for (const NodeId id : values) {
    plan.exponents[id] = other.exponents.at(id);
    plan.factors.erase(id);
    if (const auto own = other.factors.find(id); own != other.factors.end())
      plan.factors[id] = own->second;
  }
  for (const NodeId id : layers)
    if (const auto own = other.layers.find(id); own != other.layers.end())
      plan.layers[id] = own->second;
  fit_weights(graph, with_factors, plan);
  return plan;
}

void fit_weights(const Graph& graph, const std::set<NodeId>& values, QuantPlan& plan) {
  const auto users = graph.users();
  for (NodeId id = 0; id < graph.size(); ++id) {
    if (!has_float_weight(graph, id))
      continue;
    const Node& n = graph.node(id);
    const NodeId result = match_float_chain(graph, users, id).end;
    if (values.contains(factors_from(graph, n.inputs[0])) || values.contains(result))
      plan.layers[id].weight_exponents = channel_exponents(
          factored_weight(graph.node(n.inputs[1]).constant, n.attrs.get_int("groups", 1),
                          factors_of(graph, plan, n.inputs[0]), factors_of(graph, plan, result)));
  }
}

}  // namespace vta
