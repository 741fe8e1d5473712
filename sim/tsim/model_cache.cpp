#include "sim/tsim/model_cache.h"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "base/error.h"
#include "base/process.h"
#include "sim/tsim/model_build.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

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
  fs::remove_all(entry);  // its library was missing
  fs::rename(part, entry);
  spdlog::info("tsim: built in {:.1f} s",
               std::chrono::duration<double>(Clock::now() - start).count());
}

}  // namespace

CachedModel find_or_build_model(const ModelRecipe& recipe) {
  const fs::path cache = fs::absolute(cache_directory()) / "tsim";
  const fs::path entry = cache / recipe.key;
  const fs::path library = entry / kModelLibrary;
  if (fs::is_regular_file(library))
    return {library.string(), false};
  try {
    fs::create_directories(cache);
    if (!partial_builds(cache, recipe.key).empty())
      spdlog::info("tsim: another process builds the model of {}, waiting", recipe.config_name);
    const FileLock lock((cache / (recipe.key + ".lock")).string());
    const bool there = fs::is_regular_file(library);
    if (!there)
      build(recipe, cache, entry);
    return {library.string(), !there};
  } catch (const fs::filesystem_error& e) {
    throw UsageError(fmt::format("cannot keep a tsim model: {}", e.what()));
  }
}

}  // namespace vta
