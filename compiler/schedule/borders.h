// Tiles that are best alone need not be best between their neighbours: a kernel's first loads wait
// for what the one before stores last, and run beside its work where they need not.
#pragma once

#include <vector>

#include "compiler/lower/lowered_graph.h"
#include "compiler/schedule/network_schedule.h"
#include "compiler/schedule/policy.h"

namespace vta {

// Gives short kernels whose tiles were searched other ones that their kind proposes, where the
// estimate of a kernel and its neighbours (kernel_sequence.h) is less by more than it may be off.
void overlap_borders(const LoweredGraph& lowered, const VtaConfig& config, SchedulePolicy& policy,
                     const std::vector<bool>& searched, std::vector<KernelSchedule>& kernels);

}  // namespace vta
