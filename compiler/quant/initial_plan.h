// Plans by rules for single tensors: the starts of a search.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "compiler/passes/quant_plan.h"
#include "compiler/quant/harness.h"

namespace vta {

// The rule from the magnitudes in the samples to the exponent of an activation:
//   Max          it covers the largest
//   Percentile   of those that cover 99.9 % or more, the one of least squared error
//   LeastSquares the one of least squared error
//   Divergence   the one whose 128 levels lose least of the distribution (Kullback-Leibler)
enum class ActivationRule : uint8_t { Max, Percentile, LeastSquares, Divergence };
std::string_view rule_name(ActivationRule rule);

int activation_exponent(const MagnitudeHistogram& magnitudes, ActivationRule rule);

// Weight exponents: one for a layer, or one per output channel, of least squared error, no finer
// than kMostChannelSpread below the layer's coarsest. Channels of zeros get that one.
constexpr int kMostChannelSpread = 6;
std::vector<int> channel_exponents(const Tensor& weight);

struct InitialRules {
  ActivationRule activations = ActivationRule::Percentile;
  bool per_channel = true;
};
QuantPlan initial_plan(const QuantHarness& harness, const InitialRules& rules);
// Of a channel fewer values than these tell little of what others will be: nothing is clipped.
constexpr int64_t kManyValues = 4096;
// The same with these factors; per channel alone.
QuantPlan initial_plan(const QuantHarness& harness, ActivationRule rule,
                       std::map<NodeId, std::vector<float>> factors);
// `plan`, but of these values exponents and factors, and of these layers all, as `other` has them:
// a plan for another form of the same graph, in which these are quantized, too.
QuantPlan joined_plan(const Graph& graph, QuantPlan plan, const QuantPlan& other,
                      const std::set<NodeId>& values, const std::set<NodeId>& layers);
// channel_exponents() of the layers that compute or read these values, for what the plan has.
void fit_weights(const Graph& graph, const std::set<NodeId>& values, QuantPlan& plan);

}  // namespace vta
