// Times of a program that ran several times: the host's, by the clock of this machine, apart from
// the accelerator's, which is simulated.
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "config/vta_config.h"
#include "runtime/launches.h"

namespace vta::workbench {

// Of at least one value. The deviation is of these values, not an estimate of more of them: divided
// by their number.
struct Spread {
  double mean = 0, median = 0, deviation = 0;
};
Spread spread_of(std::vector<double> values);

// `repeat` measurements, each the mean of `number` runs.
class RunTimes {
 public:
  explicit RunTimes(int64_t repeat = 1, int64_t number = 1) : repeat_(repeat), number_(number) {}

  void add(const RunStats& stats);  // of the next run
  bool any() const { return runs_ > 0; }

  // A row for what there is: host operators in ms, cycles of the accelerator, its ms where the
  // configuration has a clock, and what simulating it took.
  std::string text(const VtaConfig& config) const;
  boost::json::value json(const VtaConfig& config) const;  // null without runs

 private:
  // A value per measurement; the last one may be of fewer runs.
  struct Series {
    std::string name, member;
    std::vector<double> values;
  };
  std::vector<Series> series(const VtaConfig& config) const;

  int64_t repeat_, number_, runs_ = 0;
  std::vector<double> host_, cycles_,
      simulation_;  // sums per measurement: seconds, cycles, seconds
};

}  // namespace vta::workbench
