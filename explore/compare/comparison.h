// A difference of two runs as a text and as JSON (docs/compare.md).
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "explore/compare/difference.h"
#include "explore/compare/gate.h"

namespace vta::explore {

inline constexpr int64_t kCompareSchemaVersion = 1;

// What was compared and what differs in it, a row per layer, where the cycles went, in words.
std::string comparison_text(const RunDifference& runs);
boost::json::object comparison_json(const RunDifference& runs,
                                    const std::vector<GateOutcome>& gates);

}  // namespace vta::explore
