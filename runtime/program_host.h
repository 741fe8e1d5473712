// An optional capability of a link: it runs whole programs on the device's machine. A run then
// takes one request and one response instead of the driver's dozens of calls; Executor uses it
// automatically.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/launches.h"

namespace vta {

class ProgramHost {
 public:
  virtual ~ProgramHost() = default;

  // The program of all runs from now on. Errors as of Executor's constructor, which the remote end
  // calls.
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
  // The number of runs so far that were lost with their device and repeated.
  virtual int64_t repeated_runs() const { return 0; }
};

}  // namespace vta
