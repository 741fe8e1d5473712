// Search methods for tiles compared on equal evaluations.
//
//   bench_tune MODEL.onnx [CONFIG [MEMORY [EVALUATIONS [SEEDS]]]]
//
// Prints, for each layer and method, the cycles of the best tiles after so many evaluations
// (geometric mean over seeds), relative to the schedule `fast`.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/elapsed.h"
#include "compiler/compiler.h"
#include "config/memory_preset.h"
#include "explore/tune/layer_search.h"
#include "explore/tune/trial.h"

namespace {

using namespace vta;
using namespace vta::explore;

constexpr size_t kGeneration = 16;

struct Totals {
  double cycles = 0;
  double seconds = 0;
  int64_t trials = 0;
};

const Trial& best_of(const Measured& measured) {
  return std::ranges::min_element(
             measured, {}, [](const auto& m) { return score(m.second.cost, Objective::Cycles); })
      ->second;
}

Measured search(std::string_view method, const TunableLayer& layer, const VtaConfig& config,
                size_t evaluations, uint64_t seed, std::vector<int64_t>& at) {
  const TileSpace space(layer.id, config);
  const auto search = make_search(method, {space, layer.fast, Objective::Cycles, seed});
  Measured measured;
  while (measured.size() < evaluations) {
    const auto next =
        search->propose(std::min(kGeneration, evaluations - measured.size()), measured);
    if (next.empty())
      break;
    for (const TileCandidate& candidate : next)
      measured.emplace(candidate.text,
                       Trial{candidate.tiles, cost_of(layer, candidate.tiles, config)});
    at.push_back(best_of(measured).cost.cycles);
  }
  return measured;
}

int run(int argc, char** argv) {
  const std::string model = argv[1];
  VtaConfig config = find_config(argc > 2 ? argv[2] : "default");
  config = apply_memory(config, argc > 3 ? argv[3] : "ideal8");
  const size_t evaluations = argc > 4 ? std::stoul(argv[4]) : 200;
  const int seeds = argc > 5 ? std::stoi(argv[5]) : 1;

  CompileOptions options;
  options.config = config;
  options.stop_after = "quantize";
  LoweredGraph lowered =
      lower_quantized(compile_model(model, options).quantized, config, Settled{});
  NetworkSchedule schedule = fast_schedule(lowered, config);
  const ScheduledGraph network{std::move(lowered), std::move(schedule)};
  const Cost fast = cost_of(network.lowered, network.schedule, config);
  fmt::print("network with fast: {} cycles, {} bytes\n", fast.cycles, fast.bytes);
  std::map<std::string_view, NetworkSchedule> best;
  for (const std::string_view method : search_methods())
    best[method] = network.schedule;
  std::map<std::string_view, Totals> totals;
  double fast_sum = 0;
  for (const TunableLayer& layer : tunable_layers(network)) {
    const Cost base = cost_of(layer, layer.fast, config);
    const auto uses = static_cast<double>(layer.kernels.size());
    fast_sum += uses * static_cast<double>(base.cycles);
    fmt::print("{} x{}: fast {}\n", layer_text(layer.id), layer.kernels.size(), base.cycles);
    for (const std::string_view method : search_methods()) {
      double log_sum = 0;
      std::string trace;
      for (int seed = 0; seed < seeds; ++seed) {
        std::vector<int64_t> at;
        const auto start = std::chrono::steady_clock::now();
        const Measured measured = search(method, layer, config, evaluations, seed, at);
        totals[method].seconds += seconds_since(start);
        totals[method].trials += std::ssize(measured);
        log_sum += std::log(static_cast<double>(at.back()));
        if (seed > 0)
          continue;
        for (size_t i = 0; i < at.size(); i += std::max<size_t>(1, at.size() / 5))
          trace += fmt::format(" {}", at[i]);
        for (KernelSchedule& kernel : best[method].kernels)
          if (kernel.layer == layer.id)
            kernel.tiles = best_of(measured).tiles;
      }
      const double cycles = std::exp(log_sum / seeds);
      totals[method].cycles += uses * cycles;
      fmt::print("  {:<10} {:9.0f} {:+6.2f} %  {}\n", method, cycles,
                 100 * (cycles / static_cast<double>(base.cycles) - 1), trace);
    }
  }
  for (const auto& [method, t] : totals) {
    const Cost whole = cost_of(network.lowered, best[method], config);
    fmt::print(
        "{:<10} sum of layers {:+6.2f} %, network {} {:+6.2f} %, {} bytes; {:.0f} a second\n",
        method, 100 * (t.cycles / fast_sum - 1), whole.cycles,
        100 * (static_cast<double>(whole.cycles) / static_cast<double>(fast.cycles) - 1),
        whole.bytes, static_cast<double>(t.trials) / t.seconds);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "bench_tune MODEL.onnx [CONFIG [MEMORY [EVALUATIONS [SEEDS]]]]\n");
    return 2;
  }
  return run(argc, argv);
}
