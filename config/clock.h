// The clock that cycles are shown at: key CLOCK_MHZ of a configuration, or --clock.
//
// A label: no simulator looks at it, it is in no hash, and configurations that differ in it alone
// are equal. Without one no times are shown, for nothing here knows how fast a circuit is.
#pragma once

#include <optional>
#include <string_view>

namespace vta {

inline constexpr std::string_view kClockKey = "CLOCK_MHZ";
inline constexpr double kLeastClockMhz = 0.001, kMostClockMhz = 10'000;

struct ClockLabel {
  std::optional<double> mhz;
  friend constexpr bool operator==(const ClockLabel&, const ClockLabel&) { return true; }
};

// Finite and from kLeastClockMhz to kMostClockMhz.
bool is_legal_clock(double mhz);
// Of --clock: "100", "187.5". UsageError names the text and what is legal.
ClockLabel parse_clock(std::string_view text);

}  // namespace vta
