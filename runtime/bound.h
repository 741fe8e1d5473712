// The fewest cycles that a kernel's work could take.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/program.h"
#include "sim/counters.h"

namespace vta {

// A compute unit that never waits, and a memory port that never idles. Of several kernels, their
// sums: what overlaps from one to the next can take less.
struct CycleBound {
  // Steps of GEMM (resets included) and ALU, times their cycles; with ACC_OVERLAP 1 those of the
  // pipe that has more.
  int64_t compute = 0;
  int64_t memory = 0;  // bytes that are loaded, stored and fetched, over those of the bus
  int64_t cycles() const { return compute > memory ? compute : memory; }
  std::string_view by() const { return compute >= memory ? "compute" : "memory"; }
  CycleBound& operator+=(const CycleBound& other);
  bool operator==(const CycleBound&) const = default;
};

// Of instructions [first_insn, first_insn + insn_count) of the program; `c` is what they counted.
CycleBound kernel_bound(const Program& program, const ProgramKernel& kernel, const Counters& c);

}  // namespace vta
