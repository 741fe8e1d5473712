// Where emitters put their instructions: tile by tile, in program order. What is in a tile goes on
// to the merger when the tile ends.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "compiler/codegen/task_merger.h"
#include "compiler/codegen/tile_task.h"

namespace vta {

class TaskStream {
 public:
  TaskStream(const VtaConfig& config, TaskMerger& merger);

  // Ends the tile, too.
  void begin_kernel(const std::string& name);
  void begin_part(TilePart part) { task_.begin_part(part); }
  void end_tile();

  // As in StreamBuilder.
  void memory(const Insn& insn, std::span<const Access> accesses) { task_.memory(insn, accesses); }
  void compute(const Insn& insn, std::span<const Uop> uops, std::span<const Access> accesses);
  void compute_in_parts(const Insn& insn, std::span<const Uop> uops,
                        std::span<const Access> accesses);

  // To make micro-ops in, without memory of their own; compute() copies them.
  std::vector<Uop>& spare_uops() { return spare_uops_; }

  // Where the range of a scratchpad ends that an instruction of compute read last; 0 at first.
  int64_t last_used_end(Space space) const { return last_used_end_[static_cast<size_t>(space)]; }

 private:
  TaskMerger& merger_;
  size_t most_uops_;  // of one instruction
  TileTask task_;
  std::vector<Uop> spare_uops_;
  std::array<int64_t, 4> last_used_end_{};  // by Space
};

}  // namespace vta
