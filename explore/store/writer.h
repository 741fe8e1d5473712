// Writes a sweep's database: the only writer of the file while it lives.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>

#include "explore/store/rows.h"
#include "explore/store/sqlite.h"
#include "explore/store/writer_lock.h"

namespace vta::explore {

// Every put_* is one transaction: after the death of the process at any moment the file has all of
// it or nothing.
class SweepWriter {
 public:
  // Makes the file, or continues one of the same sweep. Errors call it `called` where that is
  // given. InputError: open_sweep_file, require_same_sweep, WriterLock.
  SweepWriter(const std::string& path, const SweepHeader& header, const std::string& called = {});

  // What is put while it lives is one transaction.
  Transaction transaction() { return Transaction(database_); }
  // OutputError where the file has been removed or replaced, so that nobody will see what is put;
  // every put_* of a point looks.
  void require_file() const;
  // Moves what is in SQLite's log to the file, for who renames it. OutputError.
  void finish();

  // InputError where the file has a network of that name with another hash or quantisation.
  void put_networks(std::span<const NetworkRow> rows);
  // What is there already stays as it is.
  void put_excluded(std::span<const ExcludedRow> rows);
  // A point with its layers; takes the place of a failure. Its network must be there; the index
  // and what is simulated must not.
  void put_point(const PointRow& row, const EffortRow& effort);
  // An index that turned out not to be compilable; takes the place of a failure.
  void put_uncompilable(const ExcludedRow& row, const EffortRow& effort);
  void put_failure(const FailureRow& row, const EffortRow& effort);
  // Takes the place of an earlier one.
  void put_confirmation(const ConfirmationRow& row);
  void put_confirmation(const ConfirmationRow& row, const ConfirmEffortRow& effort);

  // Indices that need no evaluation any more: points and what cannot be compiled.
  std::set<int64_t> finished();
  std::optional<PointRow> point(int64_t idx);  // with its layers
  std::optional<int64_t> index_of(const std::string& key);

 private:
  void put_effort(const EffortRow& effort);

  WriterLock lock_;
  Database database_;
  Statement point_, layer_, effort_;
};

}  // namespace vta::explore
