// Decisions of a schedule policy for a network as a whole, before any tile is chosen.
#pragma once

#include <compare>

#include "compiler/schedule/epilogue.h"

namespace vta {

struct ScheduleFacts {
  EpilogueStyle epilogue = EpilogueStyle::Short;
  // A residual sum adds int32 and is computed with the convolution whose sums it takes.
  bool fuse_residuals = true;
  bool fuse_pools = true;      // a maximum is computed with the 1x1 convolution before it
  bool fuse_followers = true;  // so is an element-wise kernel with the layer that it follows
  // What the accelerator computes: batch norms of sums, convolutions with groups, dilated ones.
  bool batch_norms = true, grouped_convolutions = true, dilated_convolutions = true;
  // Concatenations along channels are where parts lie, and all parts have one scale.
  bool concatenations = true;
  // Where that is free (FreeForms::all_int8): nothing stays in float that need not.
  bool all_int8 = false;
  bool gather_windows = true;       // the pass im2col, for convolutions of few channels
  bool widen_alu_operands = false;  // element-wise operands are made int32 on the host
  bool merge_tasks =
      true;  // tasks of tiles, also of several kernels, in the order that waits least
  // Tiles that are searched stay in their slots while they are used, and no step of theirs
  // multiplies padding.
  bool search_reuse = true;

  auto operator<=>(const ScheduleFacts&) const = default;  // NOLINT: no pointer

  // As the published schedules: one layer at a time, as the network has it.
  static ScheduleFacts published() {
    ScheduleFacts facts;
    facts.epilogue = EpilogueStyle::Published;
    facts.fuse_residuals = facts.fuse_pools = facts.fuse_followers = false;
    facts.batch_norms = facts.grouped_convolutions = facts.dilated_convolutions = false;
    facts.concatenations = facts.gather_windows = false;
    facts.widen_alu_operands = true;
    facts.merge_tasks = facts.search_reuse = false;
    return facts;
  }
};

}  // namespace vta
