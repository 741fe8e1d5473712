// Instruction streams of convolutions in the form that a compiler emits them, for the default
// configuration: one tile after the other, no tokens (fsim runs them in program order).
#pragma once

#include <vector>

#include "hw/isa/insn.h"
#include "tests/bench/conv_layers.h"

namespace vta::bench {

enum class StreamPart : uint8_t {
  All,       // loads, GEMM, requantization, stores
  GemmOnly,  // micro-op loads and GEMM over whatever the scratchpads hold
};

struct ConvStream {
  std::vector<Insn> insns;  // FINISH last
  std::vector<Uop> uops;    // at micro-op element 0 of DRAM
  int64_t gemm_steps = 0;
};

// INP, WGT and OUT are addressed from element 0 of their own base registers.
ConvStream conv_stream(const ConvLayer& layer, StreamPart part);

}  // namespace vta::bench
