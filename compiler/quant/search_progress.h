// How far a search of several phases is, whose trials are known only roughly before.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace vta {

class SearchProgress {
 public:
  // `expected` work of each phase, in any unit; `show` is called with the part of all that is done,
  // below 1 before finish(), never less than before.
  SearchProgress(std::vector<double> expected, std::function<void(double part)> show);

  void trial(double work = 1);  // of the current phase; what is beyond its expectation adds nothing
  void next_phase();
  void finish();

 private:
  void show();

  std::vector<double> expected_;
  std::function<void(double)> show_;
  double total_ = 0, before_ = 0, done_ = 0;  // of all; of the phases behind; of this one
  size_t phase_ = 0;
};

// From `first` on, `share` of the whole: shows its own progress, and never the end of all.
std::function<void(double)> part_of(std::function<void(double)> whole, double first, double share);

}  // namespace vta
