#include "explore/record/layer_sums.h"

#include <algorithm>

#include "explore/record/lost_cycles.h"

namespace vta::explore {

std::optional<int64_t> useful_macs_of(const ProgramKernel& kernel) {
  return kernel.least_work ? std::optional(kernel.least_work->useful_macs) : std::nullopt;
}

double step_utilization(const ProgramKernel& kernel, const Counters& counters,
                        const VtaConfig& config) {
  return percent_of(useful_macs_of(kernel).value_or(kernel.macs),
                    counters.gemm_counter * config.macs());
}

AtLeast& AtLeast::operator+=(const AtLeast& other) {
  if (bound && other.bound && useful_macs && other.useful_macs) {
    *bound += *other.bound;
    *useful_macs += *other.useful_macs;
  } else {
    bound.reset();
    useful_macs.reset();
  }
  return *this;
}

CycleBound run_bound(const Program& program, const RunStats& stats) {
  CycleBound bound;
  for (size_t k = 0; k < program.kernels.size(); ++k)
    bound += kernel_bound(program, program.kernels[k], stats.kernels[k]);
  return bound;
}

std::vector<KindSum> sums_by_kind(const Program& program, const RunStats& stats) {
  std::vector<KindSum> sums;
  for (size_t k = 0; k < program.kernels.size(); ++k) {
    const ProgramKernel& kernel = program.kernels[k];
    const KernelTiming& timing = stats.timing->kernels[k];
    auto sum = std::ranges::find(sums, kernel.kind, &KindSum::kind);
    if (sum == sums.end()) {
      sum = sums.emplace(sums.end());
      sum->kind = kernel.kind;
    }
    ++sum->kernels;
    sum->least += {layer_bound(program.config, kernel), useful_macs_of(kernel)};
    sum->timing.cycles += timing.cycles;
    sum->gemm_steps += stats.kernels[k].gemm_counter;
    add_cycles(sum->timing.units, timing.units);
  }
  return sums;
}

}  // namespace vta::explore
