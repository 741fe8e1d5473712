// A folder of its own for each test, in each process: several builds may be tested at once; and
// specifications in it: a small trained network, so that a point takes milliseconds.
#pragma once

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/error.h"
#include "base/file.h"

namespace vta::explore {

class SweepTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // `more` are further members of the specification.
  std::string spec(const std::string& name, const std::string& axes,
                   const std::string& more = "") const {
    write_text_file(
        path(name),
        fmt::format(
            R"({{"networks": [{{"name": "digits", "model": "{}/tests/data/digits_resnet8.onnx"}}],
  "axes": {{{}}}{}{}}})",
            VTA_SOURCE_DIR, axes, more.empty() ? "" : ", ", more));
    return path(name);
  }
  // 6 points, 4 of them legal.
  std::string small_spec() const {
    return spec("small.json", R"("LOG_BLOCK": [3, 4, 5], "LOG_BUS_WIDTH": [6, 8])");
  }

  // The points of small_spec() for two networks: the second is the file `second`.
  std::string two_networks(const std::string& second, const std::string& more = "") const {
    write_text_file(
        path("two.json"),
        fmt::format(
            R"({{"networks": [{{"name": "digits", "model": "{}/tests/data/digits_resnet8.onnx"}},
                              {{"name": "other", "model": "{}"}}],
  "axes": {{"LOG_BLOCK": [3, 4, 5], "LOG_BUS_WIDTH": [6, 8]}}{}{}}})",
            VTA_SOURCE_DIR, second, more.empty() ? "" : ", ", more));
    return path("two.json");
  }

  template <typename E, typename Action>
  static std::string refusal(Action action) {
    try {
      action();
    } catch (const E& e) {
      return e.what();
    }
    return "nothing was refused";
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string(testing::UnitTest::GetInstance()->current_test_info()->test_suite_name()) + "." +
       testing::UnitTest::GetInstance()->current_test_info()->name() + "." +
       std::to_string(::getpid()));
};

}  // namespace vta::explore
