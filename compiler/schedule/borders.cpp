#include "compiler/schedule/borders.h"

#include <algorithm>
#include <map>

#include "compiler/kernels/kernels.h"
#include "compiler/schedule/kernel_sequence.h"

namespace vta {
namespace {

// A kernel that computes longer is not looked at: what a border costs is little of it.
constexpr int64_t kLong = 32 * 1024;
constexpr int kRounds = 2;
constexpr double kLess = 0.99;  // of the cycles: the estimate is no closer
constexpr double kPort = 8;     // cycles of the memory's port that count as one that is lost

// A kernel of the network, its times as they are, and what makes its operands.
struct Placed {
  KernelSchedule* schedule = nullptr;
  const KernelKind* kind = nullptr;
  KernelTimes times;  // empty: it is not estimated
  int64_t data = -1, residual = -1;
};

class Borders {
 public:
  Borders(const LoweredGraph& lowered, const VtaConfig& config, SchedulePolicy& policy,
          const std::vector<bool>& searched, std::vector<KernelSchedule>& kernels)
      : config_(config), policy_(policy), searched_(searched) {
    std::map<NodeId, int64_t> makers;
    for (KernelSchedule& s : kernels) {
      const auto& kernel = std::get<Kernel>(lowered.items[s.item]);
      Placed placed{&s, &kind_of(s.layer), {}, -1, -1};
      const auto maker = [&](size_t input) {
        const auto found =
            input < kernel.inputs.size() ? makers.find(kernel.inputs[input].node) : makers.end();
        return found == makers.end() ? -1 : found->second;
      };
      if (placed.kind->times != nullptr) {
        placed.times = placed.kind->times(s.layer, s.tiles, config);
        placed.data = maker(0);
        placed.residual = maker(1);
      }
      makers[kernel.output] = std::ssize(placed_);
      for (const std::optional<size_t>& with : {s.pool, s.follower})
        if (with)
          makers[std::get<Kernel>(lowered.items[*with]).output] = std::ssize(placed_);
      placed_.push_back(std::move(placed));
    }
  }

  void run() {
    for (int round = 0; round < kRounds; ++round)
      for (size_t k = 0; k < placed_.size(); ++k)
        improve(k);
  }

 private:
  bool estimated(size_t k) const { return k < placed_.size() && !placed_[k].times.steps.empty(); }

  int64_t computing(size_t k) const {
    int64_t sum = 0;
    for (const TimedStep& step : placed_[k].times.steps)
      sum += step.compute;
    return sum;
  }

  // The kernel between its neighbours.
  double cost(size_t k) const {
    const size_t first = k > 0 && estimated(k - 1) ? k - 1 : k;
    const size_t last = estimated(k + 1) ? k + 1 : k;
    std::vector<TimedKernel> window;
    for (size_t i = first; i <= last; ++i) {
      const auto here = [&](int64_t maker) {
        return maker < static_cast<int64_t>(first) ? -1 : maker - static_cast<int64_t>(first);
      };
      window.push_back({&placed_[i].times, here(placed_[i].data), here(placed_[i].residual)});
    }
    int64_t port = 0;
    for (const TimedStep& s : placed_[k].times.steps)
      port += s.weights + s.input;
    for (const TimedTile& t : placed_[k].times.tiles)
      port += t.residual + t.storing;
    return static_cast<double>(cycles_of(window)) + static_cast<double>(port) / kPort;
  }

  void improve(size_t k) {
    const bool between = estimated(k + 1) || (k > 0 && estimated(k - 1));
    if (!searched_[k] || !between || !estimated(k) || placed_[k].kind->others == nullptr ||
        computing(k) > kLong)
      return;
    Placed& at = placed_[k];
    double least = cost(k) * kLess;
    KernelTimes best = at.times;
    for (const KernelTiles& tiles : policy_.others(at.schedule->layer, config_)) {
      at.times = at.kind->times(at.schedule->layer, tiles, config_);
      const double here = cost(k);
      if (here >= least)
        continue;
      least = here;
      best = at.times;
      at.schedule->tiles = tiles;
    }
    at.times = std::move(best);
  }

  const VtaConfig& config_;
  SchedulePolicy& policy_;
  const std::vector<bool>& searched_;
  std::vector<Placed> placed_;
};

}  // namespace

void overlap_borders(const LoweredGraph& lowered, const VtaConfig& config, SchedulePolicy& policy,
                     const std::vector<bool>& searched, std::vector<KernelSchedule>& kernels) {
  if (std::ranges::find(searched, true) != searched.end())
    Borders(lowered, config, policy, searched, kernels).run();
}

}  // namespace vta
