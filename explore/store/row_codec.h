// Rows to columns and back. What is read are the columns that SQL users see: lists and states are
// JSON. What is written are the tables below them.
#pragma once

#include <string>
#include <string_view>

#include "explore/store/rows.h"
#include "explore/store/shared_rows.h"
#include "explore/store/sqlite.h"

namespace vta::explore {

// INSERT statements, and the SELECTs that read_* understand, of files of that version.
std::string_view insert_point_sql();
std::string_view insert_layer_sql();
std::string select_points_sql(int64_t schema_version);  // " ORDER BY idx" or " WHERE ..." follows
std::string select_layers_sql(int64_t schema_version);  // by idx = ?1, in order

// " WHERE ..." of the point that is simulated so; and its parameters.
std::string_view where_same_point();
void bind_same_point(Statement& statement, const PointSpec& spec);

// What rows share is put into `shared`. InputError for cycles in a state that a unit has not.
void bind_point(Statement& statement, const PointRow& row, SharedRows& shared);
void bind_layer(Statement& statement, int64_t idx, int64_t ordinal, const LayerResult& layer,
                SharedRows& shared);

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
