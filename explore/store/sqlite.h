// SQLite behind values: a connection, a statement, a transaction. Every failure is an error that
// names the file: InputError, or OutputError where the file cannot be written.
//
// Nothing in a file is trusted: its views and triggers do not run, its functions are not called,
// what SQLite keeps for itself cannot be written, and a statement ends with an InputError after
// more steps than a file of its size can need.
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

// InputError where there is something else than a file in which a database may be.
void require_database_file(const std::string& path);

// How long another program's lock of a file is waited for, and when that is said.
struct LockPatience {
  int note_milliseconds = 2'000;
  int most_milliseconds = 10'000;
};
LockPatience& lock_patience();  // for tests, which do not wait

class Database {
 public:
  // Create: made where it is not there; Memory: `path` is only what errors call it.
  enum class Mode { Read, Write, Create, Memory };
  // Read works in folders that cannot be written too, of a file that no sweep is writing.
  // Errors call it `called` where that is given.
  Database(const std::string& path, Mode mode, const std::string& called = {});
  ~Database();
  Database(Database&& other) noexcept;
  Database& operator=(Database&&) = delete;

  const std::string& path() const { return path_; }
  void run(const std::string& sql);  // one or more statements without results
  Statement prepare(std::string_view sql);
  int64_t integer(std::string_view sql);  // first column of the first row
  std::string text(std::string_view sql);
  bool in_transaction() const;
  // Whether the file that is open is still the one of its name.
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

  std::string path_, name_;  // as messages and as SQLite call the file
  sqlite3* handle_ = nullptr;
  std::unique_ptr<Allowance> allowance_;  // of VDBE steps; where it is, SQLite knows
};

// Parameters are numbered from 1 and bound in order; columns are read from 0 on.
class Statement {
 public:
  ~Statement();
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&&) = delete;

  Statement& bind(int64_t value);
  Statement& bind(double value);
  Statement& bind(std::string_view value);
  Statement& bind(const std::optional<int64_t>& value);
  Statement& bind(const std::optional<double>& value);
  bool step();  // to the next row; false: there is none, and the statement can be bound again
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

// Undone by the destructor unless commit() was called; within another one a part of that.
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
