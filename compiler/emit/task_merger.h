// Brings the tasks of tiles into the order of one instruction stream.
//
// The reference schedules keep the order of the tasks. Otherwise two things change, neither of them
// a value: an instruction never changes places with one whose ranges conflict with its own.
//
// Micro-ops of a kernel are loaded together, as far as there is room (UopCache).
//
// With ACC_OVERLAP 1 the vector unit can work on one half of ACC while the matrix unit works on the
// other, but instructions start in the order of one queue. So the end of a tile, its epilogue and
// its store, is postponed and goes between the sums of the next tiles, which are in the other half:
//
//   sums of 0 | MAX of 1 | first sums of 1 | SHR, clips, STORE of 0 | more sums of 1 | ...
//
// PipeModel decides the exact place: a postponed instruction is next as soon as it delays none of
// the sums.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "compiler/emit/pipe_model.h"
#include "compiler/emit/tile_task.h"

namespace vta {

class TaskMerger {
 public:
  enum class Order : uint8_t { AsItComes, Merged };
  // `spare`: tasks of no use but for the memory that they have, which come back with it.
  TaskMerger(Order order, const VtaConfig& config, StreamBuilder& stream,
             std::vector<TileTask>& spare);

  // Everything before it is in the stream then.
  void begin_kernel(const std::string& name);
  // In program order; what the task holds then is of no use.
  void add(TileTask& task);
  // Everything is in the stream then.
  void flush();
  // Gets, by the number that TaskStream's observer counts, each instruction's place in the stream;
  // nullptr: nothing does.
  void record_places(std::vector<int64_t>* places) { places_ = places; }

 private:
  // An instruction of tasks_.
  struct Place {
    size_t task = 0, op = 0;
  };

  const TileOp& op(const Place& at) const { return tasks_[at.task].ops()[at.op]; }
  std::span<const Access> accesses(const Place& at) const {
    return tasks_[at.task].accesses(op(at));
  }
  bool merges() const { return order_ == Order::Merged && config_.acc_overlap != 0; }

  void emit_task(size_t task);
  void emit(const Place& at);
  void issue(const Place& at);
  void emit_put_off();
  std::span<const Uop> next_uops(Place& at) const;

  size_t up_to_last_conflict(const Place& at) const;
  void emit_what_conflicts(const Place& at);
  void emit_what_fits_before(const Place& at);
  bool fits_before(const PipeModel::Work& next) const;
  void put_off(size_t task, size_t first);

  Order order_;
  std::vector<int64_t>* places_ = nullptr;
  const VtaConfig& config_;
  StreamBuilder& stream_;
  PipeModel pipes_;
  std::vector<TileTask> tasks_;   // of the kernel
  std::vector<TileTask>& spare_;  // empty
  std::deque<Place> put_off_;     // in the order in which it will be emitted
  Place next_;                    // the first of tasks_ whose turn has not come
};

}  // namespace vta
