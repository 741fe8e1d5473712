#include "config/clock.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/error.h"

namespace vta {

bool is_legal_clock(double mhz) {
  return std::isfinite(mhz) && mhz >= kLeastClockMhz && mhz <= kMostClockMhz;
}

ClockLabel parse_clock(std::string_view text) {
  if (text == kEstimatedClock)
    return {.mhz = std::nullopt, .estimated = true};
  double mhz = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, mhz);
  if (error != std::errc{} || stop != end || !is_legal_clock(mhz))
    throw UsageError(fmt::format("--clock is '{}', legal are {} to {} (MHz) and {}", text,
                                 kLeastClockMhz, kMostClockMhz, kEstimatedClock));
  return {.mhz = mhz};
}

}  // namespace vta
