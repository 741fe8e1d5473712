#include "sim/tsim/model_library.h"

#include <dlfcn.h>

#include "base/error.h"

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

}  // namespace vta
