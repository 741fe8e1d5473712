// One hash over the results of a sweep: equal for two databases exactly if their results are equal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vta::explore {

struct TableDigest {
  std::string table;
  int64_t rows = 0;
  std::string hash;
};

struct SweepDigest {
  std::string hash;                 // of all tables
  std::vector<TableDigest> tables;  // in the order of the schema
};

// Covers every table and column except effort and confirm_effort (when, where, how long), and of
// table meta schema_version, tool_version, spec_hash, objectives and space_points. Independent of
// the order in which rows were written, of SQLite's version and of the file's pages. InputError as
// SweepReader.
SweepDigest sweep_digest(const std::string& path);

}  // namespace vta::explore
