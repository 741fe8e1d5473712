// Brings the tasks of tiles into the order of one instruction stream.
//
// With ACC_OVERLAP 0 that is the order in which they come. With ACC_OVERLAP 1 the vector unit can
// work on one half of ACC while the matrix unit works on the other, but instructions start in the
// order of one queue. So the end of a tile, its epilogue and its store, is put off and goes between
// the sums of the tiles behind it, which are in the other half:
//
//   sums of 0 | MAX of 1 | first sums of 1 | SHR, clips, STORE of 0 | more sums of 1 | ...
//
// Where exactly, PipeModel decides: an instruction that was put off is next as soon as it keeps
// none of the sums waiting. An instruction is never put off past one whose ranges conflict with its
// own, so the order changes no value.
#pragma once

#include <deque>
#include <string>

#include "compiler/codegen/pipe_model.h"
#include "compiler/codegen/tile_task.h"

namespace vta {

class TaskMerger {
 public:
  TaskMerger(const VtaConfig& config, StreamBuilder& stream);

  // Everything before it is in the stream then.
  void begin_kernel(const std::string& name);
  // In program order; the task is left with contents of no use.
  void add(TileTask& task);
  // Everything is in the stream then.
  void flush();

 private:
  // The end of a task that is put off: which of its instructions are not in the stream yet.
  struct Rest {
    TileTask task;
    std::deque<size_t> left;
    const TileOp& op() const { return task.ops()[left.front()]; }
  };

  void emit(const TileTask& task, const TileOp& op);
  void emit_rest();
  int64_t up_to_last_conflict(const TileTask& task, const TileOp& op) const;
  void emit_what_conflicts(const TileTask& task, const TileOp& op);
  void emit_what_fits_before(const TileTask& task, const TileOp& op);
  void put_off(TileTask& task, size_t first);
  bool fits_before(const PipeModel::Work& next) const;

  const VtaConfig& config_;
  StreamBuilder& stream_;
  PipeModel pipes_;
  std::deque<Rest> rests_;
};

}  // namespace vta
