// Compiled files on disk: each is made once, by the first process that needs it, and kept.
#pragma once

#include <functional>
#include <string>

namespace vta {

struct KeptBuild {
  std::string key;   // its folder in section tsim of the cache (base/cache.h)
  std::string file;  // what is made in that folder
  std::string what;  // in messages: "the model of 1x16_i8w8a32_15_15_18_17"
  // Makes `file` in `folder`; a log that is to outlive a failure becomes `kept_log`.
  std::function<void(const std::string& folder, const std::string& kept_log)> make;
};

struct FoundBuild {
  std::string path;    // of the file
  bool built = false;  // by this call
};

inline constexpr const char* kBuildHash = "build.hash";  // beside it: hash_hex of the file

// Makes what is not there or is damaged; processes that want the same wait for the one that makes
// it. What an interrupted making left is removed. A cache that cannot be written serves what it
// has. UsageError if it cannot be made or kept, or if it is missing and the environment has
// VTA_TSIM_BUILD=0. InputError if others could have written it.
FoundBuild find_or_make(const KeptBuild& build);

}  // namespace vta
