// The utilization of each unit and of the bus over a run, in a few hundred bins: the chart of a run
// in a report. The bins' width is a power of two that doubles as the run goes on, so one pass and
// constant memory suffice and every share is exact.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstdint>
#include <vector>

#include "explore/trace/fetch_steps.h"
#include "sim/device.h"

namespace vta::explore {

// Sums over bins of several rows.
class Bins {
 public:
  static constexpr int64_t kMost = 512;

  explicit Bins(size_t rows) : rows_(rows) {}
  // One for each of the cycles first .. last, counted from 1.
  void add(size_t row, int64_t first, int64_t last);
  // Bins cover at least these cycles.
  void extend(int64_t cycles);

  int64_t bin_cycles() const { return bin_cycles_; }
  int64_t count() const { return count_; }
  int64_t at(size_t row, int64_t bin) const {
    return rows_[row].empty() ? 0 : rows_[row][static_cast<size_t>(bin)];
  }

 private:
  void halve();

  std::vector<std::vector<int64_t>> rows_;
  int64_t bin_cycles_ = 1;
  int64_t count_ = 0;
};

// Launches follow each other. A unit is busy where it executes: states busy and mem_* of
// hw/rtl/core/README.md. A burst of n beats takes the bus for n cycles from its grant on.
class Timeline final : public TraceSink {
 public:
  void on_launch(std::span<const Insn> insns) override;
  void on_retire(Unit, int64_t, const Insn&, int64_t) override {}
  void on_dispatch(const Dispatch& dispatch) override;
  void on_execution(const Execution& execution, const Insn& insn) override;
  void on_burst(const BurstTransfer& burst) override;
  void on_end(const RunReport& report) override;

  int64_t cycles() const { return offset_; }
  const Bins& bins() const { return bins_; }  // rows: TimedUnit, then the bus
  // {"bin_cycles": n, "bins": m, "cycles": c, "units": {"fetch": [share, ...], ...},
  //  "bus": [share, ...]}; a share times bin_cycles is a whole number of cycles or beats.
  boost::json::object json() const;

 private:
  static constexpr size_t kBusRow = kNumTimedUnits;
  void add(size_t row, int64_t first, int64_t last) {
    bins_.add(row, offset_ + first, offset_ + last);
  }

  Bins bins_{kNumTimedUnits + 1};
  FetchSteps fetch_;
  int64_t offset_ = 0;  // cycles of the launches before
};

}  // namespace vta::explore
