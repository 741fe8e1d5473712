// SQLite as C++ values: a connection, a statement, a transaction. Every failure is an error that
// names the file: InputError, or OutputError where the file cannot be written.
//
// No content of a file is trusted: its views and triggers do not run, its functions are not called,
// SQLite's internal tables cannot be written, and a statement ends with an InputError after more
// steps than a file of its size can need.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace vta::explore {

class Statement;

// InputError if the path is something other than a file that may hold a database.
void require_database_file(const std::string& path);

// The time to wait for another program's lock on a file, and the time after which a message reports
// the wait.
struct LockPatience {
  int note_milliseconds = 2'000;
  int most_milliseconds = 10'000;
};
LockPatience& lock_patience();  // for tests, which do not wait

class Database {
 public:
  // Create: created if it does not exist; Memory: `path` is only its name in errors.
  enum class Mode { Read, Write, Create, Memory };
  // Read also works in read-only folders, for a file that no sweep is writing. `called`, if given,
  // is its name in errors.
  Database(const std::string& path, Mode mode, const std::string& called = {});
  ~Database();
  Database(Database&& other) noexcept;
  Database& operator=(Database&&) = delete;

  const std::string& path() const { return path_; }
  // For a schema that is known to be ours: its views run from now on.
  void allow_views();
  void run(const std::string& sql);  // one or more statements without results
  Statement prepare(std::string_view sql);
  int64_t integer(std::string_view sql);  // first column of the first row
  std::string text(std::string_view sql);
  bool in_transaction() const;
  // Whether the open file is still the one at its path.
  bool has_its_name() const;

 private:
  friend class Statement;
  struct Allowance;
  void open(std::string name, int flags);
  void open_reading();
  void harden();
  bool needs_folder();
  static int wait_for_lock(void* database_file, int waits);
  void allow_file(const std::string& path);
  void begin_statement();
  [[noreturn]] void fail(int code) const;

  std::string path_, name_;  // the file's names in messages and for SQLite
  sqlite3* handle_ = nullptr;
  std::unique_ptr<Allowance> allowance_;  // limit of VDBE steps
};

// Parameters are numbered from 1 and bound in order; columns are read from 0 on.
class Statement {
 public:
  ~Statement();
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&&) = delete;

  Statement& afresh();  // forgets what was bound before an error
  Statement& bind(int64_t value);
  Statement& bind(double value);
  Statement& bind(std::string_view value);
  Statement& bind(const std::optional<int64_t>& value);
  Statement& bind(const std::optional<double>& value);
  bool step();  // to the next row; false: no more rows, and the statement can be bound again
  void run();   // of a statement without rows

  int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  bool is_null(int column) const;
  int columns() const;
  std::string name(int column) const;
  // Type and value in one text, equal only for equal values.
  std::string exact(int column) const;

 private:
  friend class Database;
  Statement(Database& database, std::string_view sql);
  void check(int code) const;

  Database* database_;
  sqlite3_stmt* handle_ = nullptr;
  int bound_ = 0;
};

// The destructor rolls it back unless commit() was called; within another transaction it is a part
// of that one.
class Transaction {
 public:
  enum class Kind { Read, Write };  // Read: a state of the database that does not change
  explicit Transaction(Database& database, Kind kind = Kind::Write);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool within_, open_ = true;
};

}  // namespace vta::explore
