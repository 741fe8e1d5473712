// LOAD of every memory type: hw/rtl/load/README.md.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/isa/insn.h"
#include "sim/csim/bursts.h"

namespace vta::csim {

// `base` is the memory type's base register.
inline Runs load_runs(const Insn& n, uint64_t base, int64_t element_bytes) {
  const uint64_t address = base + static_cast<uint64_t>(n.dram_base * element_bytes);
  const bool pads = n.x_pad_0 != 0 || n.x_pad_1 != 0;
  if (!pads && (n.x_stride == n.x_size || n.y_size == 1))
    return {address, n.y_size * n.x_size * element_bytes, 1, 0};
  return {address, n.x_size * element_bytes, n.y_size, n.x_stride * element_bytes};
}

inline int64_t load_pads(const Insn& n) {
  const int64_t elements = scratchpad_elements(n);
  return elements - n.y_size * n.x_size;
}

// `last_beat` is 0 without beats.
inline int64_t load_done(int64_t start, int64_t beats, int64_t pads, int64_t last_beat) {
  return std::max(start + beats + pads, last_beat) + 1;
}

}  // namespace vta::csim
