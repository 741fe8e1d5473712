// A copy of the program in bin/ of a folder, as an installation has it, with all modules but one.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/process.h"

namespace vta {

class InstalledProgram : public ::testing::Test {
 protected:
  explicit InstalledProgram(std::string module) : module_(std::move(module)) {}

  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "bin");
    std::filesystem::create_directories(folder_ / "lib/vta");
    std::filesystem::copy_file(VTA_BINARY_DIR "/bin/vta", folder_ / "bin/vta");
    for (const auto& other : std::filesystem::directory_iterator(VTA_BINARY_DIR "/lib/vta"))
      if (other.path().filename() != module_)
        std::filesystem::copy_file(other, folder_ / "lib/vta" / other.path().filename());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // Puts a file where the module belongs; the module itself.
  void bring(const std::filesystem::path& file) const {
    std::filesystem::copy_file(file, folder_ / "lib/vta" / module_);
  }
  void bring() const { bring(std::filesystem::path(VTA_BINARY_DIR "/lib/vta") / module_); }
  void bring_no_library() const { write_text_file(folder_ / "lib/vta" / module_, "no library"); }

  // The exit code; what was printed is in said().
  int run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), (folder_ / "bin/vta").string());
    return run_process(arguments, log());
  }
  std::string said() const { return read_text_file(log()); }

 private:
  std::string log() const { return (folder_ / "log").string(); }

  std::string module_;
  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) /
                                  (module_ + "." + std::to_string(::getpid()) + "." +
                                   testing::UnitTest::GetInstance()->current_test_info()->name());
};

}  // namespace vta
