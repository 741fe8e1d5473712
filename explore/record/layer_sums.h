// The kernels of a run taken together, and what their work could have taken at least.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/bound.h"
#include "runtime/executor.h"

namespace vta::explore {

// What no schedule avoids; nothing where a program does not say.
struct AtLeast {
  std::optional<LayerBound> bound;
  std::optional<int64_t> useful_macs;
  AtLeast& operator+=(const AtLeast& other);
};

// The kernels of one kind, taken together.
struct KindSum {
  std::string kind;
  int64_t kernels = 0;
  AtLeast least{LayerBound{}, 0};
  KernelTiming timing;
  int64_t gemm_steps = 0;
};
std::vector<KindSum> sums_by_kind(const Program& program,
                                  const RunStats& stats);  // needs stats.timing
CycleBound run_bound(const Program& program, const RunStats& stats);

// Without those of padding; nothing where a program does not say.
std::optional<int64_t> useful_macs_of(const ProgramKernel& kernel);
// Useful multiplications (all of the layer's where a program does not say which are) over those
// that the GEMM steps did, in percent.
double step_utilization(const ProgramKernel& kernel, const Counters& counters,
                        const VtaConfig& config);

}  // namespace vta::explore
