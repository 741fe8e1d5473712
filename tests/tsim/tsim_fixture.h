// Where models of tests are kept: one cache of the build tree, whatever the user's.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "config/vta_config.h"

namespace vta::test {

inline void use_test_cache() {
  ::setenv("VTA_CACHE_DIR", VTA_BINARY_DIR "/model_cache", 1);
  ::unsetenv("VTA_TSIM_ASSERT");
  ::unsetenv("VTA_TSIM_SYNTHESIS");
  ::unsetenv("VTA_RTL_DIR");
}
inline void use_stub_core() {
  use_test_cache();
  ::setenv("VTA_RTL_DIR", VTA_SOURCE_DIR "/tests/tsim/stub", 1);
}

// A folder of its own, removed at the end.
class TempDir {
 public:
  TempDir() {
    std::string pattern = (std::filesystem::temp_directory_path() / "vta_tsim_XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace vta::test
