// The structure of a dot product: the tree of sums of hw/rtl/compute/vta_dot.sv, and its mapping by
// Yosys to DSP48E1, look-up tables and flip-flops.
#pragma once

#include <cstdint>

#include "config/vta_config.h"

namespace vta {

// Of one output lane and row. Bits of adders are one fewer than the bits of the sum: the lowest bit
// has no carry.
struct DotShape {
  explicit DotShape(const VtaConfig& config);

  int64_t products, registers;        // registers from operands to the sum
  int64_t levels_of_a_stage = 0;      // maximum of sums between two registers
  int64_t adder_bits = 0;             // of adders of two terms
  int64_t first_row_bits = 0;         // carry-save rows of a stage that sums several terms at once:
  int64_t further_row_bits = 0;       // the first two of a tree, and all later ones
  int64_t register_bits = 0;          // of sums
  int64_t product_register_bits = 0;  // of products that have registers outside the DSP blocks
};

}  // namespace vta
