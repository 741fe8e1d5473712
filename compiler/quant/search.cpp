#include "compiler/quant/search.h"

namespace vta {
namespace {

// Worse by so much on the first samples: others do not make it good.
constexpr double kSlack = 0.1;
// Worse by so much: nor do changes elsewhere.
constexpr double kFarOff = 1.3;

// Whether a step in this direction was kept.
bool move(SearchState& state, NodeId id, int direction, FarOff& far_off) {
  bool moved = false;
  while (!state.exhausted() && !far_off.contains({id, direction})) {
    QuantPlan changed = state.result().plan;
    changed.exponents.at(id) += direction;
    if (state.offer(std::move(changed))) {
      moved = true;
      far_off.insert({id, -direction});  // where it came from
      continue;
    }
    if (state.last_ratio() > kFarOff)
      far_off.insert({id, direction});
    break;
  }
  return moved;
}

}  // namespace

SearchState::SearchState(QuantHarness& harness, QuantPlan plan, const SearchLimits& limits)
    : harness_(harness), limits_(limits), end_of_work_(harness.work() + limits.work) {
  result_.plan = std::move(plan);
  result_.score = harness_.measure(result_.plan);
  harness_.keep();
}

bool SearchState::offer(QuantPlan plan) {
  const Comparison compared = harness_.compare(plan, 1, kSlack);
  last_ratio_ = compared.noise_ratio;
  ++result_.trials;
  if (limits_.tried)
    limits_.tried();
  const LogitScore& score = compared.score;
  if (!compared.whole || !(score.noise < result_.score.noise * (1 - limits_.least_gain)))
    return false;
  harness_.keep();
  ++result_.changes;
  result_.plan = std::move(plan);
  result_.score = score;
  return true;
}

bool SearchState::exhausted() {
  if (harness_.work() >= end_of_work_)
    result_.complete = false;
  return !result_.complete;
}

SearchResult search_exponents(QuantHarness& harness, QuantPlan plan, const SearchLimits& limits) {
  SearchState state(harness, std::move(plan), limits);
  FarOff own;
  FarOff& far_off = limits.far_off != nullptr ? *limits.far_off : own;
  const std::set<NodeId> tensors = harness.quantized(state.result().plan).trace.exponents;
  for (int round = 0; round < limits.rounds; ++round) {
    const int64_t before = state.result().changes;
    for (const NodeId id : tensors)
      if (!move(state, id, -1, far_off))
        move(state, id, 1, far_off);
    if (state.result().changes == before || !state.result().complete)
      break;
  }
  return state.finish();
}

}  // namespace vta
