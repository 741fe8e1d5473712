// Reads a sweep's database: one consistent state of it, also while a sweep is writing.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explore/store/rows.h"
#include "explore/store/sqlite.h"

namespace vta::explore {

// The contents of the database when the reader was made. Everything is in ascending order of the
// index. InputError: as open_sweep_file, and for a value that the writer never stores.
class SweepReader {
 public:
  explicit SweepReader(const std::string& path);

  const std::string& path() const { return database_.path(); }
  const SweepHeader& header() const { return header_; }
  // Replaces the database's clock in the points that are read; an estimated clock follows from each
  // point's path_ps. InputError if the database records no path_ps.
  void set_clock(ClockLabel clock);
  std::vector<NetworkInfo> networks();
  std::vector<ExcludedRow> excluded();
  std::vector<PointRow> points();  // `layers` is empty
  std::optional<PointRow> point(int64_t idx);
  std::optional<PointRow> point_of(const PointSpec& spec);  // that is simulated so
  std::vector<std::pair<std::string, int64_t>> keys();  // row_codec.h, of every point; its index
  std::vector<LayerResult> layers(int64_t idx);
  std::vector<FailureRow> failures();
  std::vector<ConfirmationRow> confirmations();
  std::vector<EffortRow> efforts();
  std::optional<EffortRow> effort(int64_t idx);
  std::vector<ConfirmEffortRow> confirm_efforts();

  int64_t count(std::string_view table);  // rows of one of the schema's tables

 private:
  PointRow read(const Statement& statement) const;

  Database database_;
  Transaction snapshot_;
  SweepHeader header_;
};

}  // namespace vta::explore
