// The fewest cycles that a kernel's work could take.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/program.h"
#include "sim/counters.h"

namespace vta {

// A serial compute unit that never waits, and a memory port that never idles.
struct CycleBound {
  int64_t compute = 0;  // steps of GEMM (resets included) and ALU, times their cycles
  int64_t memory = 0;   // bytes that are loaded, stored and fetched, over those of the bus
  int64_t cycles() const { return compute > memory ? compute : memory; }
  std::string_view by() const { return compute >= memory ? "compute" : "memory"; }
  CycleBound& operator+=(const CycleBound& other);
  bool operator==(const CycleBound&) const = default;
};

// Of instructions [first_insn, first_insn + insn_count) of the program; `c` is what they counted.
CycleBound kernel_bound(const Program& program, const ProgramKernel& kernel, const Counters& c);

}  // namespace vta
