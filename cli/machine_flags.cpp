#include "cli/machine_flags.h"

#include "workbench/host_name.h"

namespace vta::cli {

using namespace workbench;

void add_memory(Command& command, std::string& memory) {
  const OptionGroup group = command.group("Device");
  command.add_option(
      "--memory", memory,
      "memory model: a preset (ideal8, delay16, ddr) or a DRAM (ddr3-1066, ddr3-1600, "
      "ddr4-2400, lpddr4-3200, FILE.json; mhz=100, simple), parameters "
      "(bus=16,read=40,write=8,gap=1,outstanding=16,burst=16), or both");
}

void ClockFlag::add_to(Command& command) {
  const OptionGroup group = command.group("Device");
  command.add_option_function(
      "--clock", [this](const std::string& text) { label = parse_clock(text); }, kClockHelp);
}

VtaConfig ClockFlag::on(VtaConfig config) const {
  return workbench::with_clock(std::move(config), label);
}

void HostFlag::add_to(Command& command) {
  const OptionGroup group = command.group("Device");
  command.add_option("--host", name, kHostHelp);
}

void HostFlag::read() {
  if (!name.empty())
    costs = host_by_name(name);
}

VtaConfig HostFlag::on(VtaConfig config) const {
  return costs ? with_some_clock(std::move(config)) : config;
}

}  // namespace vta::cli
