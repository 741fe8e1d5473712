// Checks that two runs did the same part of their network on the accelerator. Otherwise their
// cycles measure different work, and fewer cycles prove nothing.
#pragma once

#include <string>
#include <string_view>

#include "explore/record/run_record.h"

namespace vta::explore {

// The MACs per image on the accelerator differ by more than a thousandth of the network's (of the
// larger network's, where the runs are of two).
bool work_moved(const RunRecord& a, const RunRecord& b);

// "A 1,814,073,344 of 1,932,... (93.8 % of the network's MACs), B ...".
std::string shares_text(const RunRecord& a, const RunRecord& b, std::string_view name_a = "A",
                        std::string_view name_b = "B");

}  // namespace vta::explore
