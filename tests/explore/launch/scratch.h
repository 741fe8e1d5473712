// Places for files of a test that no test running at the same time has.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

namespace vta {

// Nothing is there yet, and nothing is left when the process ends.
inline std::string scratch_path(const std::string& name) {
  struct Paths : std::vector<std::string> {
    ~Paths() {
      for (const std::string& path : *this)
        std::filesystem::remove_all(path);
    }
  };
  static Paths paths;
  paths.push_back(testing::TempDir() + "vta_launch_" + std::to_string(::getpid()) + "_" + name);
  std::filesystem::remove_all(paths.back());
  return paths.back();
}

}  // namespace vta
