#include "explore/tune/trial.h"

#include <fmt/format.h>

#include "base/error.h"
#include "driver/driver.h"
#include "runtime/launches.h"
#include "sim/csim/csim.h"

namespace vta::explore {
namespace {

// A tensor that something makes which the graph does not show.
NodeId stand_in(Graph& graph, const std::string& name, Shape shape) {
  const NodeId id = graph.add_constant_type({std::move(shape), DType::I8});
  graph.node(id).name = name;
  return id;
}

Shape operand_shape(const Kernel& kernel, size_t operand) {
  const ConvGeometry& g = kernel.conv;
  return operand == 0 ? Shape{g.n, g.ic, g.ih, g.iw} : Shape{g.n, g.oc, g.oh, g.ow};
}

}  // namespace

LoweredGraph alone(Kernel kernel) {
  LoweredGraph lowered;
  for (size_t i = 0; i < kernel.inputs.size(); ++i) {
    const Shape shape = operand_shape(kernel, i);
    const NodeId host = lowered.graph.add_input(fmt::format("x{}", i), {shape, DType::I8});
    kernel.inputs[i].node = stand_in(lowered.graph, fmt::format("x{}.packed", i), shape);
    lowered.items.emplace_back(BoundaryCopy{host, kernel.inputs[i].node, true});
  }
  const ConvGeometry& g = kernel.conv;
  kernel.output = stand_in(lowered.graph, "y.packed", {g.n, g.oc, g.oh, g.ow});
  const NodeId result = stand_in(lowered.graph, "y", {g.n, g.oc, g.oh, g.ow});
  const NodeId packed = kernel.output;
  lowered.items.emplace_back(std::move(kernel));
  lowered.items.emplace_back(BoundaryCopy{result, packed, false});
  lowered.graph.set_outputs({result});
  return lowered;
}

Cost network_cost(const LoweredGraph& lowered, std::shared_ptr<const TunedLayers> tuned,
                  const VtaConfig& config) {
  SchedulePolicy policy = SchedulePolicy::named("fast");
  policy.set_tuned(std::move(tuned));
  const Program program = generate_program(lowered, policy, config, {.constants = false});
  const int64_t memory = Driver::memory_for(config, program.arena_bytes);
  const RunStats stats = run_launches(
      program, make_csim(config, "auto", {.timing_only = true, .memory_bytes = memory}));
  VTA_CHECK(stats.timing.has_value(), "csim gave no time");
  return {stats.timing->cycles, stats.counters.total_bytes()};
}

Cost layer_cost(const LoweredGraph& lowered, const LayerId& layer, const ConvTiles& tiles,
                const VtaConfig& config) {
  auto tuned = std::make_shared<TunedLayers>();
  tuned->convolutions.emplace(layer, tiles);
  return network_cost(lowered, std::move(tuned), config);
}

}  // namespace vta::explore
