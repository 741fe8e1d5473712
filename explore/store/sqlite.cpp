#include "explore/store/sqlite.h"

#include <sqlite3.h>

#include <filesystem>
#include <utility>

#include "base/error.h"

namespace vta::explore {
namespace {

// Another process may hold the file for as long as one commit takes.
constexpr int kBusyMilliseconds = 20000;

// A reader may write as far as SQLite is concerned, where the file lets it: only so the last one
// to close it takes the write-ahead log away. query_only keeps it from more.
int open_flags(Database::Mode mode) {
  return SQLITE_OPEN_READWRITE | (mode == Database::Mode::Create ? SQLITE_OPEN_CREATE : 0);
}

}  // namespace

Database::Database(std::string path, Mode mode) : path_(std::move(path)) {
  namespace fs = std::filesystem;
  if (mode != Mode::Create && !fs::exists(path_))
    throw InputError(fmt::format("{}: there is no such database", path_));
  if (fs::is_directory(path_))
    throw InputError(fmt::format("{} is a directory, expected a sweep database", path_));
  const int code = sqlite3_open_v2(path_.c_str(), &handle_, open_flags(mode), nullptr);
  if (code != SQLITE_OK) {
    const std::string reason = sqlite3_errmsg(handle_);
    sqlite3_close(handle_);
    throw InputError(fmt::format("cannot open the database {}: {}", path_, reason));
  }
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, kBusyMilliseconds);
  if (mode == Mode::Read)
    sqlite3_exec(handle_, "PRAGMA query_only = ON", nullptr, nullptr, nullptr);
}

Database::~Database() {
  sqlite3_close_v2(handle_);
}

Database::Database(Database&& other) noexcept
    : path_(std::move(other.path_)), handle_(std::exchange(other.handle_, nullptr)) {}

void Database::fail(int code) const {
  const int primary = code & 0xff;
  if (primary == SQLITE_NOTADB)
    throw InputError(fmt::format("{} is no SQLite database", path_));
  if (primary == SQLITE_CORRUPT)
    throw InputError(fmt::format("{} is damaged ({}): restore a copy, or delete it and sweep again",
                                 path_, sqlite3_errmsg(handle_)));
  throw InputError(fmt::format("database {}: {}", path_, sqlite3_errmsg(handle_)));
}

void Database::run(const std::string& sql) {
  const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK)
    fail(code);
}

Statement Database::prepare(std::string_view sql) {
  return Statement(*this, sql);
}

int64_t Database::integer(std::string_view sql) {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

std::string Database::text(std::string_view sql) {
  Statement statement = prepare(sql);
  return statement.step() ? statement.text(0) : "";
}

int64_t Database::changes() const {
  return sqlite3_changes64(handle_);
}

Statement::Statement(Database& database, std::string_view sql) : database_(&database) {
  check(sqlite3_prepare_v2(database.handle_, sql.data(), static_cast<int>(sql.size()), &handle_,
                           nullptr));
}

Statement::~Statement() {
  sqlite3_finalize(handle_);
}

Statement::Statement(Statement&& other) noexcept
    : database_(other.database_),
      handle_(std::exchange(other.handle_, nullptr)),
      bound_(other.bound_) {}

void Statement::check(int code) const {
  if (code != SQLITE_OK)
    database_->fail(code);
}

Statement& Statement::bind(int64_t value) {
  check(sqlite3_bind_int64(handle_, ++bound_, value));
  return *this;
}

Statement& Statement::bind(double value) {
  check(sqlite3_bind_double(handle_, ++bound_, value));
  return *this;
}

Statement& Statement::bind(std::string_view value) {
  check(sqlite3_bind_text64(handle_, ++bound_, value.empty() ? "" : value.data(), value.size(),
                            SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind(const std::optional<int64_t>& value) {
  if (value)
    return bind(*value);
  check(sqlite3_bind_null(handle_, ++bound_));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW)
    return true;
  bound_ = 0;
  const int end = sqlite3_reset(handle_);
  if (code != SQLITE_DONE)
    database_->fail(end == SQLITE_OK ? code : end);
  return false;
}

void Statement::run() {
  const bool row = step();
  VTA_CHECK(!row, "a statement without rows gave one");
}

int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(handle_, column);
}

double Statement::real(int column) const {
  return sqlite3_column_double(handle_, column);
}

std::string Statement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
  return bytes == nullptr
             ? ""
             : std::string(bytes, static_cast<size_t>(sqlite3_column_bytes(handle_, column)));
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

int Statement::columns() const {
  return sqlite3_column_count(handle_);
}

std::string Statement::exact(int column) const {
  switch (sqlite3_column_type(handle_, column)) {
    case SQLITE_INTEGER:
      return fmt::format("i{}", integer(column));
    case SQLITE_FLOAT:
      return fmt::format("r{:a}", real(column));
    case SQLITE_NULL:
      return "n";
    default: {
      const std::string value = text(column);
      return fmt::format("t{}:{}", value.size(), value);
    }
  }
}

Transaction::Transaction(Database& database, Kind kind) : database_(database) {
  database_.run(kind == Kind::Write ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  try {
    if (open_)
      database_.run("ROLLBACK");
  } catch (const Error&) {  // SQLite has undone it already, e.g. on a full disk
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace vta::explore
