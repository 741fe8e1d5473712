// The clock for displayed times: key CLOCK_MHZ of a configuration, or --clock.
//
// It is a label: no simulator reads it, no hash contains it, and configurations that differ only in
// it are equal. (MEM_CLOCK_KHZ beside a DRAM is taken from it, and is no label.) Without a clock no
// times are shown. The speed of a circuit follows from its RTL, which this folder does not use: the
// caller replaces `--clock auto` by an estimate (explore/cost/clock_times.h).
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
