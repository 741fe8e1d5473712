// A kernel to be emitted, its schedule and where its constants lie.
#pragma once

#include "compiler/codegen/program_layout.h"
namespace vta {

struct KernelPlan {
  const KernelStep* step = nullptr;
  // Where the constants lie in the arena.
  int64_t weight_offset = 0, vector_offset = 0, identity_offset = 0;

  const std::vector<AluStep>& steps() const { return step->schedule->steps; }
  int64_t num_vectors() const { return step->schedule->layer.epilogue.vectors; }
  template <typename Tiles>
  const Tiles& tiles() const {
    return std::get<Tiles>(step->schedule->tiles);
  }
  bool is_pool() const { return step->kernel->kind == Kernel::Kind::Pool; }
  bool is_conv() const { return !is_alu() && !is_pool(); }  // or dense: with weights and tiles
  bool has_pool() const { return step->pool != nullptr; }
  bool is_alu() const { return step->kernel->kind == Kernel::Kind::Alu; }
};

}  // namespace vta
