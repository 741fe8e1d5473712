// Forms of GEMM in plain loops that keep the whole contract of sim/kernels/isa_table.h: what the
// vector files of a CPU that is not at hand rely on is tested on every CPU.
#pragma once

#include "sim/kernels/isa_table.h"

namespace vta::test {

// Strips of up to 14 positions x 16 lanes, operands packed straight from DRAM, inputs + 128 with
// corrections, as AVX512-VNNI has them.
const kernels::IsaTable& plain_strips();

// Steps of up to 64 bytes, up to 16 positions, strips and columns in twos, as AMX has them.
const kernels::IsaTable& plain_tiles();

}  // namespace vta::test
