// Unit-cycles by state and kernel: hw/rtl/core/README.md, "States of the units".
#pragma once

#include <cstdint>
#include <vector>

#include "sim/csim/kernel_cursor.h"
#include "sim/timing.h"

namespace vta::csim {

class Accounts {
 public:
  void launch(size_t kernels);

  // To kernel `kernel`, or to none of them (kNoKernel).
  void add(TimedUnit unit, int64_t kernel, UnitState state, int64_t cycles) {
    row(unit, kernel)[static_cast<size_t>(state)] += cycles;
  }
  StateCycles& row(TimedUnit unit, int64_t kernel) {
    return kernels_[static_cast<size_t>(kernel + 1)].units[static_cast<size_t>(unit)];
  }
  void retired(int64_t kernel, int64_t edge) {
    int64_t& last = last_retired_[static_cast<size_t>(kernel + 1)];
    last = last < edge ? edge : last;
  }

  // Of a run that ended at `end`.
  Timing finish(int64_t end, int64_t bus_beats) const;

 private:
  std::vector<KernelTiming> kernels_;  // the first is "no kernel"
  std::vector<int64_t> last_retired_;
};

}  // namespace vta::csim
