#include "compiler/graph/fraction.h"

#include <cmath>

namespace vta {

double Fraction::value() const {
  return std::ldexp(static_cast<double>(multiplier), shift - 31);
}

Fraction decomposed(double d) {
  constexpr int64_t kOne = int64_t{1} << 31;
  int shift = 0;
  auto multiplier = std::llround(std::frexp(d, &shift) * static_cast<double>(kOne));
  if (multiplier == kOne) {
    multiplier /= 2;
    ++shift;
  }
  return {static_cast<int32_t>(multiplier), shift};
}

}  // namespace vta
