#include "evaluation/chance.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace vta {
namespace {

std::map<int64_t, int64_t> counts_of(std::span<const int64_t> values) {
  std::map<int64_t, int64_t> counts;
  for (const int64_t value : values)
    ++counts[value];
  return counts;
}

double guessing_rate(std::span<const int64_t> predicted, std::span<const int64_t> labels,
                     int64_t classes) {
  const auto given = counts_of(labels), guessed = counts_of(predicted);
  if (given.size() == 1)
    return 1.0 / static_cast<double>(classes);
  const auto n = static_cast<double>(labels.size());
  double rate = 0;
  for (const auto& [label, count] : given)
    if (const auto at = guessed.find(label); at != guessed.end())
      rate += static_cast<double>(count) / n * static_cast<double>(at->second) / n;
  return rate;
}

}  // namespace

double binomial_at_most(int64_t k, int64_t n, double p) {
  if (k >= n || p <= 0)
    return k < 0 ? 0 : 1;
  if (p >= 1)
    return 0;
  double sum = 0;
  for (int64_t i = 0; i <= k; ++i) {
    const auto x = static_cast<double>(i), all = static_cast<double>(n);
    sum += std::exp(std::lgamma(all + 1) - std::lgamma(x + 1) - std::lgamma(all - x + 1) +
                    x * std::log(p) + (all - x) * std::log1p(-p));
  }
  return std::min(sum, 1.0);
}

std::optional<Chance> near_chance(std::span<const int64_t> predicted,
                                  std::span<const int64_t> labels, int64_t classes) {
  const auto n = static_cast<int64_t>(labels.size());
  if (n == 0 || classes < 2)
    return std::nullopt;
  int64_t right = 0;
  for (size_t i = 0; i < labels.size(); ++i)
    right += predicted[i] == labels[i];
  constexpr double kSurprise = 0.01;
  const double rate = guessing_rate(predicted, labels, classes);
  const bool guessing_reaches_it = 1 - binomial_at_most(right - 1, n, rate) > kSurprise;
  const bool half_way_does_not = binomial_at_most(right, n, (1 + rate) / 2) < kSurprise;
  if (!guessing_reaches_it || !half_way_does_not)
    return std::nullopt;
  return Chance{100 * rate, right, n};
}

}  // namespace vta
