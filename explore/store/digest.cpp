#include "explore/store/digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "explore/store/sqlite.h"
#include "explore/store/sweep_file.h"

namespace vta::explore {
namespace {

struct DigestedTable {
  std::string_view name, columns, order, where;
};

// Since this version columns have other names, and those that it lacks follow from others: digests
// are of its form, so that they stay those of the same sweep before.
constexpr int64_t kForm = 5;

constexpr auto kTables = std::to_array<DigestedTable>({
    {"meta",
     "key, iif(key = 'schema_version', CAST(min(CAST(value AS INTEGER), {}) AS TEXT), value)",
     "key",
     "WHERE key IN ('schema_version', 'tool_version', 'spec_hash', 'objectives', 'space_points')"},
    {"network", "name, hash, quantization, accuracy", "name", ""},
    {"excluded", "*", "idx", ""},
    {"point", "*", "idx", ""},
    {"layer", "*", "idx, ordinal", ""},
    {"failure", "*", "idx", ""},
    {"confirmation", "*", "idx", ""},
});

// What files of before there was accuracy have.
std::string columns_in(const DigestedTable& table, int64_t schema_version) {
  if (table.name == "network" && schema_version < 5)
    return "name, hash, quantization";
  return fmt::format(fmt::runtime(table.columns), kForm);
}

bool is_digested(const DigestedTable& table, std::string_view column) {
  return std::ranges::none_of(kLaterColumns, [&](const LaterColumn& later) {
    return later.since > kForm && later.is_in(table.name) && later.name == column;
  });
}

// Chained: the hash of a row takes in the hash of all rows before it.
TableDigest digest_table(Database& database, const DigestedTable& table, int64_t schema_version) {
  TableDigest digest{.table = std::string(table.name), .rows = 0, .hash = hash_hex(table.name)};
  Statement rows = database.prepare(fmt::format("SELECT {} FROM {} {} ORDER BY {}",
                                                columns_in(table, schema_version), table.name,
                                                table.where, table.order));
  while (rows.step()) {
    std::string text = digest.hash;
    for (int column = 0; column < rows.columns(); ++column)
      if (is_digested(table, rows.name(column)))
        text.append("|").append(rows.exact(column));
    digest.hash = hash_hex(text);
    ++digest.rows;
  }
  return digest;
}

}  // namespace

SweepDigest sweep_digest(const std::string& path) {
  Database database = open_sweep_file(path, Database::Mode::Read);
  const Transaction snapshot(database, Transaction::Kind::Read);
  const int64_t version = read_header(database).schema_version;
  SweepDigest digest;
  std::string all;
  for (const DigestedTable& table : kTables) {
    digest.tables.push_back(digest_table(database, table, version));
    all += digest.tables.back().table + digest.tables.back().hash;
  }
  digest.hash = hash_hex(all);
  return digest;
}

}  // namespace vta::explore
