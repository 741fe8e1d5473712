// The clock that cycles are shown at: key CLOCK_MHZ of a configuration, or --clock.
//
// A label: no simulator looks at it, it is in no hash, and configurations that differ in it alone
// are equal. Without one no times are shown. How fast a circuit is follows from its RTL, which this
// folder knows nothing of: `--clock auto` is filled in by whoever has an estimate
// (explore/cost/clock_times.h).
#pragma once

#include <optional>
#include <string_view>

namespace vta {

inline constexpr std::string_view kClockKey = "CLOCK_MHZ";
inline constexpr std::string_view kEstimatedClock = "auto";
inline constexpr double kLeastClockMhz = 0.001, kMostClockMhz = 10'000;

struct ClockLabel {
  std::optional<double> mhz;
  bool estimated = false;  // mhz is an estimate, or to be filled in by one

  bool given() const { return mhz.has_value() || estimated; }
  friend constexpr bool operator==(const ClockLabel&, const ClockLabel&) { return true; }
};

// Finite and from kLeastClockMhz to kMostClockMhz.
bool is_legal_clock(double mhz);
// Of --clock: "100", "187.5", or "auto", which is without MHz until it is estimated. UsageError
// names the text and what is legal.
ClockLabel parse_clock(std::string_view text);

}  // namespace vta
