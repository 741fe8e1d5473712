// A profile as a text and as JSON (docs/profile.md).
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "explore/profile/profile.h"

namespace vta::explore {

inline constexpr int64_t kProfileSchemaVersion = 1;

// A row per operator, then the memory plan.
std::string profile_text(const Profile& profile);
// Without `with_insns` the times of single instructions are left out.
boost::json::object profile_json(const Profile& profile, const Program& program, bool with_insns);

}  // namespace vta::explore
