// Common parts of every database of this program: how it is recognized and how it is written.
#pragma once

#include <string>
#include <string_view>

#include "explore/store/sqlite.h"

namespace vta::explore {

// InputError if the database has anything except the results of these statements: foreign tables,
// views, triggers and indexes may have any effect when they are read. `maker`: the command whose
// files have that schema.
void require_schema(Database& database, const std::string& sql, std::string_view maker);

// No such file, or an empty one.
bool is_absent_or_empty(const std::string& path);
// Without tables and without an owner: its creation was interrupted, or the disk was full.
bool is_bare(Database& database);

// WAL: readers see whole transactions while a writer is active. With synchronous=NORMAL a commit
// survives the end of any process; only a loss of power can undo the last commits, each as a whole.
void prepare_writing(Database& database);

}  // namespace vta::explore
