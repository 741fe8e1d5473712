#include "compiler/kernels/conv/acc_slots.h"

namespace vta {

AccSlots::AccSlots(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue,
                   const Style& style, const Before& before, const VtaConfig& config)
    : threads_(t.threads), halves_(style.halves && t.threads == 2) {
  const int64_t depth = config.depth(MemoryType::Acc), half = depth / 2;
  const int64_t vectors = vector_tile_elements(d, t, epilogue);
  const int64_t size = acc_slot_elements(d, t, epilogue) - vectors;
  if (halves_) {
    tile_pitch_ = vector_pitch_ = half;
    vector_base_ = half - vectors;
  } else {
    const bool room = t.reuse && threads_ == 2 && size + threads_ * vectors <= half;
    const bool apart = room && (!style.vectors_set_tiles || before.settable(half, half + size) ||
                                !before.settable(size, 2 * size));
    tile_pitch_ = apart ? half : size;
    vector_pitch_ = vectors;
    vector_base_ =
        style.vectors_set_tiles ? depth - threads_ * vectors : (threads_ - 1) * tile_pitch_ + size;
  }
  const auto meets_last = [&](int64_t slot) {
    const int64_t begin = slot * tile_pitch_;
    return begin < before.last.end && before.last.begin < begin + size;
  };
  if (t.reuse && threads_ == 2 && meets_last(0) && !meets_last(1))
    first_thread_ = 1;
  const int64_t caches = halves_ ? threads_ : 1;
  caches_.assign(static_cast<size_t>(caches), TileCache(threads_ / caches, t.reuse));
}

AccSlots::Vectors AccSlots::vectors(const OutputTile& tile) {
  const int64_t cache = halves_ ? thread(tile) : 0;
  const auto found = caches_[static_cast<size_t>(cache)].request({tile.co.begin});
  return {vector_base_ + (cache + found.slot) * vector_pitch_, found.load};
}

}  // namespace vta
