// The part of a run that goes into a trace: all of it, one kernel's instructions, or the
// instructions that overlap given cycles.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "runtime/program.h"

namespace vta::explore {

struct CycleRange {  // [first, end), counted over all launches
  int64_t first = 0, end = std::numeric_limits<int64_t>::max();
};

struct TracePart {
  int64_t kernel = -1;  // by index into Program::kernels; -1: any
  CycleRange cycles;

  bool has_kernel(int64_t k) const { return kernel < 0 || k == kernel; }
  bool has_kernel_from(int64_t first, int64_t count) const {
    return kernel < 0 || (kernel >= first && kernel < first + count);
  }
  // Cycles first .. last, counted from 1: whether some of them lie between the ends of cycles
  // cycles.first and cycles.end.
  bool has_cycles(int64_t first, int64_t last) const {
    return first <= cycles.end && last > cycles.first;
  }
};

// Parse a flag's value; UsageErrors name the flag. The kernel's index; UsageError, with the nearest
// name, if the program has no kernel of that name.
int64_t kernel_index(const Program& program, const std::string& name, const std::string& flag);
// "A:B"; UsageError unless 0 <= A < B.
CycleRange cycle_range(const std::string& text, const std::string& flag);

// The values of --kernel and --cycles; empty: all. UsageError if both are given, and as above.
TracePart trace_part(const Program& program, const std::string& kernel, const std::string& cycles);

}  // namespace vta::explore
