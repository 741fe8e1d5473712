// Search methods for tiles compared on equal evaluations.
//
//   bench_tune MODEL.onnx [CONFIG [MEMORY [EVALUATIONS [SEEDS]]]]
//
// Prints, for each layer and method, the cycles of the best tiles after so many evaluations
// (geometric mean over seeds), relative to the schedule `fast`.
#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "base/elapsed.h"
#include "compiler/compiler.h"
#include "config/memory_preset.h"
#include "explore/tune/layer_search.h"
#include "explore/tune/tuned_network.h"

namespace {

using namespace vta;
using namespace vta::explore;

constexpr size_t kGeneration = 16;

struct Totals {
  double cycles = 0;
  double seconds = 0;
  int64_t trials = 0;
};

int64_t best_of(const Measured& measured) {
  int64_t best = INT64_MAX;
  for (const auto& [tiles, cost] : measured)
    best = std::min(best, cost.cycles);
  return best;
}

Measured search(std::string_view method, const TunableLayer& layer, const VtaConfig& config,
                size_t evaluations, uint64_t seed, std::vector<int64_t>& at) {
  const TileSpace space(ConvDims::of(layer.id.geometry, config), layer.id.epilogue, config);
  const auto search = make_search(method, space, Objective::Cycles, seed);
  Measured measured;
  while (measured.size() < evaluations) {
    const auto next =
        search->propose(std::min(kGeneration, evaluations - measured.size()), measured);
    if (next.empty())
      break;
    for (const ConvTiles& tiles : next)
      measured[tiles] = layer_cost(layer.alone, layer.id, tiles, config);
    at.push_back(best_of(measured));
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
  options.pipeline.stop_after = "quantize";
  const LoweredGraph lowered =
      lower_quantized(compile_model(model, options).quantized, config, true);
  const Cost fast = network_cost(lowered, nullptr, config);
  fmt::print("network with fast: {} cycles, {} bytes\n", fast.cycles, fast.bytes);
  std::map<std::string_view, std::shared_ptr<TunedLayers>> best;
  std::map<std::string_view, Totals> totals;
  double fast_sum = 0;
  for (const TunableLayer& layer : tunable_layers(lowered, config)) {
    const ConvTiles analytic =
        search_conv_tiles(ConvDims::of(layer.id.geometry, config), layer.id.epilogue, config, true);
    const Cost base = layer_cost(layer.alone, layer.id, analytic, config);
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
        if (seed == 0) {
          for (size_t i = 0; i < at.size(); i += std::max<size_t>(1, at.size() / 5))
            trace += fmt::format(" {}", at[i]);
          if (!best[method])
            best[method] = std::make_shared<TunedLayers>();
          const auto b = std::ranges::min_element(
              measured, {}, [](const auto& m) { return score(m.second, Objective::Cycles); });
          best[method]->convolutions[layer.id] = b->first;
        }
      }
      const double cycles = std::exp(log_sum / seeds);
      totals[method].cycles += uses * cycles;
      fmt::print("  {:<10} {:9.0f} {:+6.2f} %  {}\n", method, cycles,
                 100 * (cycles / static_cast<double>(base.cycles) - 1), trace);
    }
  }
  for (const auto& [method, t] : totals) {
    const Cost whole = network_cost(lowered, best[method], config);
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
