// Which fields of a launch's instructions change with the position, and by how much: read off the
// instructions that the kernels emit at some positions.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compiler/emit/task_stream.h"
#include "config/vta_config.h"
#include "runtime/positions.h"

namespace vta {

// An instruction as it was emitted, without tokens and places of micro-ops.
struct EmittedInsn {
  Insn insn;
  std::vector<Uop> uops;
};
using EmittedInsns = std::vector<EmittedInsn>;

// What a launch emits at a position.
using EmitAt = std::function<EmittedInsns(int64_t position)>;

// A field of the instruction that was emitted as number `op`.
struct FieldMove {
  int64_t op = 0;
  int64_t Insn::*member = nullptr;
  int64_t at_first = 0;  // its value at position 0
  int64_t per_position = 0, per_block = 0;
};

// InternalError when the instructions of two positions differ by more than such fields.
std::vector<FieldMove> field_moves(const EmitAt& emit, int64_t context, int64_t block);

}  // namespace vta
