// A folder of this process, gone with the test.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/file.h"

namespace vta {

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::path(::testing::TempDir()) /
              fmt::format("vta_evaluation_{}_{}", ::getpid(),
                          ::testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  std::string path(const std::string& name = "") const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    write_text_file(path(name), text);
    return path(name);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace vta
