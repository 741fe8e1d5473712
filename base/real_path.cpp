#include "base/real_path.h"

#include <filesystem>

#include "base/error.h"

namespace vta {

namespace fs = std::filesystem;

// weakly_canonical() does not follow a link whose end is missing, and there a file will be made.
std::string real_path(const std::string& path) {
  constexpr int kMostLinks = 40;  // as the kernel
  std::error_code error;
  fs::path file = fs::absolute(path);
  for (int links = 0; fs::is_symlink(fs::symlink_status(file, error)); ++links) {
    if (links == kMostLinks)
      throw InputError(fmt::format("{}: more than {} symbolic links in a row", path, kMostLinks));
    file = file.parent_path() / fs::read_symlink(file, error);  // an absolute one replaces all
  }
  const fs::path whole = fs::weakly_canonical(file, error);
  return (error ? file.lexically_normal() : whole).string();
}

}  // namespace vta
