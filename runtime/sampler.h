// Chooses the next token by a network's logits.
#pragma once

#include <cstdint>
#include <random>
#include <span>

namespace vta {

class Sampler {
 public:
  // Temperature 0: always the greatest logit, of equal ones the first. Above it token i has the
  // probability softmax(logits / temperature)[i]; the same seed draws the same on every machine.
  // InputError for a temperature that is below 0 or not finite.
  explicit Sampler(double temperature = 0, uint64_t seed = 0);

  // A logit that is no number is never chosen. InputError where none is a number.
  int64_t token(std::span<const float> logits);

 private:
  double temperature_;
  std::mt19937_64 random_;
};

}  // namespace vta
