// STORE: hw/rtl/store/README.md.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/isa/insn.h"
#include "sim/csim/bursts.h"

namespace vta::csim {

// `base` is OUT's base register.
inline Runs store_runs(const Insn& n, uint64_t base, int64_t element_bytes) {
  const uint64_t address = base + static_cast<uint64_t>(n.dram_base * element_bytes);
  if (n.x_stride == n.x_size || n.y_size == 1)
    return {address, n.y_size * n.x_size * element_bytes, 1, 0};
  return {address, n.x_size * element_bytes, n.y_size, n.x_stride * element_bytes};
}

// `last_completion` is 0 without bursts.
inline int64_t store_done(int64_t start, int64_t last_completion) {
  return std::max(start, last_completion) + 1;
}

}  // namespace vta::csim
