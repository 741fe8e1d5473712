// A file of an older schema that says the same gets the tables of the present one.
#pragma once

#include <cstdint>

#include "explore/store/sqlite.h"

namespace vta::explore {

// In one transaction. `version`: from kOldestContinuedVersion on. InputError for a row that no
// writer puts.
void upgrade_sweep(Database& database, int64_t version);

}  // namespace vta::explore
