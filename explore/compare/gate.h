// Limits on how much a run may change: "cycles>+1%" fails when cycles rose by more than 1 %.
//
//   [LAYER:]METRIC>CHANGE   fails when METRIC of B is above METRIC of A by more than CHANGE
//   [LAYER:]METRIC<CHANGE   fails when it changed by less than CHANGE ("cycles<-5%": fell more)
//
// LAYER is a kernel's name, or * for every layer that is in both runs; without it the whole run.
// CHANGE has a sign, up to six decimals, and % where it is a share of A's: of a share itself, +1
// is a percentage point, and +1% a hundredth of what it was.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explore/compare/difference.h"

namespace vta::explore {

struct Gate {
  std::string text;    // as given
  std::string layer;   // "": the whole run; "*": every layer
  std::string metric;  // name of a quantity that is_limitable()
  bool above = true;   // '>'
  bool percent = false;
  int64_t millionths = 0;  // of CHANGE
};

// Whether a limit may be on it: every quantity of runs that is no second reading of another. Some
// are of whole runs only, or not known of every run: check_gate() says so.
bool is_limitable(const Quantity& quantity);
std::vector<std::string_view> limitable_names();

// UsageError names the wrong part and the legal values.
Gate parse_gate(std::string_view text);

struct GateOutcome {
  std::string gate;   // its text
  std::string layer;  // "" of the whole run
  std::string metric;
  Figure a = int64_t{0}, b = int64_t{0};
  bool failed = false;
  bool moved = false;  // failed because the runs' work on the accelerator differs (moved_work.h)
};

// Whether cycles of runs may be compared that did different parts of the network.
enum class MovedWork : uint8_t { Refused, Allowed };

// One outcome for each layer of the gate. UsageError if it names a layer that is not in both runs,
// or a quantity that is not known of one of them, because a gate that checks nothing must not pass.
// For the same reason a gate on cycles, or on times that follow from them, fails when the work
// moved: an operator that left the accelerator costs no cycles on it.
std::vector<GateOutcome> check_gate(const Gate& gate, const RunDifference& runs,
                                    MovedWork moved = MovedWork::Refused);

// "conv2d_3: cycles +6.1 % (1,000 -> 1,061) breaks conv2d_3:cycles>+5%", or "cycles -83.6 %
// (...) are cycles of other work (...), which fails cycles>+1%".
std::string outcome_text(const GateOutcome& outcome);

}  // namespace vta::explore
