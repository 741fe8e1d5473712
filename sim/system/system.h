// Several cores on one memory and one clock: hw/rtl/system/README.md. Two backends implement it.
//
// The cores are devices that share one memory; time is the system's. A register write takes an edge
// while any core runs, none else. A core that is advanced takes the others along.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/device.h"

namespace vta {

class System {
 public:
  virtual ~System() = default;
  virtual std::string_view backend() const = 0;  // "csim", "tsim"

  virtual int64_t num_cores() const = 0;  // 1 to 8
  // core(i).memory() is the same memory for every i. Its advance() lets the system go on until that
  // core's run has ended, or so many cycles have passed. Its cycles count from its own launch.
  virtual Device& core(int64_t index) = 0;

  // Edges since the launch that found all cores idle.
  virtual int64_t now() const = 0;
  virtual bool running(int64_t core) const = 0;
  // Goes on to the first edge, not after `edge`, at which the run of a core ends; to `edge`
  // without one. Returns at once when none runs.
  virtual void run_until(int64_t edge) = 0;

  // What a DRAM has done since that launch, for all cores; complete when none runs.
  virtual DramStatistics dram_statistics() const = 0;
};

}  // namespace vta
