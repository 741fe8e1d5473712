#include "sim/kernels/uop_groups.h"

#include <algorithm>
#include <unordered_map>

namespace vta::kernels {
namespace {

// One accumulator row and what is summed into it, in micro-op order.
struct Run {
  int64_t dst = 0, src0 = 0;
  std::vector<UopGroup::Step> steps;
};

void append(Run& run, const UopEntry& u) {
  if (run.steps.empty())
    run.src0 = u.src;
  run.steps.push_back({static_cast<int64_t>(u.src) - run.src0, u.wgt});
}

std::vector<Run> runs_of(std::span<const UopEntry> uops) {
  std::vector<Run> runs;
  std::unordered_map<uint32_t, size_t> run_of;
  size_t current = 0;
  for (const UopEntry& u : uops) {
    if (runs.empty() || runs[current].dst != u.dst) {
      const auto [at, is_new] = run_of.try_emplace(u.dst, runs.size());
      current = at->second;
      if (is_new)
        runs.push_back({u.dst, 0, {}});
    }
    append(runs[current], u);
  }
  return runs;
}

uint64_t signature(const Run& run) {
  uint64_t h = run.steps.size();
  for (const UopGroup::Step& s : run.steps) {
    h = (h ^ static_cast<uint64_t>(s.src)) * 0x9e3779b97f4a7c15U;
    h = (h ^ static_cast<uint64_t>(s.wgt) ^ (h >> 29)) * 0xbf58476d1ce4e5b9U;
  }
  return h;
}

}  // namespace

std::vector<UopGroup> group_uops(std::span<const UopEntry> uops) {
  std::vector<UopGroup> groups;
  std::unordered_multimap<uint64_t, size_t> by_signature;
  for (Run& run : runs_of(uops)) {
    const uint64_t h = signature(run);
    const auto [begin, end] = by_signature.equal_range(h);
    const auto same = std::find_if(
        begin, end, [&](const auto& item) { return groups[item.second].steps == run.steps; });
    if (same != end) {
      UopGroup& g = groups[same->second];
      g.positions.push_back({run.dst - g.dst0, run.src0 - g.src0});
      continue;
    }
    by_signature.emplace(h, groups.size());
    groups.push_back({run.dst, run.src0, {{0, 0}}, std::move(run.steps)});
  }
  return groups;
}

}  // namespace vta::kernels
