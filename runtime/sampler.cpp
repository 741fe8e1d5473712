#include "runtime/sampler.h"

#include <cmath>
#include <vector>

#include "base/error.h"

namespace vta {
namespace {

int64_t greatest(std::span<const float> logits) {
  int64_t best = -1;
  for (int64_t i = 0; i < std::ssize(logits); ++i) {
    const float value = logits[static_cast<size_t>(i)];
    if (!std::isnan(value) && (best < 0 || value > logits[static_cast<size_t>(best)]))
      best = i;
  }
  if (best < 0)
    throw InputError(
        fmt::format("no token can be chosen: none of {} logits is a number", logits.size()));
  return best;
}

// From 0 to below 1. The distributions of the standard library are not the same everywhere.
double uniform(std::mt19937_64& random) {
  return std::ldexp(static_cast<double>(random() >> 11), -53);
}

}  // namespace

Sampler::Sampler(double temperature, uint64_t seed) : temperature_(temperature), random_(seed) {
  if (!(std::isfinite(temperature) && temperature >= 0))
    throw InputError(
        fmt::format("the temperature is {}, legal are 0 and finite numbers above it", temperature));
}

int64_t Sampler::token(std::span<const float> logits) {
  const int64_t best = greatest(logits);
  const double most = logits[static_cast<size_t>(best)];
  if (temperature_ == 0 || std::isinf(most))
    return best;
  std::vector<double> weights;
  double sum = 0;
  for (const float logit : logits) {
    weights.push_back(std::isnan(logit) ? 0 : std::exp((logit - most) / temperature_));
    sum += weights.back();
  }
  double left = uniform(random_) * sum;
  for (size_t i = 0; i < weights.size(); ++i)
    if (left -= weights[i]; left < 0)
      return static_cast<int64_t>(i);
  return best;  // rounding left something
}

}  // namespace vta
