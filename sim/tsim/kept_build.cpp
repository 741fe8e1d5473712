#include "sim/tsim/kept_build.h"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

#include "base/cache.h"
#include "base/elapsed.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/process.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSection = "tsim";

enum class Kept { Nothing, Damaged, Whole };

// What is loaded runs in this process: it is believed only where nobody else can have written it.
// The hash finds damage (a full disk, a broken copy), not malice.
Kept look_at(const fs::path& entry, const std::string& name) {
  const fs::path file = entry / name, hash = entry / kBuildHash;
  if (!fs::exists(fs::symlink_status(file)))
    return Kept::Nothing;
  require_private(entry.string());
  require_private(file.string());
  if (!fs::exists(fs::symlink_status(hash)))
    return Kept::Damaged;
  require_private(hash.string());
  return read_text_file(hash.string()) == hash_hex(read_text_file(file.string())) ? Kept::Whole
                                                                                  : Kept::Damaged;
}

// Whatever the umask: for the owner alone to write.
void seal(const fs::path& entry, const std::string& name) {
  const fs::path file = entry / name, hash = entry / kBuildHash;
  write_text_file(hash.string(), hash_hex(read_text_file(file.string())));
  for (const fs::path& path : {entry, file, hash})
    fs::permissions(path, fs::perms::group_write | fs::perms::others_write,
                    fs::perm_options::remove);
}

std::vector<fs::path> partial_builds(const fs::path& cache, const std::string& key) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(cache))
    if (entry.path().filename().string().starts_with(key + ".part."))
      found.push_back(entry.path());
  return found;
}

// Under the lock: whatever is partial was left by a process that is no more.
void make(const KeptBuild& build, const fs::path& cache, const fs::path& entry) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  spdlog::info("tsim: building {} once, which may take a minute: {}", build.what, entry.string());
  for (const fs::path& old : partial_builds(cache, build.key))
    fs::remove_all(old);
  const fs::path part = cache / fmt::format("{}.part.{}", build.key, ::getpid());
  try {
    build.make(part.string(), (cache / (build.key + ".log")).string());
    seal(part, build.file);
  } catch (...) {
    fs::remove_all(part);
    throw;
  }
  fs::remove_all(entry);  // its file was missing or damaged
  fs::rename(part, entry);
  spdlog::info("tsim: built {} in {:.1f} s", build.what, seconds_since(start));
}

void require_building(const KeptBuild& build) {
  const char* variable = std::getenv("VTA_TSIM_BUILD");
  if (variable != nullptr && std::string_view(variable) == "0")
    throw UsageError(
        fmt::format("tsim: {} has not been built, and VTA_TSIM_BUILD=0 forbids building it: run "
                    "the configuration once without it",
                    build.what));
}

// Under the lock of the entry; false where another process has made it meanwhile.
bool make_if_missing(const KeptBuild& build, const fs::path& cache, const fs::path& entry) {
  const Kept kept = look_at(entry, build.file);
  if (kept == Kept::Whole)
    return false;
  if (kept == Kept::Damaged)
    spdlog::warn("tsim: {} is damaged (it has another hash than when it was built)",
                 entry.string());
  make(build, cache, entry);
  return true;
}

}  // namespace

FoundBuild find_or_make(const KeptBuild& build) {
  const fs::path cache = cache_directory(kSection);
  const fs::path entry = cache / build.key;
  try {
    bool built = false;
    if (look_at(entry, build.file) != Kept::Whole) {
      require_building(build);
      if (!partial_builds(cache, build.key).empty())
        spdlog::info("tsim: another process builds {}, waiting", build.what);
      const FileLock lock(cache_lock(kSection, build.key));
      built = make_if_missing(build, cache, entry);
    }
    mark_used(entry.string());
    return {(entry / build.file).string(), built};
  } catch (const fs::filesystem_error& e) {
    throw UsageError(fmt::format("cannot keep {}: {}", build.what, e.what()));
  }
}

}  // namespace vta
