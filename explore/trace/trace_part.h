// Which part of a run goes into a trace: all of it, one kernel's instructions, or what overlaps
// some cycles.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "runtime/program.h"

namespace vta::explore {

struct TracePart {
  int64_t kernel = -1;  // by index into Program::kernels; -1: any
  int64_t first_cycle = 0, end_cycle = std::numeric_limits<int64_t>::max();  // over all launches

  bool has_kernel(int64_t k) const { return kernel < 0 || k == kernel; }
  bool has_kernel_from(int64_t first, int64_t count) const {
    return kernel < 0 || (kernel >= first && kernel < first + count);
  }
  // Cycles first .. last, counted from 1: whether some of them lie between the ends of cycles
  // first_cycle and end_cycle.
  bool has_cycles(int64_t first, int64_t last) const {
    return first <= end_cycle && last > first_cycle;
  }
};

// Empty texts: all. UsageError for both, for a kernel that the program has not (the nearest name is
// given), and for cycles that are not A:B with 0 <= A < B.
TracePart trace_part(const Program& program, const std::string& kernel, const std::string& cycles);

}  // namespace vta::explore
