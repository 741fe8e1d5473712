// The statements that create a sweep's database, of any version.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "explore/record/quantity.h"
#include "sim/timing.h"

namespace vta::explore {

std::string sweep_schema_of(int64_t version);

// With a parameter for each of the columns.
std::string insert_sql(std::string_view table, std::string_view columns);

// Of a quantity, in files of that version.
std::string_view column_name(const Quantity& quantity, int64_t version);
// Of a kernel's quantity: whether it depends on the memory's latencies, and so on more than on what
// is computed and moved.
bool is_of_time(const Quantity& quantity);

// A configuration's text is kept as a form with %d in the places of so many numbers at most, and
// the numbers: "number_0, number_1, ...".
inline constexpr int kMostConfigNumbers = 40;
std::string number_columns();

// Whether the unit has the state (hw/rtl/core/README.md, "States of the units"): fetch waits for no
// token, the others for no slot, load only for a token of the next unit, store of the previous one.
bool has_state(TimedUnit unit, UnitState state);
// "fetch_busy, fetch_mem_queued, ...": of the states that units have, in the order of UnitCycles.
std::string states_columns();

}  // namespace vta::explore
