// Times of a run at the clock that is estimated for its configuration.
#pragma once

#include <optional>

#include "explore/cost/clock_times.h"
#include "explore/record/run_record.h"

namespace vta::explore {

// Nothing for a run of a vta from before GEMM_PIPELINE, whose circuit was another one.
std::optional<ClockTimes> estimated_times(const RunRecord& run);

}  // namespace vta::explore
