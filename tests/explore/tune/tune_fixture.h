// A folder of its own for each test, and a small trained network in it.
#pragma once

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/error.h"
#include "base/file.h"
#include "compiler/compiler.h"
#include "config/memory_preset.h"
#include "explore/tune/tuner.h"

namespace vta::explore {

class TuneTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  static std::string model() { return VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx"; }
  static VtaConfig config(const std::string& name = "default") {
    return apply_memory(named_config(name), "ideal8");
  }
  static LoweredGraph lowered(const VtaConfig& config) {
    CompileOptions options;
    options.config = config;
    options.stop_after = "quantize";
    return lower_quantized(compile_model(model(), options).quantized, config, Settled{});
  }
  TuneOptions options(const std::string& database, int64_t evaluations) const {
    TuneOptions o;
    o.database = path(database);
    o.evaluations = evaluations;
    o.seed = 5;
    o.jobs = 1;
    return o;
  }

  // The network on the default configuration with ideal memory.
  std::string sweep_spec(const std::string& schedules) const {
    write_text_file(path("spec.json"),
                    fmt::format(R"({{"networks": [{{"name": "digits", "model": "{}"}}],
  "axes": {{"memory": ["ideal8"]}}, "schedules": {}}})",
                                model(), schedules));
    return path("spec.json");
  }

  template <typename Action>
  static std::string refusal(Action action) {
    try {
      action();
    } catch (const Error& e) {
      return e.what();
    }
    return "nothing was refused";
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() /
      (std::string("vta_tune_") + ::testing::UnitTest::GetInstance()->current_test_info()->name() +
       "_" + std::to_string(::getpid()));
};

}  // namespace vta::explore
