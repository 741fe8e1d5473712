// What every database of this program has in common: how it is told from others, and how it is
// written.
#pragma once

#include <string>
#include <string_view>

#include "explore/store/sqlite.h"

namespace vta::explore {

// InputError where the database has anything but what these statements make: tables of another
// form, views, triggers and indexes of others may do anything when they are read. `maker`: the
// command whose files have that schema.
void require_schema(Database& database, const std::string& sql, std::string_view maker);

// No such file, or one without a byte.
bool is_absent_or_empty(const std::string& path);
// Without tables and without an owner: a creation that was killed, or a disk that was full.
bool is_bare(Database& database);

// WAL: readers see whole transactions while one writes. With synchronous=NORMAL a commit survives
// the death of any process; only a loss of power can take back the last ones, and then whole.
void prepare_writing(Database& database);

}  // namespace vta::explore
