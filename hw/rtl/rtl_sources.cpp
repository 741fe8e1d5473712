#include "hw/rtl/rtl_sources.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "hw/isa/sv_package.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

constexpr const char* kList = "files.f";

// A package and the files of a list beside it.
RtlSources sources_of(std::string package, const fs::path& folder) {
  RtlSources out;
  out.package = std::move(package);
  std::string all = out.package;
  std::istringstream list(read_text_file((folder / kList).string()));
  for (std::string line; std::getline(list, line);) {
    if (line.empty() || line.starts_with("//"))
      continue;
    out.files.push_back((folder / line).string());
    all += fmt::format("\n// {}\n{}", line, read_text_file(out.files.back()));
  }
  out.hash = hash_hex(all);
  return out;
}

// PREFIX/share/vta/rtl of the file that holds this code: PREFIX is the folder around the nearest
// bin, lib or python above it, so that it is found for a program, for libvta.so and for the module
// of Python, installed, moved or in a build tree.
fs::path beside_this_code() {
  static const char anchor = 0;
  Dl_info info{};
  if (::dladdr(&anchor, &info) == 0 || info.dli_fname == nullptr)
    return {};
  std::error_code error;
  fs::path file = fs::read_symlink("/proc/self/exe", error);
  // A program may have been called by a name that is no path; what it loaded has one.
  const fs::path loaded = fs::canonical(info.dli_fname, error);
  if (!error && loaded.string().find(".so") != std::string::npos)
    file = loaded;
  for (fs::path at = file.parent_path(); at.has_relative_path(); at = at.parent_path()) {
    const fs::path name = at.filename();
    if (name == "bin" || name == "lib" || name == "lib64" || name == "python")
      return at.parent_path() / "share" / "vta" / "rtl";
  }
  return {};
}

}  // namespace

std::string rtl_directory() {
  std::vector<fs::path> places;
  if (const char* given = std::getenv("VTA_RTL_DIR"); given != nullptr && *given != '\0') {
    places.emplace_back(given);
  } else {
    if (const fs::path beside = beside_this_code(); !beside.empty())
      places.push_back(beside);
    if (*VTA_BUILT_RTL_DIR != '\0')
      places.emplace_back(VTA_BUILT_RTL_DIR);
  }
  for (const fs::path& place : places) {
    if (fs::exists(place / kList))
      return place.string();
  }
  std::string looked;
  for (const fs::path& place : places)
    looked += fmt::format("\n  {}", (place / kList).string());
  throw InputError(fmt::format(
      "the RTL's sources are missing (VTA_RTL_DIR names their folder); searched:{}", looked));
}

RtlSources rtl_sources(const VtaConfig& config) {
  return sources_of(sv_package(config), rtl_directory());
}

RtlSources shell_sources(const VtaConfig& config) {
  return sources_of(sv_shell_package(config), fs::path(rtl_directory()) / "axi");
}

}  // namespace vta
