// Collects the emitters' instructions tile by tile, in program order, and passes a tile to the
// merger when it ends.
//
// It also keeps upper bounds of the accumulators through all kernels of the launch: a write has no
// bound until the emitter gives one.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "compiler/emit/acc_bounds.h"
#include "compiler/emit/task_merger.h"
#include "compiler/emit/tile_task.h"
#include "compiler/emit/work_sink.h"

namespace vta {

class TaskStream {
 public:
  TaskStream(const VtaConfig& config, TaskMerger& merger);
  // Everything goes to a sink at once, tiles are no tasks.
  TaskStream(const VtaConfig& config, WorkSink& sink);

  // False: who makes micro-ops may leave their values out, and name the first and the last of many
  // rows of DRAM alone.
  bool makes_code() const { return sink_ == nullptr; }

  // Ends the tile, too.
  void begin_kernel(const std::string& name);
  void begin_part(TilePart part) { task_.begin_part(part); }
  void end_tile();

  // As in StreamBuilder.
  void memory(const Insn& insn, std::span<const Access> accesses);
  void compute(const Insn& insn, std::span<const Uop> uops, std::span<const Access> accesses);
  // The same in as many instructions as the micro-op scratchpad needs: for micro-ops whose order
  // does not matter.
  void compute_in_parts(const Insn& insn, std::span<const Uop> uops,
                        std::span<const Access> accesses);

  // The tile in [begin, end) of ACC is done: every value there is at most `largest`.
  void holds_at_most(int64_t largest, int64_t begin, int64_t end) {
    bounds_.write(begin, end, largest);
    last_tile_ = {begin, end};
  }
  struct AccRange {
    int64_t begin = 0, end = 0;
  };
  // The last one that was done; empty at first.
  AccRange last_tile() const { return last_tile_; }
  // What all values of [begin, end), which is not empty, are known to be at most.
  int64_t largest(int64_t begin, int64_t end) const { return bounds_.largest(begin, end); }

  // To make micro-ops and ranges in, without memory of their own; what takes them copies them.
  std::vector<Uop>& spare_uops() { return spare_uops_; }
  std::vector<Access>& spare_accesses() { return spare_accesses_; }

  // Gets every instruction in program order; {}: none does.
  using Observer = std::function<void(const Insn& insn, std::span<const Uop> uops)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

  // Where the range of a scratchpad ends that an instruction of compute read last; 0 at first.
  int64_t last_used_end(Space space) const { return last_used_end_[static_cast<size_t>(space)]; }

 private:
  void forget_written(std::span<const Access> accesses);

  TaskMerger* merger_ = nullptr;
  WorkSink* sink_ = nullptr;
  Observer observer_;
  int64_t count_ = 0;  // instructions so far
  size_t most_uops_;   // of one instruction
  TileTask task_;
  AccBounds bounds_;
  AccRange last_tile_;
  std::vector<Uop> spare_uops_;
  std::vector<Access> spare_accesses_;
  std::array<int64_t, 4> last_used_end_{};  // by Space
};

}  // namespace vta
