#include "explore/store/sqlite.h"

#include <spdlog/spdlog.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/real_path.h"
#include "base/text_safety.h"

namespace vta::explore {
namespace {

constexpr int kMillisecondsBetweenTries = 50;

// Of the virtual machine that runs statements. A row of a few bytes takes some dozens; the check of
// a whole file about as many for each of its values.
constexpr int64_t kLeastSteps = 20'000'000;
constexpr int64_t kStepsPerByte = 20;
constexpr int kStepsBetweenCalls = 10'000;

// A text of the largest specification that makes sense; SQLite's own limit is a gigabyte.
constexpr int kMostValueBytes = 64 << 20;

int64_t file_bytes(const std::string& path) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(path, error);
  return error ? 0 : static_cast<int64_t>(bytes);
}

std::string log_of(const std::string& path) {
  return real_path(path) + "-wal";
}

// The name by which SQLite takes options beside the path.
std::string unchanging_uri(const std::string& path) {
  std::string uri = "file:";
  for (const char c : real_path(path))
    uri += c == '?' || c == '#' || c == '%' ? fmt::format("%{:02x}", c) : std::string(1, c);
  return uri + "?immutable=1";
}

// A limit of the system: no descriptors left, or no memory.
bool is_limit(sqlite3* handle, int code) {
  const int reason = sqlite3_system_errno(handle);
  return (code & 0xff) == SQLITE_NOMEM ||
         ((code & 0xff) == SQLITE_CANTOPEN && (reason == EMFILE || reason == ENFILE));
}

}  // namespace

void require_database_file(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status))
    throw InputError(fmt::format("{} is a directory, expected a database", printable(path)));
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw InputError(fmt::format("{} is not a regular file, expected a database", printable(path)));
}

LockPatience& lock_patience() {
  static LockPatience patience;
  return patience;
}

// What SQLite is given of a connection; it stays where it is when the connection moves.
struct Database::Allowance {
  int64_t per_statement = kLeastSteps;
  int64_t left = kLeastSteps;
  std::string path;
  bool waiting_is_said = false;
  dev_t device = 0;  // and inode: of the file that was opened
  ino_t inode = 0;
};

// A reader may write as far as SQLite is concerned, where the file lets it: only so the last one
// to close it takes the write-ahead log away. query_only keeps it from more.
Database::Database(const std::string& path, Mode mode, const std::string& called)
    : path_(printable(called.empty() ? path : called)), allowance_(std::make_unique<Allowance>()) {
  if (mode == Mode::Memory) {
    open(":memory:", SQLITE_OPEN_READWRITE);
    return;
  }
  if (mode != Mode::Create && !file_exists(path))
    throw InputError(fmt::format("{}: the database does not exist", path_));
  require_database_file(path);
  try {
    open(real_path(path), SQLITE_OPEN_READWRITE | (mode == Mode::Create ? SQLITE_OPEN_CREATE : 0));
    if (mode == Mode::Read)
      open_reading();
  } catch (...) {
    sqlite3_close_v2(handle_);
    throw;
  }
}

// An absolute path is never taken for a URI.
void Database::open(std::string name, int flags) {
  name_ = std::move(name);
  const int code = sqlite3_open_v2(name_.c_str(), &handle_, flags | SQLITE_OPEN_URI, nullptr);
  if (is_limit(handle_, code))
    fail(code);
  if (code != SQLITE_OK)
    throw InputError(
        fmt::format("cannot open the database {}: {}", path_, sqlite3_errmsg(handle_)));
  sqlite3_extended_result_codes(handle_, 1);
  allowance_->path = path_;
  sqlite3_busy_handler(handle_, wait_for_lock, allowance_.get());
  harden();
  struct stat file {};
  if (::stat(name_.c_str(), &file) == 0) {
    allowance_->device = file.st_dev;
    allowance_->inode = file.st_ino;
  }
  allow_file(name_);
  allow_file(log_of(name_));
}

// SQLite asks before each try how often it has asked; 0 gives up.
int Database::wait_for_lock(void* database_file, int waits) {
  auto& file = *static_cast<Allowance*>(database_file);
  const int waited = waits * kMillisecondsBetweenTries;
  if (waited >= lock_patience().most_milliseconds)
    return 0;
  if (waited >= lock_patience().note_milliseconds && !std::exchange(file.waiting_is_said, true))
    spdlog::warn("waiting for {}: another program has locked it", file.path);
  std::this_thread::sleep_for(std::chrono::milliseconds(kMillisecondsBetweenTries));
  return 1;
}

void Database::harden() {
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_limit(handle_, SQLITE_LIMIT_LENGTH, kMostValueBytes);
  sqlite3_limit(handle_, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_exec(handle_, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", nullptr, nullptr,
               nullptr);
  sqlite3_progress_handler(
      handle_, kStepsBetweenCalls,
      [](void* allowance) {
        auto& left = static_cast<Allowance*>(allowance)->left;
        left -= kStepsBetweenCalls;
        return left < 0 ? 1 : 0;
      },
      allowance_.get());
}

void Database::allow_views() {
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_VIEW, 1, nullptr);
}

// Whether the file cannot be read because its log would have to be made beside it.
bool Database::needs_folder() {
  const int code =
      sqlite3_exec(handle_, "SELECT count(*) FROM sqlite_schema", nullptr, nullptr, nullptr);
  const int primary = code & 0xff;
  if (primary == SQLITE_BUSY)
    fail(code);
  return primary == SQLITE_CANTOPEN || primary == SQLITE_READONLY;
}

// In a folder that cannot be written there is no log to be shared with a writer: nobody writes.
void Database::open_reading() {
  if (needs_folder()) {
    const std::string reason = sqlite3_errmsg(handle_);
    if (file_bytes(log_of(name_)) > 0)
      throw InputError(
          fmt::format("cannot read {}: its newest points are in {}, which needs a writable folder "
                      "({}): copy both files into one",
                      path_, log_of(name_), reason));
    sqlite3_close_v2(std::exchange(handle_, nullptr));
    open(unchanging_uri(name_), SQLITE_OPEN_READONLY);
  }
  sqlite3_exec(handle_, "PRAGMA query_only = ON", nullptr, nullptr, nullptr);
}

Database::~Database() {
  sqlite3_close_v2(handle_);
}

Database::Database(Database&& other) noexcept
    : path_(std::move(other.path_)),
      name_(std::move(other.name_)),
      handle_(std::exchange(other.handle_, nullptr)),
      allowance_(std::move(other.allowance_)) {}

void Database::allow_file(const std::string& path) {
  allowance_->per_statement += kStepsPerByte * file_bytes(path);
}

void Database::begin_statement() {
  allowance_->left = allowance_->per_statement;
}

void Database::fail(int code) const {
  const std::string reason = sqlite3_errmsg(handle_);
  if (is_limit(handle_, code))
    throw ResourceError(
        fmt::format("database {}: {}: the system has no more memory or open files", path_, reason));
  switch (code & 0xff) {
    case SQLITE_NOTADB:
      throw InputError(fmt::format("{} is not an SQLite database", path_));
    case SQLITE_CORRUPT:
      throw InputError(fmt::format(
          "{} is damaged ({}): restore a copy, or delete it and start again", path_, reason));
    case SQLITE_INTERRUPT:
      throw InputError(
          fmt::format("{} is damaged, or was crafted to waste time: reading it takes more steps "
                      "than a file of its size can need",
                      path_));
    case SQLITE_BUSY:
      throw InputError(
          fmt::format("{} is locked: another program did not release it within {:g} seconds; end "
                      "that program, or wait for it",
                      path_, lock_patience().most_milliseconds / 1000.0));
    case SQLITE_IOERR:
      if (code == SQLITE_IOERR_READ || code == SQLITE_IOERR_SHORT_READ)
        throw InputError(fmt::format("cannot read the database {}: {}", path_, reason));
      [[fallthrough]];
    case SQLITE_FULL:
    case SQLITE_READONLY:
      throw OutputError(fmt::format("cannot write the database {}: {}", path_, reason));
    default:
      throw InputError(fmt::format("database {}: {}", path_, reason));
  }
}

void Database::run(const std::string& sql) {
  begin_statement();
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

bool Database::in_transaction() const {
  return sqlite3_get_autocommit(handle_) == 0;
}

bool Database::has_its_name() const {
  struct stat file {};
  return ::stat(name_.c_str(), &file) == 0 && file.st_dev == allowance_->device &&
         file.st_ino == allowance_->inode;
}

Statement::Statement(Database& database, std::string_view sql) : database_(&database) {
  database.begin_statement();  // to prepare the first one reads the schema
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

Statement& Statement::afresh() {
  bound_ = 0;
  return *this;
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

Statement& Statement::bind(const std::optional<double>& value) {
  if (value)
    return bind(*value);
  check(sqlite3_bind_null(handle_, ++bound_));
  return *this;
}

bool Statement::step() {
  if (sqlite3_stmt_busy(handle_) == 0)
    database_->begin_statement();
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

std::string Statement::name(int column) const {
  return sqlite3_column_name(handle_, column);
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

Transaction::Transaction(Database& database, Kind kind)
    : database_(database), within_(database.in_transaction()) {
  database_.run(within_ ? "SAVEPOINT part" : kind == Kind::Write ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  try {
    if (open_)
      database_.run(within_ ? "ROLLBACK TO part; RELEASE part" : "ROLLBACK");
  } catch (const Error&) {  // SQLite has undone it already, e.g. on a full disk
  }
}

void Transaction::commit() {
  database_.run(within_ ? "RELEASE part" : "COMMIT");
  open_ = false;
}

}  // namespace vta::explore
