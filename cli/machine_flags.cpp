#include "cli/machine_flags.h"

#include <spdlog/spdlog.h>

#include "config/memory_preset.h"
#include "explore/cost/clock_times.h"
#include "explore/cost/point_cost.h"

namespace vta::cli {

void add_memory(Command& command, std::string& memory) {
  command.add_option("--memory", memory,
                     "memory behind the port: ideal8, delay16, ddr, or "
                     "bus=16,read=40,write=8,gap=1,outstanding=16,burst=16, or both");
}

VtaConfig with_memory(VtaConfig config, const std::string& memory) {
  if (memory.empty())
    return config;
  config = apply_memory(std::move(config), memory);
  if (const std::string note = memory_note(config, memory); !note.empty())
    spdlog::warn("{}", note);
  return config;
}

void ClockFlag::add_to(Command& command) {
  const OptionGroup group = command.group("Device");
  command.add_option_function(
      "--clock", [this](const std::string& text) { label = parse_clock(text); }, kClockHelp);
}

VtaConfig ClockFlag::on(VtaConfig config) const {
  if (label.estimated)
    config.clock = explore::estimated_clock(explore::hardware_cost(config).path_ps);
  else if (label.mhz)
    config.clock = label;
  return config;
}

}  // namespace vta::cli
