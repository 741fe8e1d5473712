// Greedy search of activation exponents, end to end against the logits.
#pragma once

#include <cstdint>
#include <functional>

#include "compiler/quant/harness.h"

namespace vta {

struct SearchLimits {
  int rounds = 3;                   // through all tensors; fewer when one changes nothing
  int64_t work = int64_t{1} << 60;  // MemoRun::work of the search; then it ends where it is
  // A change is kept when noise falls by more than this part of it: less is what samples decide.
  double least_gain = 0.002;
  std::function<void()> tried;  // called after every trial, where given
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
  // Notes that the search is not complete.
  bool exhausted();
  SearchResult finish() { return std::move(result_); }

 private:
  QuantHarness& harness_;
  SearchLimits limits_;
  int64_t end_of_work_;
  SearchResult result_;
};

// Each exponent is moved by one, down and up, and on in a direction while the noise of the logits
// falls; through all tensors in order, and again.
SearchResult search_exponents(QuantHarness& harness, QuantPlan plan, const SearchLimits& limits);

}  // namespace vta
