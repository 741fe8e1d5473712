// Whether the scratchpads hold what a kernel keeps there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "config/vta_config.h"

namespace vta {

struct ScratchpadNeeds {
  int64_t inp = 0, wgt = 0, acc = 0;  // elements
};

// Empty when they do, else of the first that is too small: "WHO 2100 elements of INP, the
// scratchpad has 2048". `who` ends with the verb: "a head of 65 keys with 2 threads needs".
std::string scratchpad_problem(const ScratchpadNeeds& needs, std::string_view who,
                               const VtaConfig& config);

}  // namespace vta
