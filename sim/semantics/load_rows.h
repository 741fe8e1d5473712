// The rows and pads of a LOAD, in scratchpad order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/isa/insn.h"

namespace vta {

// Calls copy(sram element, DRAM pointer, x_size) for each row and clear(sram element, count) for
// each run of pads.
template <typename Copy, typename Clear>
void for_each_row(const Insn& n, int64_t element_bytes, const std::byte* dram, Copy copy,
                  Clear clear) {
  const int64_t width = n.x_pad_0 + n.x_size + n.x_pad_1;
  int64_t at = n.sram_base;
  const auto pad = [&](int64_t count) {
    if (count > 0)
      clear(at, count);
    at += count;
  };
  pad(n.y_pad_0 * width);
  for (int64_t y = 0; y < n.y_size; ++y) {
    pad(n.x_pad_0);
    if (n.x_size > 0)
      copy(at, dram + (n.dram_base + y * n.x_stride) * element_bytes, n.x_size);
    at += n.x_size;
    pad(n.x_pad_1);
  }
  pad(n.y_pad_1 * width);
}

}  // namespace vta
