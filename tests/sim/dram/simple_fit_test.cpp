#include "sim/dram/simple_fit.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace vta {
namespace {

// Bursts that a simple memory has made are fitted by that memory.
TEST(SimpleFit, FindsTheMemoryThatMadeTheTimes) {
  const ReplayPort port{.bytes = 16, .mhz = 200, .outstanding = 4};
  constexpr int64_t kTickPs = 1000;  // 5 ticks a cycle
  for (const SimpleMemory& made :
       {SimpleMemory{40, 8, 1}, SimpleMemory{3, 2, 0}, SimpleMemory{12, 1, 7}}) {
    BurstTrace measured;
    for (int64_t i = 0; i < 500; ++i)
      measured.bursts.push_back({i * 128, 16 * (1 + i % 8), i % 5 == 4});
    measured.times = replay_simple(made, kTickPs, port, measured.bursts);
    const SimpleFit fit = fit_simple(measured, kTickPs, port);
    EXPECT_EQ(fit.memory.gap, made.gap);
    EXPECT_NEAR(fit.total_error, 0, 0.005);
    EXPECT_EQ(judge_simple(measured, kTickPs, port, made).latency_error, 0);
    EXPECT_EQ(judge_simple(measured, kTickPs, port, made).total_error, 0);
  }
}

TEST(SimpleFit, ColumnsAreFoundByTheirNames) {
  const BurstTrace measured = parse_measured(
      "burst,bytes,write,addr,complete,granted\r\n0,64,1,4096,12,3\r\n1,32,0,0,40,20\r\n", "t.csv");
  ASSERT_EQ(measured.bursts.size(), 2u);
  EXPECT_EQ(measured.bursts[0].address, 4096);
  EXPECT_EQ(measured.bursts[0].bytes, 64);
  EXPECT_TRUE(measured.bursts[0].write);
  EXPECT_EQ(measured.times[1], (DramBurstTimes{20, 40}));
}

TEST(SimpleFit, MistakesNameTheLineAndWhatIsLegal) {
  const auto message = [](const std::string& lines) -> std::string {
    try {
      parse_measured("addr,write,bytes,granted,complete\n" + lines, "t.csv");
    } catch (const InputError& e) {
      return e.what();
    }
    return "taken";
  };
  EXPECT_EQ(message(""), "t.csv has no burst");
  EXPECT_EQ(message("0,0,64,1,x\n"),
            "t.csv: line 2: complete = 'x': legal are whole numbers from 0 on");
  EXPECT_EQ(message("0,0,64,1\n"), "t.csv: line 2: there is no column 'complete'");
  EXPECT_EQ(message("0,2,64,1,2\n"), "t.csv: line 2: write = 2: legal are 0 and 1");
  EXPECT_EQ(message("0,0,0,1,2\n"), "t.csv: line 2: bytes = 0: at least 1 is legal");
  EXPECT_EQ(message("0,0,8,9,2\n"), "t.csv: line 2: complete = 2 is before granted = 9");
  EXPECT_EQ(message("0,0,8,9,12\n0,0,8,8,12\n"),
            "t.csv: line 3: granted = 8 is before 9 in the line before");
  EXPECT_EQ(message("-8,0,8,9,12\n"),
            "t.csv: line 2: addr = '-8': legal are whole numbers from 0 on");
  try {
    parse_measured("addr,write\n", "t.csv");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(),
                 "t.csv: line 1 names no column 'bytes': legal is a line with "
                 "addr,write,bytes,granted,complete");
  }
}

}  // namespace
}  // namespace vta
