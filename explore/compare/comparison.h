// A difference of two runs as a text and as JSON (docs/compare.md).
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <vector>

#include "config/device.h"
#include "explore/compare/difference.h"
#include "explore/compare/gate.h"

namespace vta::explore {

inline constexpr int64_t kCompareSchemaVersion = 2;

// Names of the two sides in a text.
struct SideNames {
  std::string a = "A", b = "B";
};
// These, where they are short and differ; else A and B.
SideNames side_names(const std::string& a, const std::string& b);

// The two sides and their differences, the fit to a device (if one is given), a row per layer, and
// the change in cycles in words.
std::string comparison_text(const RunDifference& runs, const SideNames& names = {},
                            const std::optional<FpgaDevice>& device = {});
boost::json::object comparison_json(const RunDifference& runs,
                                    const std::vector<GateOutcome>& gates);

}  // namespace vta::explore
