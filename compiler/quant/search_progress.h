// How far a search of several phases is, whose trials and costs are known only roughly before.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace vta {

class SearchProgress {
 public:
  // What is expected of a phase: so many trials, each of this cost, in any unit of time.
  struct Phase {
    double trials = 0, cost = 0;
  };
  // `show` is called with 0 at once, then with the part of all that is done, below 1 before
  // finish(), never less than before. What trials have cost so far corrects what is expected of
  // those to come.
  SearchProgress(std::vector<Phase> expected, std::function<void(double part)> show);

  // What is expected of a phase to come is known better now.
  void expect(size_t phase, Phase what);
  // One more trial of the current phase; all before it and this one have cost `spent`.
  void trial(double spent);
  void next_phase(double spent);
  void finish();

 private:
  double left() const;
  void show();

  std::vector<Phase> expected_;
  std::function<void(double)> show_;
  size_t phase_ = 0;
  double trials_ = 0;              // of this phase
  double spent_ = 0, before_ = 0;  // on all; before this phase
  double expected_of_past_ = 0;    // of the trials of phases behind
  double shown_ = 0;
};

// From `first` on, `share` of the whole: shows its own progress, and never the end of all.
std::function<void(double)> part_of(std::function<void(double)> whole, double first, double share);

}  // namespace vta
