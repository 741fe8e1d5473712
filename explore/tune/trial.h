// Exact costs of schedules: a layer of a network alone, or the network, on csim without values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/codegen/codegen.h"
#include "compiler/schedule/network_schedule.h"
#include "explore/tune/cost.h"

namespace vta::explore {

// A graph and how it is carried out on one configuration.
struct ScheduledGraph {
  LoweredGraph lowered;
  NetworkSchedule schedule;
};

// Cycles and bytes of all launches. Errors are those of generate_program and run_launches.
Cost cost_of(const LoweredGraph& lowered, const NetworkSchedule& schedule, const VtaConfig& config);

// Kernels that share tiles, and one of them as a graph of its own, whose operands come from the
// host.
struct TunableLayer {
  LayerId id;
  KernelTiles fast;                  // what `fast` gives it
  std::vector<std::string> kernels;  // names
  ScheduledGraph alone;
};
std::vector<TunableLayer> tunable_layers(const ScheduledGraph& network);  // by their first place

// Of the layer alone under these tiles.
Cost cost_of(const TunableLayer& layer, const KernelTiles& tiles, const VtaConfig& config);

// The schedule `fast` of a network. CompileError where not even the least tiles of a kernel fit.
NetworkSchedule fast_schedule(const LoweredGraph& lowered, const VtaConfig& config);

}  // namespace vta::explore
