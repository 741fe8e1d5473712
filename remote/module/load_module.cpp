#include <dlfcn.h>
#include <link.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"
#include "remote/module/remote_module.h"

namespace vta::remote {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "vta_remote.so";

// From the folder of the program or the library that asks: in a folder of a build, of an
// installation (bin, lib, lib/TRIPLET, a folder of Python's modules), and of a wheel.
constexpr std::array kPlaces = {"../lib/vta",    "vta",          "../vta",
                                "../../lib/vta", "../../../vta", "."};

constexpr const char* kRemedy =
    "scripts/setup.sh --remote && scripts/build.sh release all_of_remote";

// The file that this function is in.
fs::path own_file() {
  Dl_info info;
  link_map* map = nullptr;
  const auto* here = reinterpret_cast<const void*>(&own_file);
  if (::dladdr1(here, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 ||
      std::string_view(map->l_name).empty())
    return fs::read_symlink("/proc/self/exe");
  return fs::canonical(map->l_name);
}

fs::path module_file() {
  const fs::path folder = own_file().parent_path();
  for (const char* place : kPlaces) {
    std::error_code none;
    if (const fs::path file = folder / place / kFile; fs::is_regular_file(file, none))
      return fs::canonical(file);
  }
  throw UsageError(fmt::format(
      "devices of other machines, vta serve, vta tracker and vta devices need {}, which "
      "is not beside {}: it is made by {}, and comes with the package vta-remote",
      kFile, folder.string(), kRemedy));
}

const RemoteModule& loaded() {
  const std::string file = module_file().string();
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw UsageError(fmt::format("{} cannot be loaded: {}", file, ::dlerror()));
  using Entry = decltype(&vta_remote_module);
  const auto entry = reinterpret_cast<Entry>(::dlsym(library, "vta_remote_module"));
  const RemoteModule* module = entry == nullptr ? nullptr : entry(&scoped_interruption);
  if (module == nullptr || module->interface != interface_identity())
    throw UsageError(fmt::format("{} is of another build than {}: {} makes it anew", file,
                                 own_file().string(), kRemedy));
  return *module;
}

}  // namespace

const RemoteModule& remote_module() {
  static const RemoteModule& module = loaded();
  return module;
}

}  // namespace vta::remote
