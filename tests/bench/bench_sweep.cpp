// Points of a design space a second on one core, by phase, beside whole compilations.
//
//   bench_sweep [points] [seed]
//
// Draws points of ResNet-18 (fast schedule) from block in/out 8..64, batch 1..4, four sizes of
// buffers, bus 8..64 bytes, two latencies.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "base/error.h"
#include "explore/evaluate/evaluator.h"
#include "tests/bench/cpu_timer.h"

namespace vta::bench {
namespace {

using explore::Outcome;
using explore::PointResult;
using explore::PointSpec;

template <typename Rng>
int64_t pick(Rng& rng, int64_t first, int64_t last) {
  return first + static_cast<int64_t>(rng() % static_cast<uint64_t>(last - first + 1));
}

// A legal point; what the space leaves out is drawn again.
template <typename Rng>
PointSpec draw(Rng& rng) {
  for (;;) {
    PointSpec point;
    point.network = "resnet18_v1";
    VtaConfig& c = point.config;
    c.log_batch = pick(rng, 0, 2);
    c.log_block_in = pick(rng, 3, 6);
    c.log_block_out = pick(rng, 3, 6);
    const int64_t size = pick(rng, -1, 2);
    c.log_uop_buff_size += size;
    c.log_inp_buff_size += size;
    c.log_wgt_buff_size += size;
    c.log_acc_buff_size += size;
    c.log_bus_width = pick(rng, 6, 9);
    c.mem_read_latency = pick(rng, 0, 1) * 40 + 16;
    point.images = c.batch();
    try {
      c.validate();
      return point;
    } catch (const ConfigError&) {
    }
  }
}

void run(int points, uint64_t seed) {
  std::mt19937_64 rng(seed);
  const std::vector<explore::NetworkSpec> networks = {
      {.name = "resnet18_v1", .zoo = "resnet18_v1"}};
  explore::Evaluator evaluator(networks);
  const double begin = thread_ms();
  evaluator.prepare({1, 2, 4});
  fmt::print("prepared in {:.0f} ms\n", thread_ms() - begin);
  std::vector<double> ms;
  double cycles = 0, insns = 0;
  for (int k = 0; k < points; ++k) {
    const PointSpec point = draw(rng);
    const double start = thread_ms();
    const Outcome outcome = evaluator.evaluate(point);
    ms.push_back(thread_ms() - start);
    const auto* result = std::get_if<PointResult>(&outcome);
    if (result == nullptr)
      continue;
    cycles += static_cast<double>(result->timing.cycles);
    insns += static_cast<double>(result->insns);
    if (std::getenv("VERBOSE") != nullptr)
      fmt::print("{} bus {} images {}: {:.1f} ms, {} insns, {} cycles\n", point.config.name(),
                 point.config.bus_bytes(), point.images, ms.back(), result->insns,
                 result->timing.cycles);
  }
  std::sort(ms.begin(), ms.end());
  double sum = 0;
  for (double m : ms)
    sum += m;
  const auto& t = evaluator.times();
  const double n = static_cast<double>(points);
  fmt::print("{} points, {:.1f} a second: mean {:.1f} ms, median {:.1f}, most {:.1f}\n", points,
             1e3 * n / sum, sum / n, ms[ms.size() / 2], ms.back());
  fmt::print("ms a point (wall): passes {:.1f}, schedule {:.1f}, codegen {:.1f}, csim {:.1f}\n",
             1e3 * t.passes_seconds / n, 1e3 * t.schedule_seconds / n, 1e3 * t.codegen_seconds / n,
             1e3 * t.simulate_seconds / n);
  fmt::print("{:.1f} million cycles, {:.0f} instructions a point\n", cycles / n * 1e-6, insns / n);
}

}  // namespace
}  // namespace vta::bench

int main(int argc, char** argv) {
  vta::bench::run(argc > 1 ? std::max(1, std::atoi(argv[1])) : 40,
                  argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  return 0;
}
