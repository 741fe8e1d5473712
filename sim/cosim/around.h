// The context of a difference.
#pragma once

#include <string>

#include "sim/cosim/compare.h"

namespace vta::cosim {

std::string cycle_text(int64_t cycle);  // of RunResult::completion
// Instructions around `at`, with the cycles of both.
std::string around(const Subject& subject, int64_t at, const RunResult& a, const RunResult& b);

}  // namespace vta::cosim
