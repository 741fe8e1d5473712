#include "compiler/quant/search.h"

namespace vta {
namespace {

// Whether a step in this direction was kept.
bool move(SearchState& state, NodeId id, int direction) {
  bool moved = false;
  while (!state.exhausted()) {
    QuantPlan changed = state.result().plan;
    changed.exponents.at(id) += direction;
    if (!state.offer(std::move(changed)))
      break;
    moved = true;
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
  const LogitScore score = harness_.measure(plan);
  ++result_.trials;
  if (limits_.tried)
    limits_.tried();
  if (!(score.noise < result_.score.noise * (1 - limits_.least_gain)))
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
  const std::set<NodeId> tensors = harness.quantised(state.result().plan).trace.exponents;
  for (int round = 0; round < limits.rounds; ++round) {
    const int64_t before = state.result().changes;
    for (const NodeId id : tensors)
      if (!move(state, id, -1))
        move(state, id, 1);
    if (state.result().changes == before || !state.result().complete)
      break;
  }
  return state.finish();
}

}  // namespace vta
