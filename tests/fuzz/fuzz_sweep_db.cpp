// The database of a sweep from somebody else, read by all that reads one: points, layers, digest,
// Pareto front, report.
//
// An input is a whole file where it begins as SQLite's do. Else it is changes of a small database
// that is made here, so that they reach beyond the check of the file's structure:
//   'B' then (offset, 3 bytes; value, 1 byte) ...                  bytes of the file
//   'V' then (table, column, row, kind, length, value ...) ...     values, one byte each but the
//   value
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/file.h"
#include "explore/report/document.h"
#include "explore/report/sweep_document.h"
#include "explore/store/digest.h"
#include "explore/store/reader.h"
#include "explore/sweep/session.h"
#include "tests/explore/store/synthetic_sweep.h"

namespace {

using namespace vta::explore;
namespace fs = std::filesystem;

// In memory where there is such a folder: nothing is kept.
std::string scratch(const std::string& name) {
  const fs::path folder = fs::is_directory("/dev/shm") ? "/dev/shm" : fs::temp_directory_path();
  return (folder / ("vta_fuzz_" + std::to_string(::getpid()) + name)).string();
}

// Without what a writer that was killed leaves beside it.
void remove_database(const std::string& path) {
  for (const char* more : {"", "-wal", "-shm", "-lock", "-journal"})
    fs::remove(path + more);
}

const std::string& small_database() {
  static const std::string bytes = [] {
    const std::string path = scratch("_base.db");
    remove_database(path);
    write_synthetic_sweep(path, 3, 2);
    std::string made = vta::read_text_file(path);
    remove_database(path);
    return made;
  }();
  return bytes;
}

std::string with_bytes(std::string_view changes) {
  std::string bytes = small_database();
  for (; changes.size() >= 4; changes.remove_prefix(4)) {
    const auto at = [&](size_t k) { return static_cast<size_t>(static_cast<uint8_t>(changes[k])); };
    bytes[(at(0) | at(1) << 8 | at(2) << 16) % bytes.size()] = changes[3];
  }
  return bytes;
}

struct Table {
  const char* name;
  const char* key;
};
constexpr std::array<Table, 12> kTables = {{{"meta", "key"},
                                            {"network", "name"},
                                            {"excluded", "idx"},
                                            {"point_data", "idx"},
                                            {"layer_data", "ordinal"},
                                            {"failure", "idx"},
                                            {"confirmation", "idx"},
                                            {"effort", "idx"},
                                            {"confirm_effort", "idx"},
                                            {"shared_text", "id"},
                                            {"config", "id"},
                                            {"work", "id"}}};

std::string column_name(sqlite3* database, const Table& table, int column) {
  sqlite3_stmt* select = nullptr;
  const std::string sql = std::string("SELECT * FROM ") + table.name;
  sqlite3_prepare_v2(database, sql.c_str(), -1, &select, nullptr);
  const int columns = sqlite3_column_count(select);
  const std::string name = sqlite3_column_name(select, column % columns);
  sqlite3_finalize(select);
  return name;
}

// What SQLite itself refuses (a text for a number) stays as it was.
void change_value(sqlite3* database, std::string_view head, std::string_view value) {
  const auto at = [&](size_t k) { return static_cast<uint8_t>(head[k]); };
  const Table& table = kTables[at(0) % kTables.size()];
  const std::string key = table.key, name = table.name;
  const std::string sql = "UPDATE " + name + " SET " + column_name(database, table, at(1)) +
                          " = ?1 WHERE " + key + " = (SELECT " + key + " FROM " + name +
                          " LIMIT 1 OFFSET " + std::to_string(at(2) % 4) + ")";
  sqlite3_stmt* update = nullptr;
  sqlite3_prepare_v2(database, sql.c_str(), -1, &update, nullptr);
  int64_t integer = 0;
  std::memcpy(&integer, value.data(), std::min(value.size(), sizeof integer));
  double real = 0;
  std::memcpy(&real, &integer, sizeof real);
  if (at(3) % 3 == 0)
    sqlite3_bind_int64(update, 1, integer);
  else if (at(3) % 3 == 1)
    sqlite3_bind_double(update, 1, real);
  else
    sqlite3_bind_text(update, 1, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT);
  sqlite3_step(update);
  sqlite3_finalize(update);
}

void change_values(const std::string& path, std::string_view changes) {
  sqlite3* database = nullptr;
  sqlite3_open(path.c_str(), &database);
  constexpr size_t kHead = 5;
  while (changes.size() > kHead) {
    const size_t length =
        std::min(static_cast<size_t>(static_cast<uint8_t>(changes[4])), changes.size() - kHead);
    change_value(database, changes, changes.substr(kHead, length));
    changes.remove_prefix(kHead + length);
  }
  sqlite3_close(database);
}

void read_everything(const std::string& path) {
  SweepReader reader(path);
  reader.networks();
  reader.excluded();
  reader.failures();
  reader.confirmations();
  reader.efforts();
  reader.confirm_efforts();
  for (const PointRow& point : reader.points())
    reader.layers(point.idx);
  sweep_digest(path);
  summarize(path);
  sweep_document(reader, path, {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string path = scratch(".db");
  remove_database(path);
  if (input.starts_with("SQLite format 3"))
    vta::write_text_file(path, input);
  else
    vta::write_text_file(path, with_bytes(input.starts_with('B') ? input.substr(1) : ""));
  if (input.starts_with('V'))
    change_values(path, input.substr(1));
  try {
    read_everything(path);
  } catch (const vta::Error&) {  // refused: a good end
  }
  remove_database(path);
  return 0;
}
