// Greedy search of activation exponents, end to end against the logits.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <utility>

#include "compiler/quant/harness.h"

namespace vta {

// Steps of exponents (a tensor, down or up) that were far off: not tried again while the tensor's
// own exponent is what it was.
using FarOff = std::set<std::pair<NodeId, int>>;

struct SearchLimits {
  int rounds = 3;                   // through all tensors; fewer when one changes nothing
  int64_t work = int64_t{1} << 60;  // MemoRun::work of the search; then it ends where it is
  // A change is kept when noise falls by more than this part of it: less is what samples decide.
  double least_gain = 0.002;
  std::function<void()> tried;  // called after every trial, where given
  FarOff* far_off = nullptr;    // of searches before this one, and for those behind it
};

struct SearchResult {
  QuantPlan plan;
  LogitScore score;
  int64_t changes = 0, trials = 0;
  bool complete = true;  // false: stopped by limits.work
};

// A plan and what it is worth, while better ones are looked for.
class SearchState {
 public:
  SearchState(QuantHarness& harness, QuantPlan plan, const SearchLimits& limits);

  const SearchResult& result() const { return result_; }
  // Whether the plan is better, and taken.
  bool offer(QuantPlan plan);
  // Noise of the last offer beside that of the plan it was compared with.
  double last_ratio() const { return last_ratio_; }
  // Notes that the search is not complete.
  bool exhausted();
  SearchResult finish() { return std::move(result_); }

 private:
  QuantHarness& harness_;
  SearchLimits limits_;
  int64_t end_of_work_;
  double last_ratio_ = 1;
  SearchResult result_;
};

// Each exponent is moved by one, down and up, and on in a direction while the noise of the logits
// falls; through all tensors in order, and again.
SearchResult search_exponents(QuantHarness& harness, QuantPlan plan, const SearchLimits& limits);

}  // namespace vta
