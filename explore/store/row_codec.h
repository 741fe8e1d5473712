// Rows to columns and back. The texts of the columns are those that SQL sees: lists and states are
// JSON.
#pragma once

#include <string>
#include <string_view>

#include "explore/record/quantity.h"
#include "explore/store/rows.h"
#include "explore/store/sqlite.h"

namespace vta::explore {

// Of a quantity, in files of that version.
std::string_view column_name(const Quantity& quantity, int64_t schema_version);

// INSERT statements, and the SELECTs that read_* understand, of files of that version.
std::string_view insert_point_sql();
std::string_view insert_layer_sql();
std::string select_points_sql(int64_t schema_version);  // " ORDER BY idx" or " WHERE ..." follows
std::string select_layers_sql(int64_t schema_version);  // by idx = ?1, in order

void bind_point(Statement& statement, const PointRow& row);
void bind_layer(Statement& statement, int64_t idx, int64_t ordinal, const LayerResult& layer);

inline constexpr int64_t kMostLayers = 8192;  // of a point

// InputError, with `origin` in front, where a text or number is none that bind_* writes.
PointRow read_point(const Statement& statement, std::string_view origin);
LayerResult read_layer(const Statement& statement, std::string_view origin);

// [[8 cycles], ...] of the four units, in the order of sim/timing.h.
std::string states_text(const UnitCycles& units);
UnitCycles parse_states(std::string_view text, std::string_view origin);

// What is simulated, in one text: equal for equal points only.
std::string point_key(const PointSpec& spec);

// timing.outside of a result: what the whole has beyond its layers.
KernelTiming outside_of(const PointResult& result);

}  // namespace vta::explore
