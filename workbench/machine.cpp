#include "workbench/machine.h"

#include <spdlog/spdlog.h>

#include "config/config_keys.h"
#include "config/memory_preset.h"
#include "explore/cost/point_cost.h"

namespace vta::workbench {

VtaConfig with_memory(VtaConfig config, const std::string& memory) {
  if (memory.empty())
    return config;
  config = apply_memory(std::move(config), memory);
  if (const std::string note = memory_note(config, memory); !note.empty())
    spdlog::warn("{}", note);
  return config;
}

VtaConfig with_clock(VtaConfig config, const ClockLabel& clock) {
  if (clock.estimated)
    config.clock = explore::estimated_clock(explore::hardware_cost(config).path_ps);
  else if (clock.mhz)
    config.clock = clock;
  if (clock.given() && !config.mem_dram.empty())
    set_memory_clock(config);
  return config;
}

}  // namespace vta::workbench
