// The member "accuracy" of a network, and its use by the rest of a specification.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "explore/accuracy.h"
#include "explore/space/sweep_spec.h"

namespace vta::explore {

// Files are relative to `folder`. InputError for values with which no image can be prepared; the
// files are not read.
AccuracyData read_accuracy(const JsonReader& reader, const std::string& folder);

// Notes at every network which measurements the objectives and constraints need. InputError if a
// network lacks something that they, or a value of `quantizations`, need.
void settle_accuracy(SweepSpec& spec, std::string_view origin);

}  // namespace vta::explore
