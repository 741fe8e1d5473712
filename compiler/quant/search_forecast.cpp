#include "compiler/quant/search_forecast.h"

#include <algorithm>

namespace vta {
namespace {

// kXPassed: the share of trials that the first samples do not decide. kOfX: the share of the graph
// that a trial runs.
constexpr double kStartsPassed = 0.3, kOtherStartsPassed = 0.3;
constexpr double kBiasesPassed = 0.35, kOfABias = 0.5;
constexpr double kExponentsPassed = 0.08, kOfAnExponent = 0.33;
constexpr double kPaceOfAStart = 1.9;  // it quantizes the whole graph anew, a change one layer
constexpr double kPerLayer = 2, kPerValue = 2;
constexpr double kAgain = 0.3;      // how often something has changed
constexpr double kNotFarOff = 0.5;  // of exponents that were tried before
constexpr double kAlwaysRun = 8;    // batches that are always run

// Every trial first runs this share of the used samples, and ends there if its result is far off.
double first_of(double used) {
  return std::min(1.0, std::max(kAlwaysRun, used / 8) / used);
}

}  // namespace

SearchProgress::Form expected_form(const SearchShape& shape, const SearchSize& size) {
  const auto all = static_cast<double>(size.batches);
  const double fewest = std::min(1.0, kAlwaysRun / all);
  const auto cost = [&](double share, double passed) {
    const double first = first_of(share * all);
    return share * (first + (1 - first) * passed);
  };
  const double for_starts = std::clamp(kStartShare * size.limit / shape.starts, fewest, 1.0);
  const double passed = shape.starts <= 1  ? 1
                        : shape.from_other ? kOtherStartsPassed
                                           : kStartsPassed;
  const SearchProgress::Phase starts = {
      .trials = shape.starts, .cost = cost(for_starts, passed), .pace = kPaceOfAStart};
  if (!shape.searched)
    return {starts};
  const double biases = kPerLayer * static_cast<double>(size.layers);
  const double exponents =
      kPerValue * static_cast<double>(size.values) * (shape.from_other ? kNotFarOff : 1);
  const double once = static_cast<double>(size.layers + size.values) / 2;
  const double left = size.limit - starts.trials * starts.cost;
  const double share = std::clamp(left / std::max(once, 1.0), fewest, 1.0);
  const double of_a_bias = kOfABias * cost(share, kBiasesPassed);
  const double of_an_exponent = kOfAnExponent * cost(share, kExponentsPassed);
  SearchProgress::Form form = {starts,
                               {biases, of_a_bias, true},
                               {exponents, of_an_exponent, true},
                               {biases, kAgain * of_a_bias, true},
                               {kNotFarOff * exponents, kAgain * of_an_exponent, true},
                               {1, share < 1 ? 1.0 : 0.0}};
  double changes = 0;
  for (size_t i = 1; i + 1 < form.size(); ++i)
    changes += form[i].trials * form[i].cost;
  for (size_t i = 1; i + 1 < form.size(); ++i)
    form[i].cost *= std::min(1.0, std::max(left, 0.0) / std::max(changes, 1e-9));
  return form;
}

}  // namespace vta
