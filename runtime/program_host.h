// What a link may have beside a DeviceLink's calls: it runs whole programs where its device is. A
// run is one message there and one back then, where the driver's calls would be dozens; Executor
// uses it by itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/launches.h"

namespace vta {

class ProgramHost {
 public:
  virtual ~ProgramHost() = default;

  // The program of all runs from now on. Errors as of Executor's constructor, which is what happens
  // there.
  virtual void load(const Program& program) = 0;

  struct Order {
    std::span<const Tensor> inputs;  // all of them, in the program's order; none for launches_only
    int64_t max_cycles = kMaxCycles;
    bool launches_only = false;
  };
  struct Outcome {
    std::vector<Tensor>
        outputs;  // in the program's order; none where the device computes no values
    RunStats stats;
  };
  // Errors as of Executor::run.
  virtual Outcome run(const Order& order) = 0;
  // Runs so far that were begun, lost with their device, and run again; each counts once.
  virtual int64_t repeated_runs() const { return 0; }
};

}  // namespace vta
