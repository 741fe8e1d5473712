// The places of a convolution's tiles and their channel vectors in ACC: a slot of each for every
// virtual thread.
//
// Where halves are asked for, each of two threads has one, so that with ACC_OVERLAP 1 what works on
// one tile meets nothing that works on the other; vectors are at the end of the half. Otherwise
// tiles follow each other, and any vector slot serves any tile: behind the tiles, or at the end of
// the scratchpad where a vector may set accumulators. What vectors leave there is seldom where
// tiles of the next kernel begin, which could not be set so.
#pragma once

#include "compiler/emit/task_stream.h"
#include "compiler/kernels/conv/dims.h"
#include "compiler/kernels/conv/tile_cache.h"

namespace vta {

class AccSlots {
 public:
  struct Style {
    bool vectors_set_tiles = false, halves = false;
  };
  // `last`: where the tile of the kernel before lies that was stored last. The first tile of this
  // one leaves it alone where it can, so that it need not wait for that store.
  AccSlots(const ConvDims& dims, const ConvTiles& tiles, int64_t num_vectors, const Style& style,
           TaskStream::AccRange last, const VtaConfig& config);

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
