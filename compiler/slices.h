// A network that several cores compute together, image by image: the output channels of each kernel
// are divided over them.
//
//   kernel      core 0                core 1                core 2
//   conv2d_0    channels [0, 32)      [32, 48)              [48, 64)
//   (all wait until all are done)
//   conv2d_1    [0, 16)               [16, 32)              -
//
// Every core has a program of its own. Their arenas are one memory: activations lie at the same
// places, seen by all; behind them each program has its weights, which are its slices alone, and
// its instructions. All programs have the same steps, a launch for each kernel, without
// instructions where a core has no part of it. The host's steps between launches are to be done
// once, when all cores are done.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "compiler/lower/lowered_graph.h"
#include "compiler/schedule/network_schedule.h"
#include "runtime/program.h"

namespace vta {

struct SliceOptions {
  std::vector<VtaConfig> cores;  // empty: no slices
  // The cycles of a program's kernels, each alone, in their order: what shares follow where cores
  // differ.
  std::function<std::vector<int64_t>(const Program&)> kernel_cycles = {};
};

// What all cores can do: to compile a network for them before it is divided. ConfigError names the
// first of BATCH, BLOCK_IN, BLOCK_OUT that is not the same in all.
VtaConfig common_config(std::span<const VtaConfig> cores);

// Of a network that is scheduled for common_config(). How much each core gets of a kernel follows
// from the cycles that it would take for all of it; a kernel that cannot be cut goes to the core
// that takes the fewest. CompileError as schedule_network(), and for a network that is computed
// position by position.
std::vector<Program> slice_network(const LoweredGraph& lowered, const NetworkSchedule& whole,
                                   SchedulePolicy& policy, const SliceOptions& options);

}  // namespace vta
