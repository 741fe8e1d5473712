// What has been decided of one kernel before its instructions are emitted.
#pragma once

#include "compiler/codegen/program_layout.h"
#include "compiler/schedule/schedule.h"

namespace vta {

struct KernelPlan {
  const KernelStep* step = nullptr;
  ConvTiles conv_tiles;  // Conv, Dense
  AluTiles alu_tiles;    // Alu
  // Where the constants lie in the arena.
  int64_t weight_offset = 0, vector_offset = 0, identity_offset = 0;

  bool is_alu() const { return step->kernel->kind == Kernel::Kind::Alu; }
};

}  // namespace vta
