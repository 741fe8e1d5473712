// Bounds of a space's points: how near they are to csim's cycles, and what they cost.
//
//   bench_bounds SPEC.json [every [exact]]
//
// Every so many-th legal point; `exact` 0: without cycles. Processor time of one thread, tiles of a
// layer that was searched before kept, as in a sweep.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "base/error.h"
#include "explore/certify/point_bounds.h"
#include "explore/sweep/setup.h"
#include "tests/bench/cpu_timer.h"

namespace vta::bench {
namespace {

using namespace explore;

void print_over(const char* name, std::vector<double> over) {
  std::ranges::sort(over);
  const auto at = [&](double part) {
    return over[static_cast<size_t>(part * static_cast<double>(over.size() - 1))];
  };
  fmt::print("cycles / {}: median {:.4f}, 90 % {:.4f}, most {:.4f}, least {:.4f}\n", name, at(0.5),
             at(0.9), at(1), at(0));
}

void run(const std::string& path, int64_t every, bool exact) {
  const Space space = load_space(path);
  Evaluator evaluator(space.spec().networks, graph_axes(space.spec()));
  evaluator.prepare(images_of(space.spec()));
  PointBounds bounds(evaluator.compiler());
  std::vector<double> any, tiles, schedule;
  double any_ms = 0, first_ms = 0, again_ms = 0;
  int64_t points = 0, legal = 0, below = 0;
  for (int64_t index = 0; index < space.size(); ++index) {
    const auto point = space.point(index);
    const auto* spec = std::get_if<PointSpec>(&point);
    if (spec == nullptr || legal++ % every != 0)
      continue;
    ++points;
    double begin = thread_ms();
    const int64_t of_any = bounds.any_schedule(*spec);
    const int64_t of_tiles = bounds.by_tiles(*spec);
    any_ms += thread_ms() - begin;
    begin = thread_ms();
    const int64_t of_schedule = bounds.schedule(*spec).cycles;
    first_ms += thread_ms() - begin;
    begin = thread_ms();
    bounds.schedule(*spec);
    again_ms += thread_ms() - begin;
    if (!exact)
      continue;
    const Outcome outcome = evaluator.evaluate(*spec);
    const auto* result = std::get_if<PointResult>(&outcome);
    if (result == nullptr)
      continue;
    const auto cycles = static_cast<double>(result->timing.cycles);
    any.push_back(cycles / static_cast<double>(of_any));
    tiles.push_back(cycles / static_cast<double>(of_tiles));
    schedule.push_back(cycles / static_cast<double>(of_schedule));
    below += result->timing.cycles < std::max({of_any, of_tiles, of_schedule}) ? 1 : 0;
  }
  const auto n = static_cast<double>(points);
  const double search_ms = 1e3 * evaluator.compiler().schedule_seconds();
  fmt::print(
      "{} points, {} walks: any schedule {:.0f} us a point; tiles and walk {:.2f} ms a walk; "
      "of the schedule, walked before, {:.0f} us a point\n",
      points, bounds.walks(), 1e3 * any_ms / n,
      (first_ms - again_ms) / static_cast<double>(std::max<int64_t>(1, bounds.walks())),
      1e3 * again_ms / n);
  if (!exact)
    fmt::print("the search for tiles: {:.2f} ms a walk on the clock\n",
               search_ms / static_cast<double>(std::max<int64_t>(1, bounds.walks())));
  if (any.empty())
    return;
  print_over("bound of any schedule", any);
  print_over("bound of any tiles", tiles);
  print_over("bound of the schedule", schedule);
  fmt::print("{} of {} below a bound\n", below, any.size());
}

}  // namespace
}  // namespace vta::bench

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_bounds SPEC.json [every [exact]]\n");
    return 2;
  }
  try {
    vta::bench::run(argv[1], argc > 2 ? std::max(1, std::atoi(argv[2])) : 1,
                    argc <= 3 || std::atoi(argv[3]) != 0);
  } catch (const vta::Error& e) {
    fmt::print(stderr, "bench_bounds: {}\n", e.what());
    return 1;
  }
  return 0;
}
