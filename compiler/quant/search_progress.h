// How far a search is that has several forms of a network, each in several phases, whose trials and
// costs are known only roughly before.
#pragma once

#include <functional>
#include <vector>

namespace vta {

// Of a clock that never goes back.
double steady_seconds();

class SearchProgress {
 public:
  // What is expected of a phase: so many trials, each of this cost in the mean, in any unit of
  // work. Where costs fall from trial to trial, the first costs twice as much, and the last
  // nothing. `pace`: the time of a unit of its work, beside that of other phases.
  struct Phase {
    double trials = 0, cost = 0;
    bool falls = false;
    double pace = 1;
  };
  using Form = std::vector<Phase>;
  // `show` is called with 0 at once, then with the part of the time that is over, below 1 before
  // finish(), never less than before. What is left follows from the work expected of the trials to
  // come, from what such trials have cost so far, and from the time that their work has taken.
  explicit SearchProgress(std::function<void(double part)> show,
                          std::function<double()> seconds = steady_seconds);

  // The first trial of a form begins. Expected of it, and of those behind it; of each of these the
  // time from the form before to its first trial is what it was now.
  void begin(std::vector<Form> forms);
  // One more trial of the current phase; all of this form have cost `spent`.
  void trial(double spent);
  void next_phase(double spent);
  void finish();

 private:
  // Beside what was expected, and how much that tells.
  struct Found {
    double ratio = 1, weight = 0;
  };
  double expected(size_t phase, const Phase& what, const Found& now) const;
  const Phase* current() const;  // null: none
  double part_left(const Phase& phase) const;
  Found found() const;
  double work_left() const;  // at a pace of 1
  void count(double spent);
  void show();

  std::function<void(double)> show_;
  std::function<double()> seconds_;
  double start_, last_;         // when all began; when the last trial or form did
  double ahead_ = 0;            // seconds before the first trial of a form
  double busy_ = 0, work_ = 0;  // seconds of trials, and their work at a pace of 1
  std::vector<Form> forms_;
  std::vector<double> ratio_;  // by phase: what was found beside what was expected; 0: nothing yet
  size_t phase_ = 0;
  double trials_ = 0;              // of this phase
  double spent_ = 0, before_ = 0;  // on this form; before this phase
  double shown_ = 0;
};

}  // namespace vta
