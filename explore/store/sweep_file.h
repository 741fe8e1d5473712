// What makes an SQLite file a sweep's database, and what is refused.
#pragma once

#include <string>

#include "explore/store/rows.h"
#include "explore/store/sqlite.h"

namespace vta::explore {

// "VTAs": SQLite's application_id of these files.
inline constexpr int64_t kSweepApplicationId = 0x56544173;

// The statements that make such a file, as that version of the schema had them.
std::string sweep_schema_of(int64_t version);

// Opens a file that exists. InputError says whether there is none, it is no SQLite database,
// another program's, of a newer version, of an older one that is read only, of other tables than
// the schema's, or damaged.
Database open_sweep_file(const std::string& path, Database::Mode mode,
                         const std::string& called = {});

// Whether a sweep may begin in it: there is none, an empty one, or an SQLite database without
// anything in it. InputError where it cannot be known.
bool is_new_sweep_file(const std::string& path);

// Opens it for writing; what is new is made whole, with the header, before it has its name. Errors
// call it `called`.
Database create_sweep_file(const std::string& path, const SweepHeader& header,
                           const std::string& called = {});

SweepHeader read_header(Database& database);

// InputError where points cannot be added to a file of that version, or taken out of it.
void require_current_schema(int64_t version, const std::string& path);

// InputError where another program made them: names both. `doing`: "continue", "merge", "take
// points from".
void require_same_build(const SweepHeader& header, const SweepHeader& other,
                        const std::string& path, std::string_view doing);
// And where they are not parts of one sweep: names the first difference and both values.
void require_same_sweep(const SweepHeader& header, const SweepHeader& other,
                        const std::string& path, std::string_view doing);

}  // namespace vta::explore
