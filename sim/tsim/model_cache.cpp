#include "sim/tsim/model_cache.h"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "base/cache.h"
#include "base/elapsed.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/process.h"
#include "sim/tsim/model_build.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSection = "tsim";

enum class Kept { Nothing, Damaged, Whole };

// What is loaded runs in this process: it is believed only where nobody else can have written it.
// The hash finds damage (a full disk, a broken copy), not malice.
Kept look_at(const fs::path& entry) {
  const fs::path library = entry / kModelLibrary, hash = entry / kModelHash;
  if (!fs::exists(fs::symlink_status(library)))
    return Kept::Nothing;
  require_private(entry.string());
  require_private(library.string());
  if (!fs::exists(fs::symlink_status(hash)))
    return Kept::Damaged;
  require_private(hash.string());
  return read_text_file(hash.string()) == hash_hex(read_text_file(library.string()))
             ? Kept::Whole
             : Kept::Damaged;
}

std::vector<fs::path> partial_builds(const fs::path& cache, const std::string& key) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(cache))
    if (entry.path().filename().string().starts_with(key + ".part."))
      found.push_back(entry.path());
  return found;
}

// Under the lock: whatever is partial was left by a process that is no more.
void build(const ModelRecipe& recipe, const fs::path& cache, const fs::path& entry) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  spdlog::info("tsim: building the model of {} once, which may take a minute: {}",
               recipe.config_name, entry.string());
  for (const fs::path& old : partial_builds(cache, recipe.key))
    fs::remove_all(old);
  const fs::path part = cache / fmt::format("{}.part.{}", recipe.key, ::getpid());
  try {
    build_model(recipe, part.string(), (cache / (recipe.key + ".log")).string());
  } catch (...) {
    fs::remove_all(part);
    throw;
  }
  fs::remove_all(entry);  // its library was missing or damaged
  fs::rename(part, entry);
  spdlog::info("tsim: built in {:.1f} s", seconds_since(start));
}

// Under the lock of the entry; false where another process has built it meanwhile.
bool build_if_missing(const ModelRecipe& recipe, const fs::path& cache, const fs::path& entry) {
  const Kept kept = look_at(entry);
  if (kept == Kept::Whole)
    return false;
  if (kept == Kept::Damaged)
    spdlog::warn("tsim: {} is damaged (it has another hash than when it was built)",
                 entry.string());
  build(recipe, cache, entry);
  return true;
}

}  // namespace

CachedModel find_or_build_model(const ModelRecipe& recipe) {
  const fs::path cache = cache_directory(kSection);
  const fs::path entry = cache / recipe.key;
  const fs::path library = entry / kModelLibrary;
  try {
    bool built = false;
    if (look_at(entry) != Kept::Whole) {
      if (!partial_builds(cache, recipe.key).empty())
        spdlog::info("tsim: another process builds the model of {}, waiting", recipe.config_name);
      const FileLock lock(cache_lock(kSection, recipe.key));
      built = build_if_missing(recipe, cache, entry);
    }
    mark_used(entry.string());
    return {library.string(), built};
  } catch (const fs::filesystem_error& e) {
    throw UsageError(fmt::format("cannot keep a tsim model: {}", e.what()));
  }
}

}  // namespace vta
