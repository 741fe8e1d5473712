#include "explore/tune/trial.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "compiler/kernels/kernels.h"
#include "driver/driver.h"
#include "runtime/launches.h"
#include "runtime/program_host.h"
#include "sim/csim/csim.h"

namespace vta::explore {
namespace {

// A tensor that something makes which the graph does not show.
NodeId stand_in(Graph& graph, const std::string& name, Shape shape) {
  const NodeId id = graph.add_constant_type({std::move(shape), DType::I8});
  graph.node(id).name = name;
  return id;
}

Shape result_shape(const Kernel& kernel) {
  const ConvGeometry& g = kernel.conv;
  return {g.n, g.oc, g.oh, g.ow};
}

Shape operand_shape(const Kernel& kernel, size_t operand) {
  const ConvGeometry& g = kernel.conv;
  const bool as_result = operand > 0 || !kind_of(kernel).window;
  return as_result ? result_shape(kernel) : Shape{g.n, g.ic, g.ih, g.iw};
}

NodeId add_kernel(LoweredGraph& graph, Kernel kernel, const std::string& name) {
  const NodeId result = stand_in(graph.graph, name, result_shape(kernel));
  kernel.output = result;
  graph.items.emplace_back(std::move(kernel));
  return result;
}

// One kernel of a network, with what is computed with it, and its schedule.
ScheduledGraph alone(const ScheduledGraph& network, const KernelSchedule& of_network) {
  const auto kernel_at = [&](size_t item) { return std::get<Kernel>(network.lowered.items[item]); };
  Kernel kernel = kernel_at(of_network.item);
  ScheduledGraph out{{}, network.schedule};
  LoweredGraph& graph = out.lowered;
  for (size_t i = 0; i < kernel.inputs.size(); ++i) {
    const std::string name = fmt::format("x{}", i);
    const Shape shape = operand_shape(kernel, i);
    const NodeId host = graph.graph.add_input(name, {shape, DType::I8});
    kernel.inputs[i].node = stand_in(graph.graph, name + ".packed", shape);
    graph.items.emplace_back(BoundaryCopy{host, kernel.inputs[i].node, true});
  }
  KernelSchedule schedule = of_network;
  schedule.item = graph.items.size();
  const NodeId result = add_kernel(graph, std::move(kernel), "y");
  for (std::optional<size_t>* with : {&schedule.pool, &schedule.follower})
    if (*with) {
      Kernel second = kernel_at(**with);
      second.inputs.front().node = result;
      *with = graph.items.size();
      add_kernel(graph, std::move(second), "z");
    }
  out.schedule.kernels = {std::move(schedule)};
  out.schedule.notes.clear();
  return out;
}

Cost cost_of(const RunStats& stats) {
  if (!stats.timing)
    throw UsageError("trials are for cycles: they need a device that has time, as csim");
  return {stats.timing->cycles, stats.counters.total_bytes()};
}

}  // namespace

NetworkSchedule fast_schedule(const LoweredGraph& lowered, const VtaConfig& config,
                              const ScheduleFacts& facts) {
  SchedulePolicy policy = SchedulePolicy::named("fast");
  check_capacity(lowered, policy, config);
  return schedule_network(lowered, policy, facts, config);
}

Cost measure_here(const Program& program) {
  const int64_t memory = Driver::memory_for(program.config, program.arena_bytes);
  return cost_of(run_launches(
      program, make_csim(program.config, "auto", {.timing_only = true, .memory_bytes = memory})));
}

MeasureProgram measure_elsewhere(OpenDevice open) {
  return [open = std::move(open),
          device = std::shared_ptr<DeviceLink>()](const Program& program) mutable {
    if (!device)
      device = open(program.config);
    auto* const host = dynamic_cast<ProgramHost*>(device.get());
    if (host == nullptr)
      throw UsageError("trials are run here, or on a device of a server (grpc://, tracker://)");
    host->load(program);
    return cost_of(host->run({.inputs = {}, .launches_only = true}).stats);
  };
}

Cost cost_of(const LoweredGraph& lowered, const NetworkSchedule& schedule, const VtaConfig& config,
             const MeasureProgram& measure) {
  return measure(generate_program(lowered, schedule, config, {.constants = false}));
}

std::vector<TunableLayer> tunable_layers(const ScheduledGraph& network) {
  std::vector<TunableLayer> layers;
  for (const KernelSchedule& kernel : network.schedule.kernels) {
    auto found = std::ranges::find(layers, kernel.layer, &TunableLayer::id);
    if (found == layers.end()) {
      found = layers.insert(found, {kernel.layer, kernel.tiles, {}, alone(network, kernel)});
    }
    found->kernels.push_back(kernel.name);
  }
  return layers;
}

Cost cost_of(const TunableLayer& layer, const KernelTiles& tiles, const VtaConfig& config,
             const MeasureProgram& measure) {
  NetworkSchedule schedule = layer.alone.schedule;
  schedule.kernels.front().tiles = tiles;
  return cost_of(layer.alone.lowered, schedule, config, measure);
}

}  // namespace vta::explore
