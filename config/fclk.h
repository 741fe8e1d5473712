// The clocks that a Zynq-7000's processor system gives its FPGA: a PLL through two dividers.
#pragma once

#include <cstdint>

namespace vta {

inline constexpr int64_t kMostDivisor = 63;  // of each: six bits
inline constexpr double kMostFclkMhz = 250;

struct Fclk {
  int64_t divisor0 = 1, divisor1 = 1;
  double mhz = 0;  // the PLL's by both
  double period_ns() const { return 1000 / mhz; }
};

double least_fclk_mhz(int64_t pll_mhz);  // by the largest dividers

// The fastest that is not above `mhz`: 112.8 of a PLL of 1000 is 1000 / 9 = 111.1. UsageError where
// `mhz` is below all of them, or above what the FPGA may be given.
Fclk fclk_at_most(double mhz, int64_t pll_mhz);

}  // namespace vta
