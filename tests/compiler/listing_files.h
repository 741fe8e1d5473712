// Reading listings in tests: fixtures of this project, and the published ones where they are.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/file.h"

namespace vta {

// The published listings are not part of the project: VTA_SHARED, or ../shared beside it.
inline std::filesystem::path golden_path(const std::string& name) {
  const char* shared = std::getenv("VTA_SHARED");
  const std::filesystem::path root = shared != nullptr
                                         ? std::filesystem::path(shared)
                                         : std::filesystem::path(VTA_SOURCE_DIR) / ".." / "shared";
  return root / "golden" / name;
}

inline std::string data_file(const std::string& name) {
  return read_text_file(std::string(VTA_SOURCE_DIR) + "/tests/data/" + name);
}

}  // namespace vta

// The text of a published listing in `variable`, or a visible skip.
#define VTA_GOLDEN_OR_SKIP(variable, name)                           \
  if (!std::filesystem::exists(::vta::golden_path(name)))            \
    GTEST_SKIP() << "published listing " << (name)                   \
                 << " is not here: set VTA_SHARED to its directory"; \
  const std::string variable = ::vta::read_text_file(::vta::golden_path(name).string())
