#include "cli/device_flags.h"

#include "base/error.h"
#include "cli/launch_bound.h"
#include "cli/machine_flags.h"
#include "link/devices/devices.h"

namespace vta::cli {

void DeviceFlags::add_to(Command& command) {
  const OptionGroup group = command.group("Device");
  command
      .add_option(
          "--device,--backend", device,
          fmt::format("device: {}; with keys, see below", fmt::join(known_devices().names(), ", ")))
      ->capture_default_str();
  command.add_option("--kernels", kernels,
                     "value of the key kernels of fsim and csim: auto, amx, avx512vnni, avx2, "
                     "neon_dot, neon, portable, "
                     "reference");
  add_memory(command, memory);
  add_max_cycles(command, max_cycles);
}

std::string device_footer() {
  return fmt::format("\n\nDevices, as {}:\n{}", kDeviceForm, known_devices().help());
}

void DeviceFlags::add_timing_only(Command& command) {
  const OptionGroup group = command.group("Device");
  command.add_flag("--timing-only", timing_only_flag,
                   "set the key timing_only of csim: cycles without values, so no outputs");
}

VtaConfig DeviceFlags::with_memory(VtaConfig config) const {
  return workbench::with_memory(std::move(config), memory);
}

std::vector<std::string> DeviceFlags::notes(const ClockFlag& clock) const {
  std::vector<std::string> out;
  if (scheme() != "fsim")
    return out;
  if (!memory.empty())
    out.push_back(fmt::format(
        "--memory {} has no effect: backend fsim models no time; use --backend csim or tsim",
        memory));
  if (clock.label.given())
    out.push_back(fmt::format(
        "--clock {} has no effect: backend fsim models no time; use --backend csim or tsim",
        clock.label.mhz ? fmt::format("{}", *clock.label.mhz) : std::string(kEstimatedClock)));
  return out;
}

DeviceString DeviceFlags::named() const {
  DeviceString named = parse_device(device);
  const DeviceScheme& kind = known_devices().scheme_of(named);  // must be one
  if (timing_only_flag && !kind.has_key("timing_only"))
    throw UsageError(fmt::format(
        "--timing-only needs csim: backend {} always computes values; use --backend csim",
        kind.name));
  if (!kernels.empty() && kernels != "auto" && !kind.has_key("kernels"))
    throw UsageError(fmt::format(
        "--kernels {} applies to --backend fsim and csim only; backend {} has no choice of kernels",
        kernels, kind.name));
  if (timing_only_flag)
    named.add("timing_only", "1");
  if (!kernels.empty() && kind.has_key("kernels"))
    named.add("kernels", kernels);
  known_devices().check(named);
  return named;
}

std::unique_ptr<DeviceLink> DeviceFlags::open(const VtaConfig& config,
                                              const WaveOptions& wave) const {
  return known_devices().open(named(), config, {.wave = wave});
}

}  // namespace vta::cli
