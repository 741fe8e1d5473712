// Exact costs of schedules: a layer of a network alone, or the network, on csim without values,
// here or elsewhere.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compiler/codegen/codegen.h"
#include "compiler/schedule/network_schedule.h"
#include "explore/tune/cost.h"
#include "link/device_link.h"
#include "runtime/program.h"

namespace vta::explore {

// A graph and how it is carried out on one configuration.
struct ScheduledGraph {
  LoweredGraph lowered;
  NetworkSchedule schedule;
};

// What a program's launches take. Errors are those of run_launches.
using MeasureProgram = std::function<Cost(const Program&)>;
Cost measure_here(const Program& program);

// On a device elsewhere that runs whole programs (runtime/program_host.h) and has time. It is
// opened when something is measured for the first time, and stays open: copies of the function that
// were made before then have one each. UsageError for a device that cannot do this.
using OpenDevice = std::function<std::unique_ptr<DeviceLink>(const VtaConfig&)>;
MeasureProgram measure_elsewhere(OpenDevice open);

// Cycles and bytes of all launches. Errors are those of generate_program and of `measure`.
Cost cost_of(const LoweredGraph& lowered, const NetworkSchedule& schedule, const VtaConfig& config,
             const MeasureProgram& measure = measure_here);

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
Cost cost_of(const TunableLayer& layer, const KernelTiles& tiles, const VtaConfig& config,
             const MeasureProgram& measure = measure_here);

// The schedule `fast` of a network. CompileError where not even the least tiles of a kernel fit.
NetworkSchedule fast_schedule(const LoweredGraph& lowered, const VtaConfig& config,
                              const ScheduleFacts& facts = {});

}  // namespace vta::explore
