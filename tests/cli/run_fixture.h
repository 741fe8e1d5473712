// A folder for one test, with the small network of the model zoo in it.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <boost/json.hpp>
#include <filesystem>
#include <regex>

#include "compiler/onnx/model_zoo.h"
#include "tests/cli/run_vta.h"

namespace vta {

// What a run's JSON says but for how long it took.
inline boost::json::object timeless(boost::json::object run) {
  run.erase("seconds");
  run.erase("host");
  return run;
}

class NetworkCommand : public ::testing::Test {
 public:
  NetworkCommand()
      : dir_(std::filesystem::path(::testing::TempDir()) / fmt::format("vta_run_{}", ::getpid())) {
    std::filesystem::create_directories(dir_);
    write_model("resnet8_tiny", 0, model());
  }
  ~NetworkCommand() override { std::filesystem::remove_all(dir_); }

 protected:
  std::string path(const std::string& name) const { return (dir_ / name).string(); }
  std::string model() const { return path("net.onnx"); }

  static std::string data(const std::string& name) {
    return std::string(VTA_SOURCE_DIR) + "/tests/data/" + name;
  }

  // Runs, expects success and parses what was printed.
  static boost::json::object json_of(const std::string& arguments) {
    const ApartResult run = run_vta_apart(arguments + " --json");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return boost::json::parse(run.out).as_object();
  }

  static void expect_failure(const std::string& arguments, int exit_code,
                             const std::string& words) {
    const ApartResult run = run_vta_apart(arguments);
    EXPECT_EQ(run.exit_code, exit_code) << arguments << "\n" << run.err;
    EXPECT_THAT(run.err, ::testing::HasSubstr(words)) << arguments;
    EXPECT_THAT(run.out, ::testing::IsEmpty()) << arguments;
  }

  std::filesystem::path dir_;
};

}  // namespace vta
