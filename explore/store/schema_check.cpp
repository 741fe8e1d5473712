#include "explore/store/schema_check.h"

#include <filesystem>
#include <map>

#include "base/error.h"
#include "base/file.h"

namespace vta::explore {
namespace {

// What SQLite says of a schema, by name; without the spaces, which ALTER TABLE changes.
std::map<std::string, std::string> schema_of(Database& database) {
  std::map<std::string, std::string> found;
  Statement rows = database.prepare("SELECT type, name, sql FROM sqlite_schema");
  while (rows.step()) {
    std::string sql = rows.text(2);
    std::erase_if(sql, [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; });
    found[rows.text(0) + " " + rows.text(1)] = sql;
  }
  return found;
}

}  // namespace

void require_schema(Database& database, const std::string& sql, std::string_view maker) {
  Database expected("the schema", Database::Mode::Memory);
  expected.run(sql);
  const auto refuse = [&](const std::string& what) {
    throw InputError(
        fmt::format("{} was not made by {}: {}; read it with sqlite3, or remove that from a copy",
                    database.path(), maker, what));
  };
  const auto ours = schema_of(expected), theirs = schema_of(database);
  for (const auto& [name, form] : theirs) {
    const auto found = ours.find(name);
    if (found == ours.end())
      refuse(fmt::format("it has the {}", name));
    if (found->second != form)
      refuse(fmt::format("its {} has another form", name));
  }
  for (const auto& [name, form] : ours)
    if (!theirs.contains(name))
      refuse(fmt::format("it has no {}", name));
}

bool is_absent_or_empty(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  return !file_exists(path) ||
         (fs::is_regular_file(path, error) && fs::file_size(path, error) == 0);
}

bool is_bare(Database& database) {
  return database.integer("PRAGMA application_id") == 0 &&
         database.integer("SELECT count(*) FROM sqlite_schema") == 0;
}

void prepare_writing(Database& database) {
  database.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON");
}

}  // namespace vta::explore
