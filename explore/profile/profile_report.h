// A profile as a text and as JSON (docs/profile.md).
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "explore/profile/node_work.h"
#include "explore/profile/profile.h"

namespace vta::explore {

inline constexpr int64_t kProfileSchemaVersion = 3;

// A row per operator, then the memory plan.
std::string profile_text(const Profile& profile);
// Without `with_insns` the times of single instructions are left out.
boost::json::object profile_json(const Profile& profile, const Program& program, bool with_insns);

// The nodes of the network's file: a row each, and their sums.
std::string nodes_text(const std::vector<NodeWork>& nodes, const NodeTotals& sums);
boost::json::array nodes_json(const std::vector<NodeWork>& nodes);
boost::json::object totals_json(const NodeTotals& sums);

}  // namespace vta::explore
