// The worked examples of hw/rtl/*/README.md with the numbers of the pages: what a newcomer predicts
// by hand is what every backend with time does.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "config/memory_preset.h"
#include "tests/sim/backend_bench.h"

namespace vta {
namespace {

using test::BackendBench;
using testing::ElementsAre;

class TimingPage : public ::testing::TestWithParam<std::string> {
 protected:
  // The default configuration with a memory and the pages' GEMM_PIPELINE.
  BackendBench bench(const std::string& memory, VtaConfig config = named_config("default")) {
    config.gemm_pipeline = 3;
    return {GetParam(), apply_memory(config, memory)};
  }
  // A launch that loads micro-ops to element 0 and on.
  static void load_uops(BackendBench& b, std::span<const Uop> uops) {
    const auto bytes = static_cast<size_t>(b.codec.uop_bytes());
    for (size_t k = 0; k < uops.size(); ++k) {
      const uint64_t word = b.codec.encode_uop(uops[k]);
      std::memcpy(b.device->memory().at(BackendBench::kDataBegin + k * bytes, 8).data(), &word,
                  bytes);
    }
    b.run(fmt::format("load uop y_size=1 x_size={0} x_stride={0}\nfinish\n", uops.size()));
    EXPECT_EQ(b.device->report().error, IsaError::None);
  }
};

constexpr const char* kLoadGemmStore = R"(
  load inp x_size=1 y_size=1 x_stride=1 push_next
  gemm reset uop_bgn=0 uop_end=1 iter_out=1 iter_in=1 pop_prev push_next
  store out x_size=1 y_size=1 x_stride=1 pop_prev
  finish
)";

// hw/rtl/core/README.md. Fetch: request 1, grant 2, beats 5..12, dispatch 15..18.
// LOAD: 16, 17, 18, beats 21 and 22, done 23. GEMM: 24, done 31. STORE: 32, 33, 34, complete 38,
// done 39. FINISH: 32, done 33.
TEST_P(TimingPage, LoadGemmStoreTakes40Cycles) {
  BackendBench b = bench("ideal8");
  const RunReport& report = b.run(kLoadGemmStore);
  ASSERT_EQ(report.error, IsaError::None) << report.error_text;
  EXPECT_THAT(b.completions(), ElementsAre(23, 31, 39, 33));
  EXPECT_EQ(report.cycles, 40);
  EXPECT_EQ(b.device->read_register(Register::Cycles), 40u);
}

// The same cycles, unit by unit. busy, token_prev, token_next, mem_queued, mem_latency, mem_data,
// slot, none.
TEST_P(TimingPage, LoadGemmStoreSpendsThemAsThePageSays) {
  BackendBench b = bench("ideal8");
  const RunReport& report = b.run(kLoadGemmStore);
  ASSERT_TRUE(report.timing);
  EXPECT_EQ(report.timing->cycles, 40);
  EXPECT_EQ(report.timing->bus_beats, 8 + 2 + 2);
  const UnitCycles& units = report.timing->units;
  // Forms the request at 1; queued 2; latency 3, 4; beats 5..12; decodes 13, 14; dispatches 15..18.
  EXPECT_THAT(units[0], ElementsAre(1 + 2 + 4, 0, 0, 1, 2, 8, 0, 22));
  // Starts at 16, registers the request at 17; queued 18; latency 19, 20; beats 21, 22; done 23.
  EXPECT_THAT(units[1], ElementsAre(2 + 1, 0, 0, 1, 2, 2, 0, 15 + 17));
  // Sees the GEMM from 17 on and starts it at 24; done 31; FINISH 32, 33.
  EXPECT_THAT(units[2], ElementsAre(8 + 2, 7, 0, 0, 0, 0, 0, 16 + 7));
  // Sees the STORE from 18 on and starts it at 32; queued 34; latency 35, 38; beats 36, 37; 39.
  EXPECT_THAT(units[3], ElementsAre(2 + 1, 14, 0, 1, 2, 2, 0, 17 + 1));
}

// Read latency 16: every read's beats, and all that follows, 16 later than above.
TEST_P(TimingPage, LoadGemmStoreWithDelay16Takes72Cycles) {
  BackendBench b = bench("delay16");
  const RunReport& report = b.run(kLoadGemmStore);
  EXPECT_THAT(b.completions(), ElementsAre(55, 63, 71, 65));
  EXPECT_EQ(report.cycles, 72);
}

// 16 bytes a cycle. Fetch: beats 45..48, dispatch 51..54. LOAD: 52, 53, 54, one beat at 97, done
// 98. GEMM 99, 106. STORE 107, 108, 109, complete 109 + 2 + 8 + 1 = 120, done 121. FINISH 107, 108.
TEST_P(TimingPage, LoadGemmStoreWithDdrTakes122Cycles) {
  BackendBench b = bench("ddr,bus=16");
  const RunReport& report = b.run(kLoadGemmStore);
  EXPECT_THAT(b.completions(), ElementsAre(98, 106, 121, 108));
  EXPECT_EQ(report.cycles, 122);
}

// hw/rtl/fetch/README.md: 12 instructions at 0x1040, dispatched at 15..18 and 31..38. NOPs that go
// round the units are done two cycles after their dispatch.
TEST_P(TimingPage, FetchReadsGroupsAtTheirBlocks) {
  BackendBench b = bench("ideal8");
  const std::string round = "load inp\nstore out\nload uop\n";
  const RunReport& report = b.run(round + round + round + "load inp\nstore out\nfinish\n", 0x1040);
  EXPECT_THAT(b.completions(), ElementsAre(17, 18, 19, 20, 33, 34, 35, 36, 37, 38, 39, 40));
  EXPECT_EQ(report.cycles, 41);
}

// Two instructions at a multiple of 128 are 4 beats: request 1, grant 2, beats 5..8, dispatch 11
// and 12, so the first starts at 12.
constexpr int64_t kFirstStart = 12;

// hw/rtl/memory/README.md: bytes [0x1078, 0x1110) requested at 10: grants 11, 13 and 29, beats up
// to 33. Here micro-ops, whose LOAD starts at 9 there: done at max(9 + 19, 33) + 1 = 34.
TEST_P(TimingPage, BurstsEndAtTheirBlocks) {
  BackendBench b = bench("ideal8");
  const RunReport& report = b.run("load uop dram_base=30 y_size=1 x_size=38 x_stride=38\nfinish\n");
  const int64_t done = kFirstStart + (34 - 9);
  EXPECT_THAT(b.completions(), ElementsAre(done, done + 2));
  EXPECT_EQ(report.timing->bus_beats, 4 + 1 + 16 + 2);
}

// hw/rtl/load/README.md: starts at 100, done at 137.
TEST_P(TimingPage, PadsFillTheCyclesWithoutABeat) {
  BackendBench b = bench("ideal8");
  b.run(
      "load inp y_size=3 x_size=4 x_stride=8 y_pad_0=1 x_pad_0=1 x_pad_1=1\n"
      "finish\n");
  EXPECT_THAT(b.completions(), ElementsAre(kFirstStart + (137 - 100), 14));
}

// hw/rtl/compute/README.md: 24 steps, starts at 50, done at 83.
TEST_P(TimingPage, GemmTakesItsStepsTheDrainAndTheDotProduct) {
  BackendBench b = bench("ideal8");
  b.run("gemm uop_bgn=0 uop_end=2 iter_out=3 iter_in=4\nfinish\n");
  const int64_t done = kFirstStart + (83 - 50);
  EXPECT_THAT(b.completions(), ElementsAre(done, done + 2));
}

// The same page: a reset is done at 80.
TEST_P(TimingPage, ResetsAndVectorOperandsWithTwoPortsMakeNoDotProduct) {
  BackendBench b = bench("ideal8");
  b.run("gemm reset uop_bgn=0 uop_end=2 iter_out=3 iter_in=4\nfinish\n");
  EXPECT_EQ(b.completions()[0], kFirstStart + (80 - 50));
  b.run("alu add uop_bgn=0 uop_end=2 iter_out=3 iter_in=4\nfinish\n");
  EXPECT_EQ(b.completions()[0], kFirstStart + 24 + 6);
}

TEST_P(TimingPage, NoStepsTakeTheDrainAlone) {
  BackendBench b = bench("ideal8");
  b.run("gemm uop_bgn=2 uop_end=2 iter_out=3 iter_in=4\nfinish\n");
  EXPECT_EQ(b.completions()[0], kFirstStart + 6 + 3);
  b.run("gemm reset uop_bgn=2 uop_end=2 iter_out=3 iter_in=4\nfinish\n");
  EXPECT_EQ(b.completions()[0], kFirstStart + 6);
}

// hw/rtl/compute/README.md: one read port, starts at 50, done at 104; an immediate needs no second
// read.
TEST_P(TimingPage, VectorOperandsWithOnePortTakeTwoCyclesAStep) {
  const VtaConfig config = load_config(VTA_SOURCE_DIR "/tests/data/configs/smallest_1x4_bus8.json");
  ASSERT_EQ(config.acc_read_ports, 1);
  BackendBench b = bench("ideal8", config);
  b.run("alu add uop_bgn=0 uop_end=2 iter_out=3 iter_in=4\nfinish\n");
  EXPECT_EQ(b.completions()[0], kFirstStart + (104 - 50));
  b.run("alu add use_imm imm=3 uop_bgn=0 uop_end=2 iter_out=3 iter_in=4\nfinish\n");
  EXPECT_EQ(b.completions()[0], kFirstStart + 24 + 6);
}

// Of the operations whose steps wait: rq+exp2, so that both tests run on the same circuits.
constexpr int64_t kSlowExtensions = 6;

// hw/rtl/compute/README.md, RQ: starts at 50, done at 70, and at 77 where a step waits for one
// before it; one port. No steps, and an index past the depth behind such a step.
TEST_P(TimingPage, RequantizingStepsWaitForThoseThatTheyMeet) {
  for (const int64_t ports : {2, 1}) {
    VtaConfig config = named_config("default");
    config.isa_ext = kSlowExtensions;
    config.acc_read_ports = ports;
    BackendBench b = bench("ideal8", config);
    const auto done = [&](std::vector<Uop> uops) {
      load_uops(b, uops);
      b.run(fmt::format("alu rq uop_end={} iter_out=1 iter_in=1\nfinish\n", uops.size()));
      return b.completions()[0] - kFirstStart;
    };
    EXPECT_EQ(done({{0, 8}, {1, 8}, {2, 8}, {3, 8}}), ports == 2 ? 70 - 50 : 3 * 4 + 12);
    EXPECT_EQ(done({{0, 8}, {1, 8}, {0, 8}, {2, 8}}), ports == 2 ? 77 - 50 : 3 + 12 + 3 + 12);
    EXPECT_EQ(done({{0, 8}, {1, 0}}), ports == 2 ? 3 + 11 + 11 : 3 + 12 + 12);  // as src
    EXPECT_EQ(done({{9, 0}, {1, 8}}), ports == 2 ? 3 + 11 + 11 : 3 + 12 + 12);  // as src + 1
    EXPECT_EQ(done({{10, 0}, {1, 8}}), ports == 2 ? 4 + 12 : 6 + 12);
    // The farthest that are waited for, and one step more.
    EXPECT_EQ(done({{0, 8}, {1, 8}, {2, 8}, {3, 8}, {4, 8}, {0, 8}}),
              ports == 2 ? 3 + 11 + 11 : 3 + 15 + 12);
    EXPECT_EQ(done({{0, 8}, {1, 8}, {2, 8}, {0, 8}}), ports == 2 ? 3 + 11 + 11 : 3 + 12 + 12);
    EXPECT_EQ(done({{0, 8}, {1, 8}, {2, 8}, {3, 8}, {4, 8}, {5, 8}, {0, 8}}),
              ports == 2 ? 14 + 12 : 21 + 12);
    b.run("alu rq iter_out=1 iter_in=1\nfinish\n");
    EXPECT_EQ(b.completions()[0], kFirstStart + 12);
    load_uops(b, std::vector<Uop>{{0, 8}, {0, 2047}});
    const RunReport& report = b.run("alu rq uop_end=2 iter_out=1 iter_in=1\nfinish\n");
    EXPECT_EQ(report.error, IsaError::IndexRange);
    EXPECT_EQ(report.cycles, kFirstStart + 3 + (ports == 2 ? 11 : 12) + 1);
  }
}

// hw/rtl/compute/README.md, EXP2: starts at 50, done at 62, and at 66 where a step waits; one port.
TEST_P(TimingPage, ExponentialStepsWaitForThoseThatTheyMeet) {
  for (const int64_t ports : {2, 1}) {
    VtaConfig config = named_config("default");
    config.isa_ext = kSlowExtensions;
    config.acc_read_ports = ports;
    BackendBench b = bench("ideal8", config);
    const auto done = [&](std::vector<Uop> uops) {
      load_uops(b, uops);
      b.run(fmt::format("alu exp2 imm=8 uop_end={} iter_out=1 iter_in=1\nfinish\n", uops.size()));
      return b.completions()[0] - kFirstStart;
    };
    EXPECT_EQ(done({{0, 0}, {1, 1}, {2, 2}, {3, 3}}), ports == 2 ? 62 - 50 : 3 * 2 + 10);
    EXPECT_EQ(done({{0, 0}, {1, 1}, {0, 0}, {2, 2}}), ports == 2 ? 66 - 50 : 3 + 7 + 2 + 7);
    EXPECT_EQ(done({{9, 0}, {1, 8}}), ports == 2 ? 1 + 9 : 2 + 10);  // src + 1 is not read
    EXPECT_EQ(done({{9, 0}, {1, 9}}), ports == 2 ? 3 + 6 + 6 : 3 + 7 + 7);
    EXPECT_EQ(done({{9, 0}, {9, 8}}), ports == 2 ? 3 + 6 + 6 : 3 + 7 + 7);  // as dst
    // The farthest that are waited for, and one step more.
    EXPECT_EQ(done({{0, 8}, {1, 8}, {2, 8}, {3, 8}, {4, 8}, {0, 8}}),
              ports == 2 ? 3 + 6 + 6 : 3 + 10 + 7);
    EXPECT_EQ(done({{0, 8}, {1, 8}, {2, 8}, {0, 8}}), ports == 2 ? 3 + 6 + 6 : 3 + 7 + 7);
    EXPECT_EQ(done({{0, 8}, {1, 8}, {2, 8}, {3, 8}, {4, 8}, {5, 8}, {0, 8}}),
              ports == 2 ? 6 + 9 : 12 + 10);
    b.run("alu exp2 iter_out=1 iter_in=1\nfinish\n");
    EXPECT_EQ(b.completions()[0], kFirstStart + 8);
    load_uops(b, std::vector<Uop>{{0, 2047}});  // then past the depth, with a dst that meets
    const RunReport& report = b.run("alu exp2 uop_end=1 iter_out=2 iter_in=1 src_out=1\nfinish\n");
    EXPECT_EQ(report.error, IsaError::IndexRange);
    EXPECT_EQ(report.cycles, kFirstStart + 3 + (ports == 2 ? 6 : 7) + 1);
  }
}

// hw/rtl/store/README.md: starts at 200, done at 226.
TEST_P(TimingPage, StoreWaitsForTheLastCompletion) {
  BackendBench b = bench("ideal8,write=8,gap=1");
  const RunReport& report = b.run("store out y_size=2 x_size=3 x_stride=8\nfinish\n");
  EXPECT_THAT(b.completions(), ElementsAre(kFirstStart + (226 - 200), 14));
  EXPECT_EQ(report.cycles, kFirstStart + 27);
}

// hw/rtl/compute/overlap.md. Micro-ops 0 and 2 are in half 0 of ACC, 1, 8 and 9 in half 1.
class OverlapPage : public TimingPage {
 protected:
  // Its micro-ops are there: a launch before has loaded them.
  BackendBench bench() {
    VtaConfig config = named_config("default");
    config.acc_overlap = 1;
    BackendBench b = TimingPage::bench("ideal8", config);
    std::array<Uop, 10> uops{};
    for (const size_t upper : {1, 8, 9})
      uops.at(upper).dst = 1024;
    load_uops(b, uops);
    return b;
  }
  static std::vector<int64_t> moved(std::vector<int64_t> edges, int64_t by) {
    for (int64_t& edge : edges)
      edge += by;
    return edges;
  }
  static int64_t compute(const UnitCycles& units, UnitState state) {
    return units[static_cast<size_t>(TimedUnit::Compute)][static_cast<size_t>(state)];
  }
};

// The first example: dispatched at 40 + k there, at 19 + k here.
TEST_P(OverlapPage, TwoGemmsAndAluWorkBesideThem) {
  BackendBench b = bench();
  b.device->set_kernels({0, 1, 2, 3, 4});
  const RunReport& report = b.run(R"(
    gemm uop_bgn=0 uop_end=1 iter_out=10 iter_in=10
    gemm uop_bgn=1 uop_end=2 iter_out=10 iter_in=10
    alu add use_imm imm=1 uop_bgn=2 uop_end=3 iter_out=8 iter_in=10
    alu add use_imm imm=1 uop_bgn=2 uop_end=3 iter_out=1 iter_in=10
    gemm uop_bgn=0 uop_end=1 iter_out=10 iter_in=10
    finish
  )");
  EXPECT_EQ(b.completions(), moved({156, 266, 267, 268, 377, 378}, 19 - 40));
  EXPECT_EQ(report.cycles, 379 + 19 - 40);
  EXPECT_EQ(compute(report.timing->units, UnitState::None), 40 + (19 - 40) + 1);
  EXPECT_EQ(compute(report.timing->units, UnitState::Busy), 378 - 40);
  const std::array<int64_t, 5> busy = {156 - 40, 266 - 156, 1, 1, 377 - 268};
  for (size_t k = 0; k < busy.size(); ++k)
    EXPECT_EQ(compute(report.timing->kernels[k].units, UnitState::Busy), busy[k]) << k;
  EXPECT_EQ(compute(report.timing->outside.units, UnitState::Busy), 1);
}

// The second: instruction 0 starts at 500 there, at 26 here.
TEST_P(OverlapPage, MicroOpsAreLoadedBesideAGemm) {
  BackendBench b = bench();
  const RunReport& report = b.run(R"(
    gemm uop_bgn=0 uop_end=1 iter_out=10 iter_in=10
    load uop sram_base=8 dram_base=8 y_size=1 x_size=2 x_stride=2
    alu add use_imm imm=1 uop_bgn=8 uop_end=10 iter_out=2 iter_in=10
    load uop sram_base=0 dram_base=0 y_size=1 x_size=2 x_stride=2
    alu add use_imm imm=1 uop_bgn=8 uop_end=10 iter_out=2 iter_in=10
    finish
  )");
  EXPECT_EQ(b.completions(), moved({609, 610, 611, 616, 670, 672}, 26 - 500));
  EXPECT_EQ(report.cycles, 673 + 26 - 500);
  const UnitCycles& units = report.timing->units;
  EXPECT_EQ(compute(units, UnitState::MemQueued), 1);
  EXPECT_EQ(compute(units, UnitState::MemLatency), 2);
  EXPECT_EQ(compute(units, UnitState::MemData), 1);
  EXPECT_EQ(compute(units, UnitState::None), 19 + 1);
  EXPECT_EQ(compute(units, UnitState::Busy), *report.cycles - 20 - 4);
}

// The third: 0 starts at 22 here and 1 at 22 + 7, so that the error is at 22 + 66 + 1.
TEST_P(OverlapPage, TheErrorOfTheYoungerWaitsForTheOlder) {
  BackendBench b = bench();
  const RunReport& report = b.run(R"(
    alu add use_imm imm=1 uop_bgn=1 uop_end=2 iter_out=6 iter_in=10
    gemm uop_bgn=0 uop_end=1 iter_out=1 iter_in=5 wgt_in=256
    alu add use_imm imm=1 uop_bgn=1 uop_end=2 iter_out=6 iter_in=10
    finish
  )");
  EXPECT_EQ(report.error, IsaError::IndexRange);
  EXPECT_EQ(report.error_insn, 1);
  EXPECT_THAT(b.completions(), ElementsAre(22 + 66));
  EXPECT_EQ(report.cycles, 22 + 66 + 1 + 1);
  EXPECT_EQ(report.counters.alu_counter, 60);
}

// The ALU instruction begins in half 1 and leaves it upwards: it waits for the GEMM on half 0.
TEST_P(OverlapPage, AnIndexPastTheDepthTouchesBothHalves) {
  BackendBench b = bench();
  const RunReport& report = b.run(R"(
    gemm uop_bgn=0 uop_end=1 iter_out=10 iter_in=10
    alu add use_imm imm=1 uop_bgn=1 uop_end=2 iter_out=1 iter_in=2 dst_in=1024
    finish
  )");
  EXPECT_EQ(report.error, IsaError::IndexRange);
  EXPECT_EQ(report.error_insn, 1);
  ASSERT_EQ(b.completions().size(), 1u);
  // It starts an edge later, its second step is checked 3 + 1 behind that, and the run ends.
  EXPECT_EQ(report.cycles, b.completions()[0] + 1 + 4 + 1);
}

// Behind a long GEMM 15 short ones start; the 16th waits until the GEMM has retired.
TEST_P(OverlapPage, SixteenAreStartedAndNotRetired) {
  BackendBench b = bench();
  std::string text = "gemm uop_bgn=0 uop_end=1 iter_out=100 iter_in=10\n";
  for (int k = 0; k < 15; ++k)
    text += "alu add use_imm imm=1 uop_bgn=1 uop_end=2 iter_out=1 iter_in=1\n";
  b.run(text + "alu add use_imm imm=1 uop_bgn=1 uop_end=2 iter_out=10 iter_in=10\nfinish\n");
  const std::vector<int64_t> done = b.completions();
  ASSERT_EQ(done.size(), 18u);
  for (size_t k = 1; k <= 15; ++k)
    EXPECT_EQ(done[k], done[0] + static_cast<int64_t>(k));
  EXPECT_EQ(done[16], done[0] + 1 + 100 + 6);
}

// Half of a depth apart, in one launch: LOADs of ACC conflict by where they write.
TEST_P(OverlapPage, ALoadOfTheOtherHalfGoesOnBesideAGemm) {
  BackendBench b = bench();
  const auto done_of_the_load = [&](int64_t first) {
    b.run(
        fmt::format("gemm uop_bgn=0 uop_end=1 iter_out=10 iter_in=10\n"
                    "load acc sram_base={} y_size=1 x_size=2 x_stride=2\nfinish\n",
                    first));
    return b.completions()[1] - b.completions()[0];
  };
  EXPECT_EQ(done_of_the_load(1024), 1);
  // It starts behind the GEMM: request, grant, 2 cycles, 16 beats, done.
  EXPECT_EQ(done_of_the_load(0), 1 + 2 + 2 + 16 + 1);
  EXPECT_EQ(done_of_the_load(1023), 1 + 2 + 2 + 16 + 1);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(OverlapPage);
INSTANTIATE_TEST_SUITE_P(Backends, OverlapPage, testing::ValuesIn(test::timed_backends()),
                         [](const auto& test) { return test.param; });

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(TimingPage);
INSTANTIATE_TEST_SUITE_P(Backends, TimingPage, testing::ValuesIn(test::timed_backends()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace vta
