// The work of one tile of a kernel as a value: instructions in program order without tokens and
// places of micro-ops, each with the part of the tile that it belongs to and the ranges that it
// touches.
//
// Whether two instructions may change places follows from their ranges alone, so the order of tasks
// can be changed (task_merger.h) independently of the kind of kernel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/stream_builder.h"

namespace vta {

enum class TilePart : uint8_t {
  Start,     // accumulators set or reset
  Reduce,    // operands loaded, sums
  Epilogue,  // from sums to results, operands of its own loaded
  Store,
};

struct TileOp {
  TilePart part = TilePart::Start;
  Insn insn;
  int64_t first_uop = 0, num_uops = 0;  // of TileTask
  int64_t first_access = 0, num_accesses = 0;
};

class TileTask {
 public:
  // As in StreamBuilder, of the part that was begun last.
  void memory(const Insn& insn, std::span<const Access> accesses);
  void compute(const Insn& insn, std::span<const Uop> uops, std::span<const Access> accesses);
  void begin_part(TilePart part) { part_ = part; }
  // The number of its first instruction among those of the launch; those behind it count on.
  void begin_at(int64_t number) { first_ = number; }
  int64_t number_of(size_t op) const { return first_ + static_cast<int64_t>(op); }

  std::span<const TileOp> ops() const { return ops_; }
  std::span<const Uop> uops(const TileOp& op) const;
  std::span<const Access> accesses(const TileOp& op) const;
  void clear();

 private:
  TilePart part_ = TilePart::Start;
  int64_t first_ = 0;
  std::vector<TileOp> ops_;
  std::vector<Uop> uops_;
  std::vector<Access> accesses_;
};

}  // namespace vta
