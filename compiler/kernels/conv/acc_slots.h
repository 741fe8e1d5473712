// The places of a convolution's tiles and their channel vectors in ACC: a slot of each for every
// virtual thread.
//
// Where halves are asked for, each of two threads has one, so that with ACC_OVERLAP 1 what works on
// one tile meets nothing that works on the other; vectors are at the end of the half. Otherwise any
// vector slot serves any tile. Two threads' tiles begin where the halves do as well, whatever their
// size, so that a kernel's first tile meets one tile of the kernel before and not both; but they
// follow each other where the second half is too small for vectors behind its tile, or holds what
// a vector could not set. Vectors are behind the tiles, or at the end of the scratchpad where one
// may set accumulators: what they leave there is seldom where tiles of the next kernel begin, which
// could not be set so.
#pragma once

#include <functional>

#include "compiler/emit/task_stream.h"
#include "compiler/kernels/conv/dims.h"
#include "compiler/kernels/conv/tile_cache.h"

namespace vta {

class AccSlots {
 public:
  struct Style {
    bool vectors_set_tiles = false, halves = false;
  };
  // What the kernels before left.
  struct Before {
    // The tile that was stored last. The first tile of this kernel leaves it alone where it can, so
    // that it need not wait for that store.
    TaskStream::AccRange last;
    // Whether a vector can set what [begin, end) holds.
    std::function<bool(int64_t begin, int64_t end)> settable;
  };
  AccSlots(const ConvDims& dims, const ConvTiles& tiles, const EpilogueShape& epilogue,
           const Style& style, const Before& before, const VtaConfig& config);

  // Where a tile begins.
  int64_t tile(const OutputTile& tile) const { return thread(tile) * tile_pitch_; }
  // Where the vectors of a tile's channels lie, and whether they have to be loaded first.
  struct Vectors {
    int64_t base = 0;
    bool load = true;
  };
  Vectors vectors(const OutputTile& tile);

 private:
  int64_t thread(const OutputTile& tile) const { return (tile.index + first_thread_) % threads_; }

  int64_t threads_, first_thread_ = 0;
  bool halves_;
  int64_t tile_pitch_, vector_base_, vector_pitch_;
  std::vector<TileCache> caches_;  // of vectors: one for all threads, or one for each
};

}  // namespace vta
