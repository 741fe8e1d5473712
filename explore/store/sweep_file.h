// Recognizes SQLite files that are a sweep's database, and refuses others.
#pragma once

#include <string>

#include "explore/store/rows.h"
#include "explore/store/sqlite.h"

namespace vta::explore {

// "VTAs": SQLite's application_id of these files.
inline constexpr int64_t kSweepApplicationId = 0x56544173;

// Opens an existing file. InputError says whether it does not exist, is not an SQLite database,
// belongs to another program, has a newer version, has an older version that is read-only, has
// other tables than the schema's, or is damaged.
Database open_sweep_file(const std::string& path, Database::Mode mode,
                         const std::string& called = {});

// Whether a sweep may begin in it: no file, an empty one, or an SQLite database without contents.
// InputError if this cannot be determined.
bool is_new_sweep_file(const std::string& path);

// Opens it for writing; a new file is completed, with its header, before it gets its name. `called`
// is its name in errors.
Database create_sweep_file(const std::string& path, const SweepHeader& header,
                           const std::string& called = {});

SweepHeader read_header(Database& database);

// InputError if points cannot be added to a file of that version, or taken from it.
void require_current_schema(int64_t version, const std::string& path);

// InputError if another build made them; it names both builds. `doing`: "continue", "merge", "take
// points from".
void require_same_build(const SweepHeader& header, const SweepHeader& other,
                        const std::string& path, std::string_view doing);
// Also an InputError if they are not parts of one sweep; it names the first difference and both
// values.
void require_same_sweep(const SweepHeader& header, const SweepHeader& other,
                        const std::string& path, std::string_view doing);

}  // namespace vta::explore
