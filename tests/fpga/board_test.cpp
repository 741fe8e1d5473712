// Which boards there are, which clocks they make, and what is refused.
#include <gmock/gmock.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <random>
#include <regex>

#include "base/error.h"
#include "base/file.h"
#include "config/device.h"
#include "hw/fpga/fpga_design.h"
#include "hw/rtl/rtl_sources.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::HasSubstr;

template <typename Refusal>
std::string refusal_of(const FpgaRequest& request) {
  try {
    plan_fpga(request);
  } catch (const Refusal& e) {
    return e.what();
  }
  return "";
}

FpgaRequest request_for(const std::string& config) {
  return {.config = named_config(config), .board = "pynq-z1"};
}

// 1000 / 112.8 is 8.9; 1000 / 107 is 9.3; 67 is prime and above 63, 68 is 34 * 2.
TEST(Fclk, IsTheFastestThatIsNotAbove) {
  EXPECT_DOUBLE_EQ(fclk_at_most(100, 1000).mhz, 100);
  EXPECT_DOUBLE_EQ(fclk_at_most(107, 1000).mhz, 100);
  EXPECT_DOUBLE_EQ(fclk_at_most(112.8, 1000).mhz, 1000.0 / 9);
  EXPECT_DOUBLE_EQ(fclk_at_most(1000.0 / 9, 1000).mhz, 1000.0 / 9);
  EXPECT_DOUBLE_EQ(fclk_at_most(1000.0 / 67, 1000).mhz, 1000.0 / 68);
  EXPECT_DOUBLE_EQ(fclk_at_most(250, 1000).mhz, 250);
  EXPECT_DOUBLE_EQ(fclk_at_most(0.252, 1000).mhz, 1000.0 / (63 * 63));
}

TEST(Fclk, NoOtherPairOfDividersIsNearer) {
  std::mt19937_64 random(20261122);
  std::uniform_real_distribution<double> any(0.26, 250);
  for (int k = 0; k < 200; ++k) {
    const double wanted = any(random);
    const Fclk made = fclk_at_most(wanted, 1000);
    EXPECT_LE(made.mhz, wanted);
    EXPECT_DOUBLE_EQ(made.mhz, 1000.0 / static_cast<double>(made.divisor0 * made.divisor1));
    for (int first = 1; first <= 63; ++first)
      for (int second = 1; second <= 63; ++second)
        if (const double other = 1000.0 / (first * second); other <= wanted) {
          ASSERT_LE(other, made.mhz) << wanted << " by " << first << " and " << second;
        }
  }
}

TEST(Fclk, RefusesWhatItCannotMake) {
  for (const double mhz : {0.0, 0.2, 250.1, 1e4, std::nan("")})
    EXPECT_THROW(fclk_at_most(mhz, 1000), UsageError) << mhz;
  EXPECT_DOUBLE_EQ(fclk_at_most(0.251953, 1000).mhz, 1000.0 / (63 * 63));
  for (const char* mhz : {"250.0001", "0.25195"}) {
    try {
      fclk_at_most(std::stod(mhz), 1000);
      ADD_FAILURE() << mhz << " is taken";
    } catch (const UsageError& e) {
      EXPECT_THAT(e.what(), AllOf(HasSubstr(fmt::format("the clock is {} MHz", mhz)),
                                  HasSubstr("legal are 0.251953 to 250"), HasSubstr("--clock")));
    }
  }
}

TEST(FpgaBoards, NameADeviceThatIsKnown) {
  for (const FpgaBoard& board : fpga_boards()) {
    EXPECT_NO_THROW(find_device(std::string(board.device)));
    EXPECT_EQ(&find_board(board.name), &board);
  }
}

TEST(FpgaPlan, AnUnknownBoardListsTheKnownOnes) {
  FpgaRequest request = request_for("pynq");
  request.board = "pynq-z3";
  EXPECT_THAT(refusal_of<ConfigError>(request),
              AllOf(HasSubstr("no board is named 'pynq-z3'"), HasSubstr("pynq-z1")));
}

TEST(FpgaPlan, WhatDoesNotFitIsRefusedWithTheFigures) {
  FpgaRequest request = request_for("default");
  EXPECT_THAT(refusal_of<ConfigError>(request),
              AllOf(HasSubstr("does not fit Pynq-Z1"), HasSubstr("DSP48E1 316 of 220"),
                    HasSubstr("PRODUCTS_PER_MULTIPLIER 2"), HasSubstr("--force")));
  request.force = true;
  EXPECT_THAT(plan_fpga(request).notes.front(), HasSubstr("of 140"));
}

TEST(FpgaPlan, ABusThatThePortCannotTakeIsRefused) {
  FpgaRequest request = request_for("pynq");
  request.config.log_bus_width = 7;
  EXPECT_THAT(refusal_of<ConfigError>(request),
              AllOf(HasSubstr("LOG_BUS_WIDTH = 7"), HasSubstr("at most 64"),
                    HasSubstr("set LOG_BUS_WIDTH to 6")));
}

TEST(FpgaPlan, ABufferThatTheDramDoesNotHoldIsRefused) {
  for (const int64_t bytes :
       {int64_t{0}, int64_t{-4096}, int64_t{4095}, int64_t{4097}, (int64_t{256} << 20) + 4096}) {
    FpgaRequest request = request_for("pynq");
    request.buffer_bytes = bytes;
    EXPECT_THAT(refusal_of<UsageError>(request), HasSubstr("from 4096 to 268,435,456")) << bytes;
  }
  for (const int64_t bytes : {int64_t{4096}, int64_t{256} << 20}) {
    FpgaRequest request = request_for("pynq");
    request.buffer_bytes = bytes;
    EXPECT_EQ(plan_fpga(request).buffer_bytes, bytes);
  }
}

TEST(FpgaPlan, TheClockIsTheEstimatesOrTheOneAskedFor) {
  FpgaRequest request = request_for("pynq");
  const FpgaDesign by_estimate = plan_fpga(request);
  EXPECT_GT(by_estimate.clock.mhz, 80);
  EXPECT_LE(by_estimate.clock.mhz, 150);
  request.clock_mhz = 60;
  EXPECT_DOUBLE_EQ(plan_fpga(request).clock.mhz, 1000.0 / 17);
  request.clock_mhz = 240;
  const FpgaDesign fast = plan_fpga(request);
  EXPECT_DOUBLE_EQ(fast.clock.mhz, 200);
  EXPECT_THAT(fast.notes.back(), HasSubstr("timing may not close"));
}

// The shell of another version, with addresses of 31 bits.
TEST(FpgaPlan, AddressesThatDoNotReachTheMemoryAreRefused) {
  namespace fs = std::filesystem;
  const fs::path rtl = fs::path(testing::TempDir()) / fmt::format("vta_rtl_{}", ::getpid());
  fs::copy(rtl_directory(), rtl, fs::copy_options::recursive);
  const std::string file = (rtl / "axi/vta_axi.sv").string();
  const std::regex address(R"(\[[^\]]+\] m_axi_(a[wr])addr)");
  write_text_file(file, std::regex_replace(read_text_file(file), address, "[30:0] m_axi_$1addr"));
  ::setenv("VTA_RTL_DIR", rtl.c_str(), 1);
  const std::string refusal = refusal_of<ConfigError>(request_for("pynq"));
  ::unsetenv("VTA_RTL_DIR");
  fs::remove_all(rtl);
  EXPECT_THAT(refusal, HasSubstr("addresses of 31 bits, Pynq-Z1 needs at least 32"));
}

TEST(FpgaPlan, TwoPipesHaveAreaAndClock) {
  FpgaRequest request = request_for("pynq");
  request.config.acc_overlap = 1;
  EXPECT_THAT(refusal_of<ConfigError>(request),
              AllOf(HasSubstr("does not fit Pynq-Z1"), HasSubstr("ACC_OVERLAP 0 saves")));
  request.force = true;
  EXPECT_THAT(plan_fpga(request).notes.front(), HasSubstr("ACC_OVERLAP 0 saves"));
  FpgaRequest small = request_for("1x8");
  small.config.acc_overlap = 1;
  EXPECT_THAT(plan_fpga(small).clock_origin, HasSubstr("the core's longest path"));
}

}  // namespace
}  // namespace vta
