#include "explore/trace/timeline.h"

#include <algorithm>
#include <boost/json/array.hpp>

namespace vta::explore {

void Bins::halve() {
  for (std::vector<int64_t>& row : rows_) {
    for (size_t bin = 0; 2 * bin < row.size(); ++bin)
      row[bin] = row[2 * bin] + row[2 * bin + 1];
    std::fill(row.begin() + std::ssize(row) / 2, row.end(), 0);
  }
  bin_cycles_ *= 2;
  count_ = (count_ + 1) / 2;
}

void Bins::extend(int64_t cycles) {
  while (cycles > kMost * bin_cycles_)
    halve();
  count_ = std::max(count_, (cycles + bin_cycles_ - 1) / bin_cycles_);
}

void Bins::add(size_t row, int64_t first, int64_t last) {
  extend(last);
  std::vector<int64_t>& sums = rows_[row];
  if (sums.empty())
    sums.resize(kMost);
  for (int64_t from = first - 1; from < last;) {
    const int64_t bin = from / bin_cycles_;
    const int64_t to = std::min(last, (bin + 1) * bin_cycles_);
    sums[static_cast<size_t>(bin)] += to - from;
    from = to;
  }
}

void Timeline::on_launch(std::span<const Insn>) {
  fetch_.launch();
}

void Timeline::on_dispatch(const Dispatch& dispatch) {
  for (const FetchStep& step : fetch_.add(dispatch))
    if (step.kind != FetchStep::Kind::Full)
      add(static_cast<size_t>(TimedUnit::Fetch), step.first, step.last);
}

void Timeline::on_execution(const Execution& e, const Insn&) {
  add(static_cast<size_t>(e.unit) + 1, e.next_token + 1, e.done);
}

void Timeline::on_burst(const BurstTransfer& burst) {
  fetch_.add(burst);
  add(kBusRow, burst.granted, burst.granted + burst.beats - 1);
}

void Timeline::on_end(const RunReport& report) {
  offset_ += report.cycles.value_or(0);
  bins_.extend(offset_);
}

boost::json::object Timeline::json() const {
  const auto shares = [&](size_t row) {
    boost::json::array out;
    for (int64_t bin = 0; bin < bins_.count(); ++bin)
      out.push_back(static_cast<double>(bins_.at(row, bin)) /
                    static_cast<double>(bins_.bin_cycles()));
    return out;
  };
  boost::json::object units;
  for (size_t unit = 0; unit < kNumTimedUnits; ++unit)
    units[timed_unit_name(static_cast<TimedUnit>(unit))] = shares(unit);
  return {{"bin_cycles", bins_.bin_cycles()},
          {"bins", bins_.count()},
          {"cycles", offset_},
          {"units", std::move(units)},
          {"bus", shares(kBusRow)}};
}

}  // namespace vta::explore
