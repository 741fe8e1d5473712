// The cache: files that are made once and kept between runs, and the check of their ownership.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vta {

// $VTA_CACHE_DIR, else $XDG_CACHE_HOME/vta, else $HOME/.cache/vta. Made (with mode 0700) when it is
// not there. InputError names the path when it cannot be, or is not private.
std::string cache_directory();
// A folder below it; likewise.
std::string cache_directory(const std::string& section);

// Cached files are executed or trusted. InputError unless `path` is a file or folder (no link) that
// belongs to the user or to root and that only its owner may write.
void require_private(const std::string& path);

// One entry: a file or folder CACHE/section/name, and the remains of its creation.
struct CacheEntry {
  std::string section, name;
  std::string about;  // its purpose: "configuration" in its key.txt
  int64_t bytes = 0;
  std::chrono::system_clock::time_point last_used;
  bool complete = true;  // false: left by an interrupted creation
};

// Of all sections, the most recently used first. Entries that other processes remove meanwhile are
// left out.
std::vector<CacheEntry> cache_entries();

// Records the use of an entry, if the cache can be written.
void mark_used(const std::string& path);

// The lock under which the entry `name` of a section is made or removed.
std::string cache_lock(const std::string& section, const std::string& name);

struct CacheCleaning {
  int64_t removed = 0, bytes = 0;
  int64_t busy = 0;  // kept because a process is making them
};

// Removes entries that were last used before `before` (none given: all). Programs that have an
// entry open go on with it.
CacheCleaning clean_cache(std::optional<std::chrono::system_clock::time_point> before);

}  // namespace vta
