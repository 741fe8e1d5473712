// What has been decided of one kernel before its instructions are emitted.
#pragma once

#include "compiler/codegen/program_layout.h"
#include "compiler/schedule/schedule.h"

namespace vta {

struct KernelPlan {
  const KernelStep* step = nullptr;
  ConvTiles conv_tiles;           // Conv, Dense
  AluTiles alu_tiles;             // Alu
  PoolTiles pool_tiles;           // Pool
  ConvPoolTiles conv_pool_tiles;  // Conv with its pool
  // Where the constants lie in the arena.
  int64_t weight_offset = 0, vector_offset = 0, identity_offset = 0;

  bool is_pool() const { return step->kernel->kind == Kernel::Kind::Pool; }
  bool is_conv() const { return !is_alu() && !is_pool(); }  // or dense: with weights and tiles
  bool has_pool() const { return step->pool != nullptr; }
  bool is_alu() const { return step->kernel->kind == Kernel::Kind::Alu; }
};

}  // namespace vta
