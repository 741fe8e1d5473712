// The least cycles of layers: the roofline of one kernel, the bound of a network that no schedule
// beats, and what the work that a schedule issued takes. docs/timing.md has them all, and why the
// bound holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/program.h"
#include "sim/counters.h"

namespace vta {

// From steps and bytes that no schedule avoids (ProgramKernel::least_work, least_bytes).
struct LeastCycles {
  // With ACC_OVERLAP 1 the longer of GEMM's and ALU's steps; an ALU step on two vectors counts
  // twice with one read port.
  int64_t compute = 0;
  int64_t memory = 0;  // of the port for every operand and result once: port_cycles()
  int64_t cycles = 0;  // a roofline or a bound
  std::string_view by() const { return compute >= memory ? "compute" : "memory"; }
  LeastCycles& operator+=(const LeastCycles& other);
  bool operator==(const LeastCycles&) const = default;
};

// Cycles in which the port moves so many bytes at the earliest: beats, and gaps between bursts.
int64_t port_cycles(int64_t bytes, const VtaConfig& config);

// The larger of compute and memory of one kernel; nothing if the program has no least_work (older
// versions). A launch of this kernel alone takes at least that; beside others it can take less, as
// its operands may be loaded, and its results stored, while a neighbour computes.
std::optional<LeastCycles> kernel_roofline(const VtaConfig& config, const ProgramKernel& kernel);
// The bound of all launches, one after the other; kernels that no launch runs take nothing. Compute
// and memory are sums over kernels, `cycles` is no sum: docs/timing.md has the path.
std::optional<LeastCycles> network_bound(const Program& program);
std::optional<int64_t> useful_macs(const Program& program);  // likewise

// Bounds of the issued work: for a compute unit that never waits, and a memory port that never
// idles. For several kernels they are sums; work that overlaps between kernels can take less.
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
