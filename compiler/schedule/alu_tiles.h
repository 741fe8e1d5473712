// Tiles of an element-wise kernel: its operands lie side by side in ACC.
#pragma once

#include <cstdint>
#include <string>

#include "compiler/lower/kernel.h"
#include "config/vta_config.h"

namespace vta {

struct AluTiles {
  int64_t elements = 1;  // accumulator elements per tile
  int64_t threads = 2;   // tiles in flight
  bool operator==(const AluTiles&) const = default;
};

// Accumulator elements of the whole result.
int64_t alu_elements(const ConvGeometry& g, const VtaConfig& config);

// Empty when the least tile fits the accumulator, else why not.
std::string least_alu_tiles_problem(int64_t num_operands, int64_t num_vectors,
                                    const VtaConfig& config);
// Empty when the tiles fit, else which field is at fault, its value and what would be legal.
std::string alu_tiles_problem(const ConvGeometry& g, const AluTiles& t, int64_t num_operands,
                              int64_t num_vectors, const VtaConfig& config);
// The largest tiles, two in flight where that fits; CompileError when not even the least one does.
AluTiles choose_alu_tiles(const ConvGeometry& g, int64_t num_operands, int64_t num_vectors,
                          const VtaConfig& config);

}  // namespace vta
