// Versions of the schema of a sweep's database, and the columns that each added.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace vta::explore {

inline constexpr int64_t kSweepSchemaVersion = 8;  // the version that is written
// The oldest version that is read. Version 1 has no acc_load_nbytes_vta, which reads as 0, and
// neither the network's MACs nor names of ONNX nodes, which read as unknown; 1 and 2 know neither
// GEMM_PIPELINE nor PRODUCTS_PER_MULTIPLIER nor ACC_OVERLAP, nor path_ps, which reads as 0; 1 to 3
// have no least cycles and useful MACs, which read as 0; 1 to 4 have no accuracy, and only the
// network's quantization; 1 to 5 have quantities by their former names (Quantity::old_column), and
// no sums of least compute and memory of a point.
inline constexpr int64_t kOldestSweepSchemaVersion = 1;
// The oldest version that says the same as the present one, in tables of another form: such a file
// is merged, and gets the present form when it is continued (upgrade.h).
inline constexpr int64_t kOldestContinuedVersion = 6;

// A column of `point`, `layer` or both (no table) that is in files of version `since` and later.
// Columns of the configuration's keys are in config_columns.h.
struct LaterColumn {
  int64_t since;
  std::string_view name, type;
  std::string_view instead;  // the value that is read if a file has no such column
  std::string_view table = {};
  bool is_in(std::string_view of) const { return table.empty() || table == of; }
};
inline constexpr auto kLaterColumns =
    std::to_array<LaterColumn>({{2, "acc_load_nbytes_vta", "INTEGER NOT NULL", "0"},
                                {2, "network_macs", "INTEGER NOT NULL", "0"},
                                {2, "host_operators", "TEXT NOT NULL", "'[]'"},
                                {2, "onnx_nodes", "TEXT NOT NULL", "'[]'"},
                                {3, "path_ps", "INTEGER NOT NULL", "0"},
                                {4, "least_cycles", "INTEGER NOT NULL", "0"},
                                {4, "least_compute", "INTEGER NOT NULL", "0", "layer"},
                                {4, "least_memory", "INTEGER NOT NULL", "0", "layer"},
                                {4, "useful_macs", "INTEGER NOT NULL", "0"},
                                {5, "chosen_quantization", "TEXT NOT NULL", "''"},
                                {5, "values_key", "TEXT NOT NULL", "''"},
                                {5, "samples", "INTEGER NOT NULL", "0"},
                                {5, "float_top1", "REAL", "NULL"},
                                {5, "top1", "REAL", "NULL"},
                                {5, "float_top5", "REAL", "NULL"},
                                {5, "top5", "REAL", "NULL"},
                                {5, "agreement", "REAL", "NULL"},
                                {5, "sqnr_db", "REAL", "NULL"},
                                {6, "least_compute", "INTEGER NOT NULL", "0", "point"},
                                {6, "least_memory", "INTEGER NOT NULL", "0", "point"}});

}  // namespace vta::explore
