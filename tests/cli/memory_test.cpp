// vta memory, and a DRAM as --memory of the commands that run a network.
#include "base/file.h"
#include "config/dram_file.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;

using VtaMemory = NetworkCommand;

boost::json::object timing_of(const boost::json::object& run) {
  return run.at("timing").as_object();
}

TEST_F(VtaMemory, ADramIsOneMoreMemory) {
  const std::string run = "run " + model() + " --backend csim --timing-only --memory ";
  const auto slow = json_of(run + "ddr3-1066,mhz=50"), fast = json_of(run + "ddr3-1066,mhz=1000");
  const auto dram = timing_of(slow).at("dram").as_object();
  EXPECT_GT(dram.at("reads").as_int64(), 0);
  EXPECT_GT(dram.at("writes").as_int64(), 0);
  EXPECT_EQ(dram.at("row_hits").as_int64() + dram.at("row_misses").as_int64() +
                dram.at("row_conflicts").as_int64(),
            dram.at("reads").as_int64() + dram.at("writes").as_int64());
  // What the core waits for is longer, in its cycles, the faster it is.
  EXPECT_LT(timing_of(slow).at("cycles").as_int64(), timing_of(fast).at("cycles").as_int64());
  EXPECT_EQ(timing_of(slow).at("memory").at("dram"), "ddr3-1066");
  EXPECT_EQ(timing_of(slow).at("memory").at("clock_khz"), 50000);
  EXPECT_FALSE(timing_of(json_of(run + "ideal8")).contains("dram"));
  // The clock may come from elsewhere, before or after.
  for (const char* clock : {"ddr3-1066 --clock 50", "ddr3-1066,mhz=70 --clock 50"})
    EXPECT_EQ(timing_of(json_of(run + clock)).at("cycles"), timing_of(slow).at("cycles")) << clock;
}

TEST_F(VtaMemory, ASimpleOneFollowsTheClockToo) {
  const std::string run =
      "run " + model() + " --backend csim --timing-only --memory ddr3-1066,simple";
  const auto slow = timing_of(json_of(run)), fast = timing_of(json_of(run + " --clock 400")),
             said = timing_of(json_of(run + ",mhz=400"));
  EXPECT_EQ(fast.at("memory"), said.at("memory"));
  EXPECT_EQ(fast.at("cycles"), said.at("cycles"));
  EXPECT_NE(fast.at("memory"), slow.at("memory"));
}

TEST_F(VtaMemory, TheRtlTakesTheSameCycles) {
  const std::string run = "run " + model() + " --memory ddr4-2400,mhz=333,bus=16 --backend ";
  EXPECT_EQ(timing_of(json_of(run + "csim")), timing_of(json_of(run + "tsim")));
}

TEST_F(VtaMemory, AUsersFileIsWhatShowPrints) {
  const auto shown = run_vta_apart("memory show ddr3-1600");
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  const std::string file = path("mine.json");
  write_text_file(file, shown.out);
  const std::string run = "run " + model() + " --backend csim --timing-only --memory ";
  EXPECT_EQ(timing_of(json_of(run + file)), timing_of(json_of(run + "ddr3-1600")));
  EXPECT_EQ(run_vta_apart("memory show " + file).out, shown.out);
  write_text_file(file, "{}");
  expect_failure("memory show " + file, 4, "mine.json");
  expect_failure(run + file, 4, "mine.json");
  expect_failure("memory show ddr3-1061", 4,
                 "'ddr3-1061' is neither a DRAM's file nor a known DRAM: known are ddr3-1066");
}

TEST_F(VtaMemory, ListNamesAll) {
  const auto listed = json_of("memory list");
  EXPECT_EQ(listed.at("memories").as_array().size(), 3 + named_drams().size());
  EXPECT_THAT(run_vta_apart("memory list").out, HasSubstr("lpddr4-3200"));
}

TEST_F(VtaMemory, FitSaysHowFarOffItIs) {
  const std::string trace = path("bursts.csv");
  write_text_file(trace,
                  "addr,write,bytes,granted,complete\n0,0,128,0,30\n128,0,128,20,50\n"
                  "256,0,128,40,70\n");
  const auto fitted =
      json_of("memory fit " + trace + " --tick-ns 1 --bus 8 --mhz 1000 --outstanding 4");
  EXPECT_EQ(fitted.at("memory"), "read=30,write=0,gap=4,outstanding=4,bus=8");
  EXPECT_EQ(fitted.at("fit").at("total_error_percent").to_number<double>(), 0);
  const auto text = run_vta_apart("memory fit " + trace + " --bus 16 --beside ddr4-2400").out;
  EXPECT_THAT(text, HasSubstr("3 bursts, 16 bytes a cycle at 100 MHz, 1 in flight at most"));
  EXPECT_THAT(text, HasSubstr("ddr4-2400    --memory read="));
  expect_failure("memory fit " + trace + " --bus 12", 2,
                 "--bus 12: the bytes of a port are 8, 16, 32 or 64");
  expect_failure("memory fit " + path("none.csv"), 3, "none.csv");
  expect_failure("memory", 2, "needs a command: list, show, fit");
}

}  // namespace
}  // namespace vta
