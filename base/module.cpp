#include "base/module.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <array>
#include <filesystem>
#include <string>

#include "base/error.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

// From the folder of the program or the library that asks: in a folder of a build, of an
// installation (bin, lib, lib/TRIPLET, a folder of Python's modules), and of a wheel.
constexpr std::array kModulePlaces = {"../lib/vta",    "vta",          "../vta",
                                      "../../lib/vta", "../../../vta", "."};

// The file that this function is in.
fs::path asking_file() {
  Dl_info info;
  link_map* map = nullptr;
  const auto* here = reinterpret_cast<const void*>(&asking_file);
  if (::dladdr1(here, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 ||
      std::string_view(map->l_name).empty())
    return fs::read_symlink("/proc/self/exe");
  return fs::canonical(map->l_name);
}

fs::path module_path(const ModuleFile& file) {
  const fs::path folder = asking_file().parent_path();
  for (const char* place : kModulePlaces) {
    std::error_code none;
    if (const fs::path path = folder / place / file.name; fs::is_regular_file(path, none))
      return fs::canonical(path);
  }
  throw UsageError(
      fmt::format("{} {}, which is not beside {}: build it with {}, or install the package {}",
                  file.users, file.name, folder.string(), file.remedy, file.package));
}

}  // namespace

const Module& load_module(const ModuleFile& file) {
  const std::string path = module_path(file).string();
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw UsageError(fmt::format("{} cannot be loaded: {}", path, ::dlerror()));
  const auto entry = reinterpret_cast<ModuleEntry>(::dlsym(library, file.entry));
  const Module* module = entry == nullptr ? nullptr : entry(&scoped_interruption);
  if (module == nullptr || module->interface != module_interface())
    throw UsageError(fmt::format("{} and {} are from different builds: rebuild with {}", path,
                                 asking_file().string(), file.remedy));
  return *module;
}

}  // namespace vta
