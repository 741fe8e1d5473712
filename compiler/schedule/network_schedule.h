// A schedule as a value: every decision about a network's kernels that code generation carries out.
//
//   LoweredGraph + SchedulePolicy + VtaConfig --schedule_network--> NetworkSchedule
//   LoweredGraph + NetworkSchedule + VtaConfig --generate_program--> Program
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/kernels/kernel_tiles.h"
#include "compiler/lower/lowered_graph.h"
#include "compiler/schedule/policy.h"

namespace vta {

// Of one kernel of LoweredGraph::items, perhaps with what is computed with it.
struct KernelSchedule {
  size_t item = 0;                 // the kernel's
  std::optional<size_t> pool;      // of a maximum of its result, or
  std::optional<size_t> follower;  // of an element-wise kernel that reads it
  // With a follower, where others read the kernel's result as well, which is stored, too: how many
  // of the steps make it.
  std::optional<size_t> own_steps;
  std::string name;  // Kernel::name
  LayerId layer;
  KernelTiles tiles;
  std::vector<AluStep> steps;  // rewritten epilogue, and that of the follower
};

struct NetworkSchedule {
  std::string policy;  // its name
  std::string config;  // name of the configuration
  ScheduleFacts facts;
  std::vector<KernelSchedule> kernels;  // in the order of `item`
  // Sentences for the user: layers that a file does not serve, and what it has for no layer.
  std::vector<std::string> notes;

  // The schedule as a file (schedule_file.h): as a policy, it makes this very schedule again for
  // the same network and configuration.
  std::string text() const;
  std::string identity() const;  // a hash of text()
};

// CompileError: a file's tiles do not fit, or not even a kernel's least ones do.
NetworkSchedule schedule_network(const LoweredGraph& lowered, SchedulePolicy& policy,
                                 const ScheduleFacts& facts, const VtaConfig& config);
// The same kernels and steps without a search for tiles, which are empty (but where a kind's need
// of DRAM follows from them): for what holds whatever the tiles are. `policy` is one of the
// program's.
NetworkSchedule schedule_outline(const LoweredGraph& lowered, SchedulePolicy& policy,
                                 const ScheduleFacts& facts, const VtaConfig& config);
// CompileError where not even the least tiles of a kernel fit: for those who compare
// configurations, where a layer on the host instead would make one look fast.
void check_capacity(const LoweredGraph& lowered, const SchedulePolicy& policy,
                    const VtaConfig& config);
// The kernels of a KernelSchedule.
struct KernelGroup {
  const Kernel* kernel = nullptr;
  const Kernel* pool = nullptr;
  const Kernel* follower = nullptr;
};

// Of a part of what `whole` says, with the same pool and follower: its layer, steps and tiles.
// CompileError as schedule_network().
KernelSchedule schedule_part(const KernelSchedule& whole, const KernelGroup& part,
                             SchedulePolicy& policy, const ScheduleFacts& facts,
                             const VtaConfig& config);
// With the policy's own facts.
NetworkSchedule schedule_network(const LoweredGraph& lowered, SchedulePolicy& policy,
                                 const VtaConfig& config);

}  // namespace vta
