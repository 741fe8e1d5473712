// Explains a difference in cycles in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explore/compare/difference.h"

namespace vta::explore {

// One state of compute, or the overlap with the layers beside, and how it changed.
struct Cause {
  std::string_view state;  // unit_state_name, or kOverlap
  int64_t cycles = 0;      // B - A
  std::string text;        // "compute waited 11,900 cycles more for load"
  std::string evidence;    // counters and states that changed with it, "" if none did
};

inline constexpr std::string_view kOverlap = "overlap";

// What changed, largest change first; the cycles sum to difference.cycles().
std::vector<Cause> causes(const RunDifference& runs, const LayerDifference& difference);

// "+12,345 cycles (+8.1 %): compute waited 11,900 cycles more for load (load moved 1.2 MB more of
// weights); all else: +445 cycles"; in front, how the tiles differ. Names causes until nine tenths
// of the change are told, at most three; what is left is told as a number.
std::string explain(const RunDifference& runs, const LayerDifference& difference);

// "+8.1 %" of `a`; "" where a is 0.
std::string percent_text(int64_t a, int64_t b);

}  // namespace vta::explore
