#include "explore/evaluate/evaluator.h"

#include <algorithm>
#include <chrono>

#include "compiler/compiler.h"
#include "explore/evaluate/prepare.h"
#include "runtime/bound.h"
#include "runtime/launches.h"
#include "sim/csim/csim.h"

namespace vta::explore {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The point whose program is the same: the memory behind the port changes no instruction.
PointSpec without_memory(PointSpec point) {
  const VtaConfig defaults;
  VtaConfig& c = point.config;
  c.mem_read_latency = defaults.mem_read_latency;
  c.mem_write_latency = defaults.mem_write_latency;
  c.mem_gap = defaults.mem_gap;
  c.mem_max_outstanding = defaults.mem_max_outstanding;
  c.mem_burst_beats = defaults.mem_burst_beats;
  return point;
}

// The arena and no more: what is reserved costs nothing, but what a driver hands out is cleared.
int64_t memory_bytes(const Program& program) {
  return align_up(std::max<int64_t>(program.arena_bytes, 1), Allocator::kPageBytes) +
         Allocator::kPageBytes;
}

LayerResult layer_result(const Program& program, const RunStats& stats, size_t index) {
  const ProgramKernel& kernel = program.kernels[index];
  LayerResult layer;
  layer.name = kernel.name;
  layer.kind = kernel.kind;
  layer.macs = kernel.macs;
  layer.least_bytes = kernel.least_bytes;
  layer.insns = kernel.insn_count;
  layer.counters = stats.kernels[index];
  const CycleBound bound = kernel_bound(program, kernel, layer.counters);
  layer.bound_compute = bound.compute;
  layer.bound_memory = bound.memory;
  if (stats.timing)
    layer.timing = stats.timing->kernels[index];
  return layer;
}

PointResult point_result(const Program& program, const RunStats& stats) {
  PointResult result;
  result.counters = stats.counters;
  if (stats.timing)
    result.timing = *stats.timing;
  result.timing.kernels.clear();
  result.insns = static_cast<int64_t>(program.insns.size()) / 16;
  result.device_macs = program.device_macs;
  for (size_t k = 0; k < program.kernels.size(); ++k) {
    result.layers.push_back(layer_result(program, stats, k));
    result.bound_compute += result.layers.back().bound_compute;
    result.bound_memory += result.layers.back().bound_memory;
  }
  return result;
}

}  // namespace

struct Evaluator::State {
  std::vector<PreparedNetwork> networks;
  // The last program, and the point without its memory that it was compiled for.
  std::optional<PointSpec> compiled_for;
  Program program;

  PreparedNetwork& network(const std::string& name) {
    const auto found = std::ranges::find_if(
        networks, [&](const PreparedNetwork& n) { return n.spec().name == name; });
    if (found != networks.end())
      return *found;
    std::vector<std::string> known;
    for (const PreparedNetwork& n : networks)
      known.push_back(n.spec().name);
    throw UsageError(
        fmt::format("unknown network '{}': known are {}", name, fmt::join(known, ", ")));
  }
};

Evaluator::Evaluator(std::vector<NetworkSpec> networks) : state_(std::make_unique<State>()) {
  check_networks(networks);
  for (NetworkSpec& spec : networks)
    state_->networks.emplace_back(std::move(spec));
}

Evaluator::~Evaluator() = default;

void Evaluator::prepare(std::span<const int64_t> images) {
  for (PreparedNetwork& network : state_->networks)
    network.prepare(images);
}

std::vector<NetworkInfo> Evaluator::infos() const {
  std::vector<NetworkInfo> infos;
  for (const PreparedNetwork& network : state_->networks)
    infos.push_back(network.info());
  return infos;
}

Outcome Evaluator::evaluate(const PointSpec& point) {
  ++times_.points;
  try {
    return result_of(point);
  } catch (const CompileError& e) {
    return Uncompilable{e.what()};
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    return Failed{e.what()};
  }
}

PointResult Evaluator::result_of(const PointSpec& point) {
  point.config.validate();
  compile(point);
  const Program& program = state_->program;
  const auto start = std::chrono::steady_clock::now();
  const RunStats stats = run_launches(
      program, make_csim(point.config, "auto",
                         {.timing_only = true, .memory_bytes = memory_bytes(program)}));
  times_.simulate_seconds += seconds_since(start);
  return point_result(program, stats);
}

void Evaluator::compile(const PointSpec& point) {
  const PointSpec key = without_memory(point);
  if (state_->compiled_for != key) {
    state_->compiled_for.reset();
    PreparedNetwork& network = state_->network(point.network);
    CompileOptions options = compile_options(network.spec());
    options.config = point.config;
    options.schedule = point.schedule;
    options.batch = point.images;
    options.quantized = options.timing_only = options.must_fit = true;
    CompileResult compiled = compile_graph(network.graph(point.images), options);
    state_->program = std::move(compiled.program);
    state_->compiled_for = key;
    times_.passes_seconds += compiled.times.passes_seconds;
    times_.schedule_seconds += compiled.times.schedule_seconds;
    times_.codegen_seconds += compiled.times.codegen_seconds;
    ++times_.compilations;
  }
  state_->program.config = point.config;
}

}  // namespace vta::explore
