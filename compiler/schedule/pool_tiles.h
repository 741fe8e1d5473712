// Tiles of a pool: the window's inputs and the outputs of a tile lie side by side in ACC.
#pragma once

#include <cstdint>
#include <string>

#include "compiler/lower/kernel.h"
#include "config/vta_config.h"

namespace vta {

// A tile is `groups` channel groups (of one group of BATCH images) of h x w outputs, made in steps
// of kh x kw taps. Groups above 1 only where h and w are the whole plane.
struct PoolTiles {
  int64_t groups = 1, h = 1, w = 1;
  int64_t kh = 1, kw = 1;
  int64_t out_slots = 1;  // with 2, a tile is stored under the next one's work
  bool operator==(const PoolTiles&) const = default;
};

// Accumulator elements of a tile's inputs, and of its outputs.
int64_t pool_in_elements(const ConvGeometry& g, const PoolTiles& t, const VtaConfig& config);
int64_t pool_out_elements(const PoolTiles& t, const VtaConfig& config);

// Empty when the least tile fits the accumulator, else why not.
std::string least_pool_tiles_problem(int64_t num_vectors, const VtaConfig& config);
// Empty when the tiles fit, else which field is at fault, its value and what would be legal.
std::string pool_tiles_problem(const ConvGeometry& g, const PoolTiles& t, int64_t num_vectors,
                               const VtaConfig& config);
// The tiles of fewest loaded elements; CompileError when not even the least one fits.
PoolTiles choose_pool_tiles(const ConvGeometry& g, int64_t num_vectors, const VtaConfig& config);

}  // namespace vta
