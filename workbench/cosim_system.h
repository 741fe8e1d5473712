// A system of several cores on several backends: random programs, or a network on all cores.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/cosim/generator.h"
#include "sim/cosim/system_run.h"
#include "workbench/system_file.h"
#include "workbench/system_run.h"

namespace vta::workbench {

struct SystemCampaign {
  std::vector<VtaConfig> cores;
  std::vector<std::string> backends;  // with systems; at least one
  cosim::MemoryChoice memory = cosim::MemoryChoice::Mixed;
  int64_t first_program = 0, programs = 0;  // a stretch of the series
  uint64_t seed = 0;
  int64_t most_differences = 20;  // then it ends early
  std::function<void()> on_program = [] {};
};

struct SystemFound {
  int64_t program = 0, core = 0;
  std::string kind, text;
};

struct SystemCampaignResult {
  int64_t programs = 0, launches = 0, insns = 0, cycles = 0;  // of all cores
  int64_t errors = 0;  // runs that ended with one, as both say
  std::vector<SystemFound> differences;
};

// Values are compared with those of each program alone, too. Errors as make_system().
SystemCampaignResult run_system_campaign(const SystemCampaign& campaign);

// The same plan and images on each backend: outputs, and of every launch of every core its
// counters, states, and the completion of every instruction.
struct SystemNetworkComparison {
  int64_t launches = 0, insns = 0, cycles = 0;
  std::vector<std::string> differences;
};
SystemNetworkComparison compare_system_network(const SystemPlan& plan, const SystemWork& work,
                                               const std::vector<std::string>& backends);

}  // namespace vta::workbench
