#include "config/fclk.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace vta {
namespace {

// Rounding of the quotient must not turn 1000 / 111.111... into ten.
constexpr double kSlack = 1e-6;

// A pair of dividers whose product this is; divisor1 0: there is none.
Fclk dividers_of(int64_t product, int64_t pll_mhz) {
  for (int64_t second = 1; second <= kMostDivisor; ++second)
    if (product % second == 0 && product / second <= kMostDivisor)
      return {.divisor0 = product / second,
              .divisor1 = second,
              .mhz = static_cast<double>(pll_mhz) / static_cast<double>(product)};
  return {.divisor1 = 0};
}

}  // namespace

double least_fclk_mhz(int64_t pll_mhz) {
  return static_cast<double>(pll_mhz) / static_cast<double>(kMostDivisor * kMostDivisor);
}

Fclk fclk_at_most(double mhz, int64_t pll_mhz) {
  const double least = least_fclk_mhz(pll_mhz);
  if (!(mhz >= least && mhz <= kMostFclkMhz))
    throw UsageError(
        fmt::format("the clock is {0} MHz (--clock, or CLOCK_MHZ of the configuration), legal are "
                    "{1} to {2}: clocks that two dividers of 1 to {4} make of a PLL of {3} MHz, "
                    "within the limits of the FPGA",
                    mhz, std::ceil(1e6 * least) / 1e6, kMostFclkMhz, pll_mhz, kMostDivisor));
  auto product = static_cast<int64_t>(std::ceil(static_cast<double>(pll_mhz) / mhz - kSlack));
  while (dividers_of(product, pll_mhz).divisor1 == 0)
    ++product;
  return dividers_of(product, pll_mhz);
}

}  // namespace vta
