// The bins of a run add up to its report.
#include "explore/trace/timeline.h"

#include <gtest/gtest.h>

#include "config/memory_preset.h"
#include "tests/explore/trace/traced_program.h"

namespace vta::test {
namespace {

using explore::Timeline;

double sum(const boost::json::value& shares) {
  double total = 0;
  for (const auto& share : shares.as_array())
    total += share.to_number<double>();
  return total;
}

// Enough instructions for every unit, a full queue, and more cycles than bins.
std::string long_program() {
  constexpr int kRounds = 60;
  std::string text;
  for (int i = 0; i < kRounds; ++i) {
    const char* pop = i > 0 ? " pop_next" : "";
    const char* push = i + 1 < kRounds ? " push_prev" : "";
    text +=
        fmt::format("load inp y_size=1 x_size={0} x_stride={0} push_next{1}\n", 1 + i % 40, pop);
    text += fmt::format("gemm uop_bgn=0 uop_end=1 iter_out={} iter_in=3 pop_prev push_next{}{}\n",
                        1 + i * 3 % 50, push, pop);
    text += fmt::format("store out y_size=2 x_size=3 x_stride=9 pop_prev{}\n", push);
  }
  return text + "finish\n";
}

TEST(Timeline, BinsAddUpToTheReport) {
  for (const char* memory :
       {"ideal8", "ddr,bus=16", "bus=16,read=9,write=30,gap=2,outstanding=1"}) {
    VtaConfig config = apply_memory(named_config("default"), memory);
    config.cmd_queue_depth = 4;
    const Program program = assembled_program(config, long_program());
    std::unique_ptr<Device> device = make_csim(config, "auto", {.timing_only = true});
    Timeline timeline;
    device->set_trace_sink(&timeline);
    RunStats stats = run_launches(program, std::move(device));
    const Timing& timing = *stats.timing;
    EXPECT_GT(timing.cycles, explore::Bins::kMost);
    const boost::json::object json = timeline.json();
    const auto bin_cycles = static_cast<double>(json.at("bin_cycles").as_int64());
    EXPECT_EQ(json.at("cycles").as_int64(), timing.cycles);
    for (size_t u = 0; u < kNumTimedUnits; ++u) {
      const StateCycles& s = timing.units[u];
      const auto& shares = json.at("units").at(timed_unit_name(static_cast<TimedUnit>(u)));
      EXPECT_EQ(shares.as_array().size(), static_cast<size_t>(json.at("bins").as_int64()));
      EXPECT_EQ(sum(shares) * bin_cycles, static_cast<double>(s[0] + s[3] + s[4] + s[5])) << u;
    }
    EXPECT_EQ(sum(json.at("bus")) * bin_cycles, static_cast<double>(timing.bus_beats));
    for (const auto& share : json.at("bus").as_array())
      EXPECT_LE(share.to_number<double>(), 1.0);
  }
}

// hw/rtl/core/README.md: load executes in cycles 16..23, compute 24..33, store 32..39; 40 in all.
TEST(Timeline, ShortRunsHaveABinACycle) {
  const VtaConfig config = apply_memory(named_config("default"), "ideal8");
  const Program program =
      assembled_program(config,
                        "load inp x_size=1 y_size=1 x_stride=1 push_next\n"
                        "gemm reset uop_bgn=0 uop_end=1 iter_out=1 iter_in=1 pop_prev push_next\n"
                        "store out x_size=1 y_size=1 x_stride=1 pop_prev\nfinish\n");
  std::unique_ptr<Device> device = make_csim(config, "auto", {.timing_only = true});
  Timeline timeline;
  device->set_trace_sink(&timeline);
  run_launches(program, std::move(device));
  const explore::Bins& bins = timeline.bins();
  EXPECT_EQ(bins.bin_cycles(), 1);
  EXPECT_EQ(bins.count(), 40);
  const auto text = [&](size_t row) {
    std::string out;
    for (int64_t bin = 0; bin < bins.count(); ++bin)
      out += bins.at(row, bin) != 0 ? '#' : '.';
    return out;
  };
  EXPECT_EQ(text(0), "##################......................");
  EXPECT_EQ(text(1), "...............########.................");
  EXPECT_EQ(text(2), ".......................##########.......");
  EXPECT_EQ(text(3), "...............................########.");
  EXPECT_EQ(text(4), ".########........##..............##.....");
}

}  // namespace
}  // namespace vta::test
