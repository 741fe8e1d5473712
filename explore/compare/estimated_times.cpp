#include "explore/compare/estimated_times.h"

#include "explore/cost/point_cost.h"

namespace vta::explore {

std::optional<ClockTimes> estimated_times(const RunRecord& run) {
  if (run.before_gemm_pipeline)
    return std::nullopt;
  VtaConfig config = run.config;
  config.clock = estimated_clock(hardware_cost(config).path_ps);
  return clock_times(config, run.result, run.images);
}

}  // namespace vta::explore
