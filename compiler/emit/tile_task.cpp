#include "compiler/emit/tile_task.h"

namespace vta {

void TileTask::memory(const Insn& insn, std::span<const Access> accesses) {
  compute(insn, {}, accesses);
}

void TileTask::compute(const Insn& insn, std::span<const Uop> uops,
                       std::span<const Access> accesses) {
  if (ops_.capacity() == 0) {  // few tiles have more
    ops_.reserve(24);
    uops_.reserve(64);
    accesses_.reserve(64);
  }
  ops_.push_back({part_, insn, std::ssize(uops_), std::ssize(uops), std::ssize(accesses_),
                  std::ssize(accesses)});
  uops_.insert(uops_.end(), uops.begin(), uops.end());
  accesses_.insert(accesses_.end(), accesses.begin(), accesses.end());
}

std::span<const Uop> TileTask::uops(const TileOp& op) const {
  return std::span(uops_).subspan(static_cast<size_t>(op.first_uop),
                                  static_cast<size_t>(op.num_uops));
}

std::span<const Access> TileTask::accesses(const TileOp& op) const {
  return std::span(accesses_).subspan(static_cast<size_t>(op.first_access),
                                      static_cast<size_t>(op.num_accesses));
}

void TileTask::clear() {
  part_ = TilePart::Start;
  ops_.clear();
  uops_.clear();
  accesses_.clear();
}

}  // namespace vta
