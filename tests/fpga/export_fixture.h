// An export in a folder of its own, and whether this machine can check it.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/output_folder.h"
#include "hw/fpga/fpga_export.h"
#include "tests/fpga/export_check.h"

namespace vta {

inline const std::string kSmallConfig = VTA_SOURCE_DIR "/tests/data/configs/smallest_1x4_bus8.json";

class ExportedFolder : public ::testing::Test {
 protected:
  // scripts/test.sh installs the tools and sets the variable: there a missing one is a failure.
  void SetUp() override {
    const std::vector<std::string> missing = missing_export_tools();
    if (missing.empty())
      return;
    const std::string text =
        fmt::format("not installed: {} (scripts/setup.sh --tests)", fmt::join(missing, ", "));
    if (std::getenv("VTA_TEST_ENGINES") != nullptr)
      FAIL() << text;
    GTEST_SKIP() << text;
  }
  ~ExportedFolder() override { std::filesystem::remove_all(folder_); }

  void write_export(const std::string& config) { write_export(find_config(config)); }
  void write_export(const VtaConfig& config) {
    write_files(folder_.string(), fpga_files(plan_fpga({.config = config, .board = "pynq-z1"})));
  }

  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / fmt::format("vta_fpga_{}", ::getpid());
};

}  // namespace vta
