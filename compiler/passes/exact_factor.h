// Products and quotients of float32 scales as exact fractions: which ties rounding may meet.
#pragma once

#include <cstdint>
#include <span>

namespace vta {

// first * second / (count * unit), each above 0 and finite.
struct ExactFactor {
  float first = 1, second = 1, unit = 1;
  int32_t count = 1;

  // Rounded once, to 53 bits.
  double value() const;
};

// Whether sums of whole numbers times the factors are ties, more often than once in 2^20, that they
// are not any more once the factors are rounded: where the common denominator is even and no power
// of two.
bool have_ties_to_miss(std::span<const ExactFactor> factors);

}  // namespace vta
