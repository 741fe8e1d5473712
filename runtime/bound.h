// Lower bounds of cycles: of a layer for any schedule, and of the work that a schedule issued.
// docs/timing.md has both.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/program.h"
#include "sim/counters.h"

namespace vta {

// Of layers: steps and bytes that no schedule avoids (ProgramKernel::least_work, least_bytes).
struct LayerBound {
  // With ACC_OVERLAP 1 the longer of GEMM's and ALU's steps; an ALU step on two vectors counts
  // twice with one read port.
  int64_t compute = 0;
  int64_t memory = 0;  // every operand and result once, over the bytes of the bus
  // Of one kernel the larger of the two. Of a network at least the larger of the two sums, and at
  // most the sum of the kernels' bounds: a kernel may load while the one before it computes, as
  // much as the scratchpads hold (docs/timing.md has the path).
  int64_t cycles = 0;
  std::string_view by() const { return compute >= memory ? "compute" : "memory"; }
  LayerBound& operator+=(const LayerBound& other);
  bool operator==(const LayerBound&) const = default;
};
// Nothing if the program has no least_work (older versions).
std::optional<LayerBound> layer_bound(const VtaConfig& config, const ProgramKernel& kernel);
// Of all launches, one after the other; kernels that no launch runs take nothing.
std::optional<LayerBound> network_bound(const Program& program);
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
