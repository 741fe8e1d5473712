#include "sim/tsim/model_library.h"

#include <dlfcn.h>

#include <filesystem>
#include <map>
#include <mutex>

#include "base/error.h"
#include "sim/tsim/model_cache.h"

namespace vta {

ModelLibrary::ModelLibrary(const std::string& path)
    : handle_(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr)
    throw UsageError(
        fmt::format("cannot load the tsim model '{}': {}; remove its folder to build it again",
                    path, ::dlerror()));
  using Entry = const tsim::Api* (*)();
  const auto entry = reinterpret_cast<Entry>(::dlsym(handle_, tsim::kApiSymbol));
  if (entry != nullptr)
    api_ = entry();
  if (api_ == nullptr || api_->version != tsim::kAbiVersion) {
    ::dlclose(handle_);
    throw UsageError(fmt::format("'{}' is no tsim model of this version", path));
  }
}

ModelLibrary::~ModelLibrary() {
  ::dlclose(handle_);
}

namespace {

// Another process may clean the cache between finding a library and loading it.
std::shared_ptr<ModelLibrary> load_kept(const ModelRecipe& recipe) {
  const std::string path = find_or_build_model(recipe).library;
  try {
    return std::make_shared<ModelLibrary>(path);
  } catch (const UsageError&) {
    if (std::filesystem::exists(path))
      throw;
    return std::make_shared<ModelLibrary>(find_or_build_model(recipe).library);
  }
}

}  // namespace

std::shared_ptr<ModelLibrary> shared_model(const ModelRecipe& recipe) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<ModelLibrary>> loaded;
  const std::lock_guard lock(mutex);
  std::weak_ptr<ModelLibrary>& known = loaded[recipe.key];
  auto library = known.lock();
  if (library == nullptr) {
    library = load_kept(recipe);
    known = library;
  }
  return library;
}

}  // namespace vta
