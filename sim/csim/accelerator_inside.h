// The scheduling of an Accelerator: the time and the length of its steps.
#pragma once

#include <exception>
#include <limits>
#include <optional>

#include "sim/csim/accelerator.h"
#include "sim/csim/burst_processes.h"
#include "sim/csim/machine.h"
#include "sim/csim/register_port.h"
#include "sim/csim/staged_bytes.h"

namespace vta::csim {

class Accelerator::Inside {
 public:
  // The parts of an accelerator with its own machine.
  struct Own {
    Own(Accelerator& module, const VtaConfig& config, const ClockPeriod& period,
        const AcceleratorOptions& options);

    VtaConfig config;
    std::unique_ptr<Engine> engine;
    StagedBytes bytes;
    BurstProcesses bursts;
    Machine machine;
  };

  explicit Inside(uint64_t clock_period) : period(clock_period) {}

  // The present in cycles of the run; negative before its edge 0.
  int64_t edge() const {
    return static_cast<int64_t>(sc_core::sc_time_stamp().value() - start) /
           static_cast<int64_t>(period);
  }
  sc_core::sc_time until_edge(int64_t edge) const {
    return sc_core::sc_time::from_value(start + static_cast<uint64_t>(edge) * period -
                                        sc_core::sc_time_stamp().value());
  }
  // From the present on the run is `cycles` old; `start` may wrap.
  void place_start(int64_t cycles) {
    start = sc_core::sc_time_stamp().value() - static_cast<uint64_t>(cycles) * period;
  }
  void launched();

  const uint64_t period;
  sc_core::sc_event wake{"wake"};
  sc_core::sc_event outcome{"outcome"};  // of a run, or a launch: the interrupt may change
  RegisterPort port;
  CoreProcess* core = nullptr;
  uint64_t start = 0;  // edge 0 of the run, in units of the time resolution
  bool interrupting = false;

  std::optional<Own> own;

  // With a lent machine: where to stop, and what was thrown.
  int64_t until = 0;
  std::exception_ptr error;
};

}  // namespace vta::csim
