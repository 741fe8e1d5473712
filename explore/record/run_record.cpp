#include "explore/record/run_record.h"

#include "base/version.h"
#include "hw/isa/codec.h"
#include "runtime/bound.h"

namespace vta::explore {
namespace {

LayerResult layer_of(const Program& program, const ProgramKernel& kernel, const Counters& counters,
                     const KernelTiming& timing) {
  const CycleBound bound = kernel_bound(program, kernel, counters);
  const LeastCycles least = kernel_roofline(program.config, kernel).value_or(LeastCycles{});
  return {.name = kernel.name,
          .kind = kernel.kind,
          .description = kernel.description,
          .onnx_nodes = kernel.onnx_nodes,
          .macs = kernel.macs,
          .least_bytes = kernel.least_bytes,
          .insns = kernel.insn_count,
          .bound_compute = bound.compute,
          .bound_memory = bound.memory,
          .least_compute = least.compute,
          .least_memory = least.memory,
          .useful_macs = kernel.least_work ? kernel.least_work->useful_macs : 0,
          .counters = counters,
          .timing = timing};
}

}  // namespace

PointResult point_result(const Program& program, const RunStats& stats) {
  PointResult result;
  result.counters = stats.counters;
  if (stats.timing)
    result.timing = *stats.timing;
  result.timing.kernels.clear();
  result.insns = static_cast<int64_t>(program.insns.size() / sizeof(InsnBits));
  result.work = work_share(program);
  if (const auto least = network_bound(program)) {
    result.least_cycles = least->cycles;
    result.least_compute = least->compute;
    result.least_memory = least->memory;
    result.useful_macs = *useful_macs(program);
  }
  for (size_t k = 0; k < program.kernels.size(); ++k) {
    result.layers.push_back(layer_of(program, program.kernels[k], stats.kernels[k],
                                     stats.timing ? stats.timing->kernels[k] : KernelTiming{}));
    result.bound_compute += result.layers.back().bound_compute;
    result.bound_memory += result.layers.back().bound_memory;
  }
  return result;
}

RunRecord record_of(const Program& program, const RunStats& stats, const std::string& backend,
                    std::string origin) {
  return {.origin = std::move(origin),
          .tool_version = std::string(version()),
          .model = program.provenance.model,
          .quantization = program.provenance.quantization,
          .schedule = program.provenance.schedule,
          .backend = backend,
          .seed = program.provenance.seed,
          .config = program.config,
          .images = images_of(program),
          .timed = stats.timing.has_value(),
          .result = point_result(program, stats)};
}

}  // namespace vta::explore
