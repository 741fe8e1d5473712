#include "compiler/passes/activation_scales.h"

#include <algorithm>
#include <cmath>

#include "compiler/graph/operations.h"

namespace vta {
namespace {

int global_exponent(double scale) {
  return static_cast<int>(std::ceil(std::log2(scale / 128.0)));
}

int planned_exponent(const QuantPlan& plan, NodeId id) {
  const auto it = plan.exponents.find(id);
  if (it == plan.exponents.end())
    throw CompileError(fmt::format("the quantization plan has no exponent of node {}", id));
  return it->second;
}

int least_error_exponent(const MagnitudeHistogram& magnitudes, double percent) {
  const int coarsest = covering_exponent(magnitudes.max_abs());
  const int finest = covering_exponent(magnitudes.percentile(percent));
  int best = coarsest;
  double least = magnitudes.mean_squared_error(coarsest);
  for (int e = coarsest - 1; e >= finest; --e)
    if (const double error = magnitudes.mean_squared_error(e); error < least) {
      least = error;
      best = e;
    }
  return best;
}

}  // namespace

ActivationScales::ActivationScales(const Graph& graph, const QuantOptions& options)
    : options_(options) {
  const auto& known = graph.model_scales().values;
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    if (const auto it = known.find(n.name);
        it != known.end() && (it->second.exact || options.mode == QuantMode::Global))
      given_[id] = it->second.exponent;
    else if (const auto moved = n.inputs.empty() ? given_.end() : given_.find(n.inputs.front());
             moved != given_.end() && operation_kind(n.op) == OperationKind::Movement &&
             n.inputs.size() == 1)
      given_[id] = moved->second;
  }
  if (options.mode == QuantMode::Global) {
    if (!(options.global_scale >= QuantOptions::kLeastGlobalScale &&
          options.global_scale <= QuantOptions::kGreatestGlobalScale))
      throw CompileError(
          fmt::format("global_scale {} must be between 2^-20 and 2^20", options.global_scale));
    return;
  }
  if (options.mode == QuantMode::Auto) {
    if (options.plan == nullptr)
      throw CompileError(
          "quantization mode auto has no plan: the search on calibration samples must run before "
          "the pass");
    return;
  }
  if (!(options.percentile > 0 && options.percentile <= 100))
    throw CompileError(
        fmt::format("percentile {} must be above 0 and at most 100", options.percentile));
  stats_ = calibrate(graph, options.calibration);
}

int ActivationScales::exponent(NodeId id) const {
  const auto joined = joined_.find(id);
  return joined != joined_.end() ? joined->second : own_exponent(id);
}

void ActivationScales::join(const std::vector<NodeId>& ids) {
  int coarsest = own_exponent(ids.front());
  for (const NodeId id : ids)
    coarsest = std::max(coarsest, own_exponent(id));
  for (const NodeId id : ids)
    joined_[id] = coarsest;
}

void ActivationScales::coarsen(NodeId id, int bits) {
  joined_[id] = exponent(id) + bits;
}

int ActivationScales::own_exponent(NodeId id) const {
  if (const auto given = given_.find(id); given != given_.end())
    return given->second;
  read_.insert(id);
  if (options_.mode == QuantMode::Auto)
    return planned_exponent(*options_.plan, id);
  if (options_.mode == QuantMode::Global)
    return global_exponent(options_.global_scale);
  const MagnitudeHistogram& magnitudes = stats_[static_cast<size_t>(id)].magnitudes;
  if (options_.mode == QuantMode::Max)
    return covering_exponent(magnitudes.max_abs());
  return least_error_exponent(magnitudes, options_.percentile);
}

}  // namespace vta
