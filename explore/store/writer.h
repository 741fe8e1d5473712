// Writes a sweep's database: the only writer of the file while it lives.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>

#include "explore/store/rows.h"
#include "explore/store/shared_rows.h"
#include "explore/store/sqlite.h"
#include "explore/store/writer_lock.h"

namespace vta::explore {

// Every put_* is one transaction: if the process is killed at any moment, the file has all of it or
// nothing.
class SweepWriter {
 public:
  // Creates the file, or continues one of the same sweep, which gets the present schema if it has
  // an older one that says the same. `called`, if given, is its name in
  // errors. InputError: open_sweep_file, require_same_sweep, WriterLock.
  SweepWriter(const std::string& path, const SweepHeader& header, const std::string& called = {});

  // All writes during its lifetime are one transaction.
  Transaction transaction() { return Transaction(database_); }
  // OutputError if the file has been removed or replaced, so that later writes would be lost; every
  // put_* of a point checks this.
  void require_file() const;
  // Moves the contents of SQLite's log to the file, so that the file can be renamed. OutputError.
  void finish();

  // InputError if the file has a network of that name with another hash, quantization or samples.
  void check_networks(std::span<const NetworkInfo> rows);
  // Adds those that the file lacks. InputError: check_networks.
  void put_networks(std::span<const NetworkInfo> rows);
  // Existing rows stay unchanged.
  void put_excluded(std::span<const ExcludedRow> rows);
  // A point with its layers; replaces a failure. Its network must exist in the file; its index and
  // its simulated work must not.
  void put_point(const PointRow& row, const EffortRow& effort);
  // An index that turned out not to be compilable; replaces a failure.
  void put_uncompilable(const ExcludedRow& row, const EffortRow& effort);
  void put_failure(const FailureRow& row, const EffortRow& effort);
  // Replaces an earlier one.
  void put_confirmation(const ConfirmationRow& row);
  void put_confirmation(const ConfirmationRow& row, const ConfirmEffortRow& effort);

  // Indices that need no further evaluation: points, and indices that cannot be compiled.
  std::set<int64_t> finished();
  std::optional<PointRow> point(int64_t idx);  // with its layers
  std::optional<int64_t> index_of(const PointSpec& spec);

 private:
  void put_effort(const EffortRow& effort);
  void insert_point(const PointRow& row);

  WriterLock lock_;
  Database database_;
  SharedRows shared_;
  Statement point_, layer_, effort_;
};

}  // namespace vta::explore
