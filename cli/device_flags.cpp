#include "cli/device_flags.h"

#include "base/error.h"
#include "cli/launch_bound.h"
#include "cli/machine_flags.h"

namespace vta::cli {
namespace {

std::string joined_backends() {
  return fmt::format("{}", fmt::join(backend_names(), ", "));
}

}  // namespace

void DeviceFlags::add_to(Command& command) {
  command.add_option("--backend", backend, "simulator: " + joined_backends())
      ->capture_default_str();
  command
      .add_option("--kernels", kernels,
                  "fsim, csim: auto, amx, avx512vnni, avx2, portable, reference")
      ->capture_default_str();
  add_memory(command, memory);
  add_max_cycles(command, max_cycles);
}

void DeviceFlags::add_timing_only(Command& command) {
  command.add_flag("--timing-only", timing_only, "csim: cycles without values, so no outputs");
}

VtaConfig DeviceFlags::with_memory(VtaConfig config) const {
  return cli::with_memory(std::move(config), memory);
}

std::vector<std::string> DeviceFlags::notes(const ClockFlag& clock) const {
  std::vector<std::string> out;
  if (backend != "fsim")
    return out;
  if (!memory.empty())
    out.push_back(fmt::format(
        "--memory {} changes no value, and backend fsim has no time: to see what it costs, use "
        "--backend csim or tsim",
        memory));
  if (clock.label.given())
    out.push_back(fmt::format(
        "--clock {} shows nothing: backend fsim has no time; use --backend csim or tsim",
        clock.label.mhz ? fmt::format("{}", *clock.label.mhz) : std::string(kEstimatedClock)));
  return out;
}

std::unique_ptr<Device> DeviceFlags::make(const VtaConfig& config, const WaveOptions& wave) const {
  if (timing_only && backend != "csim")
    throw UsageError(fmt::format(
        "--timing-only is csim's: backend {} always computes values; use --backend csim", backend));
  if (kernels != "auto" && backend == "tsim")
    throw UsageError(fmt::format(
        "--kernels {} is of --backend fsim and csim, this is tsim: the RTL has none", kernels));
  DeviceOptions options;
  options.kernels = kernels;
  options.timing_only = timing_only;
  options.wave = wave;
  return make_device(backend, config, options);
}

}  // namespace vta::cli
