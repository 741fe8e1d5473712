// A kernel that is ready for emission: its computation, tiles and addresses. Addresses are bytes
// from the arena's start.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "compiler/emit/moves.h"
#include "compiler/kernels/kernel.h"
#include "compiler/kernels/kernel_tiles.h"
#include "compiler/kernels/layer_id.h"

namespace vta {

// A packed tensor in the arena.
struct TensorPlace {
  int64_t offset = 0;
  int64_t image_groups = 0;  // channel groups from one batch to the next
  int64_t size_bytes = 0;
  // Of rows (packing.h), from one channel group to the next: those that complete its last block
  // included. 0: as many as there are.
  int64_t pixels = 0;

  int64_t row_pitch(int64_t rows) const { return pixels > 0 ? pixels : rows; }
};

// A result of a kernel: the accumulators after this many steps, and the destination.
struct KernelResult {
  size_t steps = 0;
  TensorPlace to;
};

struct KernelPlan {
  const Kernel* kernel = nullptr;
  const Kernel* pool = nullptr;  // computed with it: the result is the pool's
  const LayerId* layer = nullptr;
  const KernelTiles* tiles = nullptr;
  std::span<const AluStep> steps = {};     // rewritten epilogue
  std::vector<TensorPlace> inputs = {};    // of Kernel::inputs
  std::vector<KernelResult> results = {};  // in the order of their steps; the last has all
  int64_t weight_offset = 0, vector_offset = 0, identity_offset = 0;
  int64_t constants_offset = 0;  // of a kind that has some of its own
  int64_t scratch_offset = 0;    // of a kind that stores what it reads again
  int64_t state_offset = 0;      // of a kind that keeps what it has stored
  int64_t position = 0;          // of a network that is computed position by position
  bool halves = false;           // of two threads each has a half of ACC

  const ConvGeometry& geometry() const { return kernel->conv; }
  const TensorPlace& output() const { return results.back().to; }
  template <typename Tiles>
  const Tiles& tiles_as() const {
    return std::get<Tiles>(*tiles);
  }
};

// A tensor of h x w pixels as LOADs and STOREs of a type see it; of one row, its place says how far
// channel groups are apart.
ImageTensor image_of(const TensorPlace& place, MemoryType type, int64_t h, int64_t w,
                     const VtaConfig& config);

// Single elements of all steps, then the channel vectors of some groups, of every step that has
// one, to consecutive elements of ACC.
void load_vectors(TaskStream& stream, const KernelPlan& plan, int64_t base, const Range& groups,
                  const VtaConfig& config);

}  // namespace vta
