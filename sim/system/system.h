// Several cores on one memory and one clock: hw/rtl/system/README.md. Two backends implement it.
//
// The cores are devices that share one memory; time is the system's. While any core runs, the write
// of a register takes an edge. A core that is advanced takes the others along.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sim/device.h"

namespace vta {

inline constexpr int64_t kMostCores = 8;

class System {
 public:
  virtual ~System() = default;
  virtual std::string_view backend() const = 0;  // "csim", "tsim"

  virtual int64_t num_cores() const = 0;
  // core(i).memory() is the same memory for every i. Its advance() lets the system go on until that
  // core's run has ended, or through so many edges. Its cycles count from its own launch.
  virtual Device& core(int64_t index) = 0;

  // The next edge: all before it are over. Counts from the launch that found all cores idle.
  virtual int64_t now() const = 0;
  virtual bool running(int64_t core) const = 0;
  // Goes on through the first edge at which the run of a core ends, or through `edge` if that comes
  // first. Does nothing when none runs.
  virtual void run_through(int64_t edge) = 0;

  // What the DRAM did for all cores from that launch to the end of the last run.
  virtual const DramStatistics& dram_statistics() const = 0;
};

// ConfigError: no core or more than kMostCores, a configuration that is not legal, or two with
// unequal MEM_DRAM or MEM_CLOCK_KHZ.
void check_cores(std::span<const VtaConfig> cores);

}  // namespace vta
