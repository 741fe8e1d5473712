// A network of two convolutions and a residual path in three parts, as `vta split -o` writes it.
#pragma once

#include <gmock/gmock.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <filesystem>

#include "base/file.h"
#include "tests/cli/run_vta.h"

namespace vta {

class SplitFolder : public ::testing::Test {
 public:
  SplitFolder()
      : dir_(std::filesystem::path(::testing::TempDir()) / fmt::format("vta_pipe_{}", ::getpid())) {
    std::filesystem::create_directories(dir_);
  }
  ~SplitFolder() override { std::filesystem::remove_all(dir_); }

  std::string path(const std::string& name) const { return (dir_ / name).string(); }
  std::string model() const { return path("net.onnx"); }

  // `arguments`: how it is cut, and more.
  void split(const std::string& arguments) {
    if (!file_exists(model())) {
      ASSERT_EQ(run_vta("model resnet8_tiny -o " + model()).exit_code, 0);
    }
    const CommandResult done =
        run_vta("split " + model() + " -o " + path("parts") + " " + arguments);
    ASSERT_EQ(done.exit_code, 0) << done.text;
  }
  std::string split_json() const { return path("parts/split.json"); }
  boost::json::object document() const {
    return boost::json::parse(read_text_file(split_json())).as_object();
  }

 protected:
  std::filesystem::path dir_;
};

}  // namespace vta
