// The member "accuracy" of a network, and what the rest of a specification asks of it.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "explore/accuracy.h"
#include "explore/space/sweep_spec.h"

namespace vta::explore {

// Files are relative to `folder`. InputError for what no image can be prepared with; the files are
// not looked at.
AccuracyData read_accuracy(const JsonReader& reader, const std::string& folder);

// Notes at every network what objectives and constraints take. InputError where a network lacks
// something that they, or a value of `quantizations`, need.
void settle_accuracy(SweepSpec& spec, std::string_view origin);

}  // namespace vta::explore
