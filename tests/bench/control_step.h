// The yardstick of functional speed: one GEMM step (1x16x16) as a plain scalar triple loop.
#pragma once

#include <cstdint>

namespace vta::bench {

// acc[16] += wgt[16][16] * inp[16]. Compiled with -O2 for the baseline CPU.
void control_step(const int8_t* inp, const int8_t* wgt, int32_t* acc);

}  // namespace vta::bench
