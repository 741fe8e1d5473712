// Brings the tasks of tiles into the order of one instruction stream.
#pragma once

#include <string>

#include "compiler/codegen/tile_task.h"

namespace vta {

class TaskMerger {
 public:
  explicit TaskMerger(StreamBuilder& stream) : stream_(stream) {}

  void begin_kernel(const std::string& name) { stream_.begin_kernel(name); }
  // In program order.
  void add(const TileTask& task);

 private:
  void emit(const TileTask& task, const TileOp& op);

  StreamBuilder& stream_;
};

}  // namespace vta
