#include "explore/evaluate/evaluator.h"

#include <algorithm>
#include <chrono>

#include "base/elapsed.h"
#include "base/error.h"
#include "explore/evaluate/point_compiler.h"
#include "explore/record/run_record.h"
#include "runtime/launches.h"
#include "sim/csim/csim.h"

namespace vta::explore {
namespace {

// The arena and no more: what is reserved costs nothing, but what a driver hands out is cleared.
int64_t memory_bytes(const Program& program) {
  return Driver::memory_for(program.config, program.arena_bytes);
}

}  // namespace

struct Evaluator::State {
  std::vector<NetworkSpec> networks;
  PointCompiler compiler;
};

Evaluator::Evaluator(std::vector<NetworkSpec> networks, GraphAxes axes)
    : state_(new State{networks, PointCompiler(networks, std::move(axes))}) {}

Evaluator::~Evaluator() = default;

void Evaluator::prepare(std::span<const int64_t> images) {
  state_->compiler.prepare(images);
}

void Evaluator::prepare(const std::string& network, std::span<const int64_t> images) {
  state_->compiler.prepare(network, images);
}

std::vector<NetworkInfo> Evaluator::infos() const {
  return state_->compiler.infos();
}

EvaluateTimes Evaluator::times() const {
  EvaluateTimes times = times_;
  const PointCompiler& compiler = state_->compiler;
  times.passes_seconds = compiler.passes_seconds();
  times.schedule_seconds = compiler.schedule_seconds();
  times.codegen_seconds = compiler.codegen_seconds();
  times.compilations = compiler.compilations();
  return times;
}

PointCompiler& Evaluator::compiler() {
  return state_->compiler;
}

std::string Evaluator::values_key(const PointSpec& point) {
  return state_->compiler.values_key(point);
}

bool Evaluator::has_samples(const std::string& network) const {
  const auto found = std::ranges::find(state_->networks, network, &NetworkSpec::name);
  return found != state_->networks.end() && found->accuracy.has_value();
}

Accuracy Evaluator::accuracy(const PointSpec& point, const MeasureOptions& options) {
  const auto found = std::ranges::find(state_->networks, point.network, &NetworkSpec::name);
  VTA_CHECK(found != state_->networks.end(), "network '{}'", point.network);
  return measure_accuracy(*found, point.images, state_->compiler.whole_program(point), options);
}

Outcome Evaluator::evaluate(const PointSpec& point) {
  ++times_.points;
  try {
    return result_on(point, [](const VtaConfig& config, int64_t bytes) {
      return make_csim(config, "auto", {.timing_only = true, .memory_bytes = bytes});
    });
  } catch (const CompileError& e) {
    return Uncompilable{e.what()};
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    return Failed{e.what()};
  }
}

PointResult Evaluator::result_on(const PointSpec& point, const MakeDevice& make_device) {
  const Program& program = state_->compiler.compile(point);
  const auto start = std::chrono::steady_clock::now();
  const RunStats stats =
      run_launches(program, make_device(point.config, memory_bytes(program)), max_cycles_);
  times_.simulate_seconds += seconds_since(start);
  return point_result(program, stats);
}

}  // namespace vta::explore
