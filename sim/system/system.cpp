#include "sim/system/system.h"

#include "base/error.h"

namespace vta {

void check_cores(std::span<const VtaConfig> cores) {
  if (cores.empty() || std::ssize(cores) > kMostCores)
    throw ConfigError(
        fmt::format("a system of {} cores: it must have 1 to {}", cores.size(), kMostCores));
  const auto text = [](const std::string& dram) { return dram.empty() ? "none" : dram; };
  for (size_t k = 0; k < cores.size(); ++k) {
    cores[k].validate();
    if (cores[k].mem_dram != cores[0].mem_dram)
      throw ConfigError(
          fmt::format("MEM_DRAM of core {} is {}, of core 0 {}: the cores of a system "
                      "have one memory, so it must be the same",
                      k, text(cores[k].mem_dram), text(cores[0].mem_dram)));
    if (cores[k].mem_clock_khz != cores[0].mem_clock_khz)
      throw ConfigError(
          fmt::format("MEM_CLOCK_KHZ of core {} is {}, of core 0 {}: the cores of a "
                      "system have one clock, so it must be the same",
                      k, cores[k].mem_clock_khz, cores[0].mem_clock_khz));
  }
}

}  // namespace vta
