#include "hw/synth/yosys_log.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace vta {
namespace {

// As Yosys writes it, coloured.
std::string heading(const std::string& number, const std::string& text) {
  return "\x1b[0m\x1b[1m\x1b[36m" + number + ". \x1b[0m\x1b[1m\x1b[37m" + text + "\n";
}

class YosysLog : public ::testing::Test {
 protected:
  ~YosysLog() override { std::filesystem::remove(path_); }

  const std::string& stage_after(const std::string& text) {
    std::ofstream(path_, std::ios::app) << text;
    return stage_.now();
  }

  std::string path_ = testing::TempDir() + "/yosys_log_" + std::to_string(::getpid());
  YosysStage stage_{path_};
};

TEST(Colours, AreLeftOut) {
  EXPECT_EQ(without_colours(""), "");
  EXPECT_EQ(without_colours("plain [0m text"), "plain [0m text");
  EXPECT_EQ(without_colours("\x1b[1m\x1b[36m1. \x1b[0m\x1b[38;5;9mExecuting\x1b[0m"),
            "1. Executing");
  EXPECT_EQ(without_colours("cut\x1b[38;5"), "cut");
  EXPECT_EQ(without_colours("cut\x1b["), "cut");
}

TEST_F(YosysLog, TheStageIsThatOfTheLastHeading) {
  EXPECT_EQ(stage_.now(), "");  // there is no file yet
  EXPECT_EQ(stage_after("Executing nothing\n3 . Executing it\n"), "");
  EXPECT_EQ(stage_after(heading("1", "Executing SLANG frontend.")), "1 SLANG");
  EXPECT_EQ(stage_after("4.49. Executing OPT_LUT_INS pass (discard unused LUT inputs).\n"),
            "4.49 OPT_LUT_INS");
  EXPECT_EQ(stage_after("no heading\n"), "4.49 OPT_LUT_INS");
  EXPECT_EQ(stage_after(heading("4.50", "Finished fast OPT passes.")), "4.49 OPT_LUT_INS");
  EXPECT_EQ(stage_after(heading("5.1", "Executing Verilog-2005 frontend: /share/mul2dsp.v") +
                        heading("5.2", "Continuing TECHMAP pass.")),
            "5.2 TECHMAP");
}

TEST_F(YosysLog, ALineIsReadWhenItIsWhole) {
  const std::string line = heading("4.14.6", "Executing OPT_DFF pass (perform optimizations).");
  for (size_t k = 0; k + 1 < line.size(); ++k)
    EXPECT_EQ(stage_after(line.substr(k, 1)), "") << k;
  EXPECT_EQ(stage_after("\n"), "4.14.6 OPT_DFF");
}

TEST_F(YosysLog, ItsEndIsPlain) {
  stage_after(heading("1", "Executing SLANG frontend.") + "ERROR: no\n");
  EXPECT_EQ(end_of_log(path_), "1. Executing SLANG frontend.\nERROR: no");
}

}  // namespace
}  // namespace vta
