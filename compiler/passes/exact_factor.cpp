#include "compiler/passes/exact_factor.h"

#include <bit>
#include <cmath>
#include <numeric>

namespace vta {
namespace {

// odd * 2^exponent
struct Odd {
  uint64_t odd;
  int exponent;
};

Odd without_twos(uint64_t whole, int exponent) {
  const int twos = std::countr_zero(whole);
  return {whole >> twos, exponent + twos};
}

Odd odd_of(float value) {
  constexpr int kBits = 24;
  int exponent = 0;
  const float part = std::frexp(value, &exponent);
  return without_twos(static_cast<uint64_t>(std::ldexp(part, kBits)), exponent - kBits);
}

}  // namespace

double ExactFactor::value() const {
  return static_cast<double>(first) * static_cast<double>(second) /
         (static_cast<double>(count) * static_cast<double>(unit));
}

bool have_ties_to_miss(std::span<const ExactFactor> factors) {
  constexpr int kRare = 20;
  constexpr uint64_t kMany = uint64_t{1} << kRare;
  Odd denominator{1, 0};  // of all
  for (const ExactFactor& f : factors) {
    const Odd a = odd_of(f.first), b = odd_of(f.second), c = odd_of(f.unit),
              n = without_twos(static_cast<uint64_t>(f.count), 0);
    const uint64_t above = a.odd * b.odd, below = c.odd * n.odd;  // 48 and 55 bits
    const uint64_t odd = below / std::gcd(above, below);
    if (odd >= kMany)
      return false;
    denominator.odd = std::min(std::lcm(denominator.odd, odd), kMany);
    denominator.exponent =
        std::max(denominator.exponent, c.exponent + n.exponent - a.exponent - b.exponent);
  }
  return denominator.odd > 1 && denominator.exponent >= 1 && denominator.exponent < kRare &&
         denominator.odd << denominator.exponent < kMany;
}

}  // namespace vta
