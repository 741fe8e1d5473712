// Points of a design space a second on one core, beside whole compilations; in one run.
//
//   bench_sweep [points] [controls] [seed]
//
// Draws legal points of ResNet-18 (schedule fast, as many images as BATCH) from blocks of 8 to 64
// in and out, BATCH 1 to 4, four sizes of scratchpads, buses of 8 to 64 bytes, two latencies.
// A control is what a point takes from the model file on: compile_model, then csim, timing only.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <random>

#include "base/error.h"
#include "compiler/compiler.h"
#include "compiler/onnx/model_zoo.h"
#include "explore/evaluate/evaluator.h"
#include "runtime/launches.h"
#include "sim/factory/device_factory.h"
#include "tests/bench/cpu_timer.h"

namespace vta::bench {
namespace {

using explore::Outcome;
using explore::PointResult;
using explore::PointSpec;

int64_t pick(std::mt19937_64& rng, int64_t first, int64_t last) {
  return first + static_cast<int64_t>(rng() % static_cast<uint64_t>(last - first + 1));
}

PointSpec draw_any(std::mt19937_64& rng) {
  PointSpec point;
  point.network = "resnet18_v1";
  VtaConfig& c = point.config;
  c.log_batch = pick(rng, 0, 2);
  c.log_block_in = pick(rng, 3, 6);
  c.log_block_out = pick(rng, 3, 6);
  const int64_t size = pick(rng, -1, 2);
  for (int64_t* log :
       {&c.log_uop_buff_size, &c.log_inp_buff_size, &c.log_wgt_buff_size, &c.log_acc_buff_size})
    *log += size;
  c.log_bus_width = pick(rng, 6, 9);
  c.mem_read_latency = pick(rng, 0, 1) == 0 ? 16 : 64;
  point.images = c.batch();
  return point;
}

// What is illegal is drawn again.
PointSpec draw(std::mt19937_64& rng) {
  for (;;) {
    const PointSpec point = draw_any(rng);
    try {
      point.config.validate();
      return point;
    } catch (const ConfigError&) {
    }
  }
}

double mean(const std::vector<double>& ms) {
  return std::accumulate(ms.begin(), ms.end(), 0.0) / static_cast<double>(ms.size());
}

void print_times(const explore::EvaluateTimes& t, double processor_ms) {
  // Phases are told apart by the clock on the wall; other work on the machine stretches them alike.
  const double all = t.passes_seconds + t.schedule_seconds + t.codegen_seconds + t.simulate_seconds;
  const auto share = [&](double seconds) { return processor_ms * seconds / all; };
  fmt::print("  of these passes {:.1f}, tiles {:.1f}, code {:.1f}, csim {:.1f}\n",
             share(t.passes_seconds), share(t.schedule_seconds), share(t.codegen_seconds),
             share(t.simulate_seconds));
}

// Mean of the processor time of one thread; outcomes in the order of the points.
double run_points(explore::Evaluator& evaluator, const std::vector<PointSpec>& points,
                  std::vector<Outcome>& outcomes) {
  std::vector<double> ms;
  double cycles = 0, insns = 0;
  for (const PointSpec& point : points) {
    const double begin = thread_ms();
    const Outcome outcome = evaluator.evaluate(point);
    ms.push_back(thread_ms() - begin);
    if (const auto* result = std::get_if<PointResult>(&outcome)) {
      cycles += static_cast<double>(result->timing.cycles);
      insns += static_cast<double>(result->insns);
    }
    outcomes.push_back(outcome);
  }
  const auto n = static_cast<double>(points.size());
  fmt::print("{} points: {:.1f} a second and core, {:.1f} ms a point (most {:.1f})\n",
             points.size(), 1e3 / mean(ms), mean(ms), *std::ranges::max_element(ms));
  print_times(evaluator.times(), mean(ms));
  fmt::print("  {:.1f} million cycles and {:.0f} instructions a point\n", cycles / n * 1e-6,
             insns / n);
  return mean(ms);
}

bool same(const Outcome& outcome, const RunStats& stats) {
  const auto* result = std::get_if<PointResult>(&outcome);
  return result != nullptr && result->counters == stats.counters &&
         result->timing.cycles == stats.timing->cycles &&
         result->timing.units == stats.timing->units;
}

double run_controls(const std::vector<PointSpec>& points, const std::vector<Outcome>& outcomes) {
  const auto model =
      std::filesystem::temp_directory_path() / fmt::format("bench_sweep_{}.onnx", getpid());
  write_model("resnet18_v1", 0, model.string());
  std::vector<double> ms;
  size_t equal = 0;
  for (size_t k = 0; k < points.size(); ++k) {
    const PointSpec& point = points[k];
    CompileOptions options;
    options.config = point.config;
    options.recipe.set("batch", std::to_string(point.images));
    DeviceOptions device;
    device.timing_only = true;
    const double begin = thread_ms();
    const Program program = compile_model(model.string(), options).program;
    const RunStats stats = run_launches(program, make_device("csim", point.config, device));
    ms.push_back(thread_ms() - begin);
    equal += same(outcomes[k], stats) ? 1 : 0;
  }
  fmt::print(
      "control, from the model file on: cycles, states and counters of {} of {} points equal\n",
      equal, points.size());
  std::filesystem::remove(model);
  return mean(ms);
}

void run(size_t num_points, size_t num_controls, uint64_t seed) {
  std::mt19937_64 rng(seed);
  std::vector<PointSpec> points;
  for (size_t k = 0; k < num_points; ++k)
    points.push_back(draw(rng));
  const std::vector<explore::NetworkSpec> networks = {
      {.name = "resnet18_v1", .zoo = "resnet18_v1"}};
  explore::Evaluator evaluator(networks);
  const double begin = thread_ms();
  evaluator.prepare({1, 2, 4});
  fmt::print("processor time of one thread; prepared once in {:.0f} ms\n", thread_ms() - begin);
  std::vector<Outcome> outcomes;
  const double point = run_points(evaluator, points, outcomes);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("  most memory {} MB, the preparation included\n", usage.ru_maxrss / 1024);
  points.resize(std::min(points.size(), num_controls));
  const double control = run_controls(points, outcomes);
  fmt::print("  {:.0f} ms a point, {:.0f} times as much\n", control, control / point);
}

}  // namespace
}  // namespace vta::bench

int main(int argc, char** argv) {
  const auto argument = [&](int index, unsigned long long absent) {
    return argc > index ? std::strtoull(argv[index], nullptr, 10) : absent;
  };
  vta::bench::run(std::max(1ULL, argument(1, 100)), std::max(1ULL, argument(2, 8)), argument(3, 1));
  return 0;
}
