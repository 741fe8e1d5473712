// What csim's sink is told, against the worked examples of hw/rtl, hand-written numbers.
#include <gmock/gmock.h>

#include "config/memory_preset.h"
#include "explore/trace/interval_log.h"
#include "tests/sim/backend_bench.h"

namespace vta::test {
namespace {

using explore::IntervalLog;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class TraceEvents : public ::testing::Test {
 protected:
  // The default configuration with a memory.
  const IntervalLog::Launch& run(const std::string& backend, const std::string& memory,
                                 const std::string& assembly, uint64_t address) {
    BackendBench bench(backend, apply_memory(named_config("default"), memory));
    bench.device->set_trace_sink(&log_);
    report_ = bench.run(assembly, address);
    return log_.launches().back();
  }

  IntervalLog log_{true};
  RunReport report_;
};

constexpr const char* kLoadGemmStore = R"(
  load inp x_size=1 y_size=1 x_stride=1 push_next
  gemm reset uop_bgn=0 uop_end=1 iter_out=1 iter_in=1 pop_prev push_next
  store out x_size=1 y_size=1 x_stride=1 pop_prev
  finish
)";

std::vector<int64_t> edges(const Execution& e) {
  return {e.index, e.dispatched, e.free, e.visible, e.prev_token, e.start, e.done};
}
std::vector<int64_t> edges(const Dispatch& d) {
  return {d.index, d.decode, d.ready, d.edge};
}
std::vector<int64_t> edges(const BurstTransfer& b) {
  return {b.requested, b.granted, b.first_beat, b.last_beat, b.complete};
}

// hw/rtl/core/README.md, "Worked example", unit by unit. Executions come as they are done.
TEST_F(TraceEvents, ExecutionsAreThePages) {
  const auto& launch = run("csim", "ideal8", kLoadGemmStore, 0x1000);
  EXPECT_EQ(launch.cycles, 40);
  EXPECT_EQ(launch.insns.size(), 4u);
  ASSERT_EQ(launch.executions.size(), 4u);
  // index, dispatched, free, visible, prev_token, start, done
  EXPECT_THAT(edges(launch.executions[0]), ElementsAre(0, 15, 0, 15, 15, 16, 23));
  EXPECT_THAT(edges(launch.executions[1]), ElementsAre(1, 16, 0, 16, 23, 24, 31));
  EXPECT_THAT(edges(launch.executions[2]), ElementsAre(3, 18, 31, 31, 31, 32, 33));
  EXPECT_THAT(edges(launch.executions[3]), ElementsAre(2, 17, 0, 17, 31, 32, 39));
  EXPECT_EQ(launch.executions[0].unit, Unit::Load);
  EXPECT_EQ(launch.executions[3].unit, Unit::Store);
  // busy, token_prev, token_next, mem_queued, mem_latency, mem_data, slot, none
  EXPECT_THAT(launch.executions[0].states, ElementsAre(3, 0, 0, 1, 2, 2, 0, 0));
  EXPECT_THAT(launch.executions[1].states, ElementsAre(8, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(launch.executions[3].states, ElementsAre(3, 0, 0, 1, 2, 2, 0, 0));
}

TEST_F(TraceEvents, BurstsAreThePages) {
  const auto& launch = run("csim", "ideal8", kLoadGemmStore, 0x1000);
  ASSERT_EQ(launch.bursts.size(), 3u);
  const auto& [fetched, loaded, stored] =
      std::tie(launch.bursts[0], launch.bursts[1], launch.bursts[2]);
  EXPECT_THAT(edges(fetched), ElementsAre(1, 2, 5, 12, 12));
  EXPECT_THAT(edges(loaded), ElementsAre(17, 18, 21, 22, 22));
  EXPECT_THAT(edges(stored), ElementsAre(33, 34, 36, 37, 38));
  EXPECT_EQ(fetched.master, TimedUnit::Fetch);
  EXPECT_EQ(loaded.master, TimedUnit::Load);
  EXPECT_EQ(stored.master, TimedUnit::Store);
  EXPECT_TRUE(stored.write() && !loaded.write() && !fetched.write());
  EXPECT_EQ(fetched.insn, 0);
  EXPECT_EQ(loaded.insn, 0);
  EXPECT_EQ(stored.insn, 2);
  EXPECT_EQ(fetched.address, 0x1000u);
  EXPECT_EQ(loaded.address, BackendBench::kDataBegin);
  EXPECT_EQ(fetched.bytes, 64);
  EXPECT_EQ(fetched.beats, 8);
  EXPECT_EQ(stored.bytes, 16);
  EXPECT_EQ(stored.beats, 2);
}

// Latency 8 of writes, 2 beats: complete at g + 2 + 8 + 2.
TEST_F(TraceEvents, AWriteIsCompleteALatencyLater) {
  const auto& launch = run("csim", "ideal8,write=8", kLoadGemmStore, 0x1000);
  EXPECT_THAT(edges(launch.bursts[2]), ElementsAre(33, 34, 36, 37, 46));
}

// hw/rtl/fetch/README.md: 12 instructions at 0x1040 are two groups.
TEST_F(TraceEvents, DispatchesAreThePages) {
  const std::string round = "load inp\nstore out\nload uop\n";
  const auto& launch =
      run("csim", "ideal8", round + round + round + "load inp\nstore out\nfinish\n", 0x1040);
  ASSERT_EQ(launch.dispatches.size(), 12u);
  EXPECT_THAT(edges(launch.dispatches[0]), ElementsAre(0, 13, 15, 15));
  EXPECT_THAT(edges(launch.dispatches[1]), ElementsAre(1, 16, 16, 16));
  EXPECT_THAT(edges(launch.dispatches[4]), ElementsAre(4, 29, 31, 31));
  EXPECT_THAT(edges(launch.dispatches[11]), ElementsAre(11, 38, 38, 38));
  EXPECT_THAT(edges(launch.bursts[1]), ElementsAre(3, 10, 13, 28, 28));
  EXPECT_EQ(launch.bursts[1].insn, 4);
}

// A queue of two: the third behind the GEMM waits until the first has started.
TEST_F(TraceEvents, AFullQueueHoldsADispatchBack) {
  VtaConfig config = apply_memory(named_config("default"), "ideal8");
  config.cmd_queue_depth = 2;
  BackendBench bench("csim", config);
  bench.device->set_trace_sink(&log_);
  report_ = bench.run(
      "gemm uop_bgn=0 uop_end=2 iter_out=3 iter_in=4\nload uop\nload uop\nload uop\nfinish\n");
  const auto& launch = log_.launches().back();
  const Execution& gemm = launch.executions.front();
  const Execution& second = launch.executions[1];
  ASSERT_EQ(launch.dispatches.size(), 5u);
  EXPECT_EQ(launch.dispatches[2].edge, launch.dispatches[2].ready);
  // Its place is free an edge after the first LOAD has started.
  EXPECT_EQ(second.start, gemm.done + 1);
  EXPECT_EQ(launch.dispatches[3].ready, launch.dispatches[2].edge + 1);
  EXPECT_EQ(launch.dispatches[3].edge, second.start + 1);
}

TEST_F(TraceEvents, NothingIsReportedThatAnErrorCutsOff) {
  const auto& launch = run("csim", "ideal8",
                           "gemm reset uop_bgn=0 uop_end=1 iter_out=2 "
                           "iter_in=1 dst_out=2047 pop_prev\nfinish\n",
                           0x1000);
  EXPECT_EQ(report_.error, IsaError::Deadlock);
  EXPECT_THAT(launch.executions, IsEmpty());
  EXPECT_EQ(launch.dispatches.size(), 2u);
  EXPECT_EQ(launch.cycles, *report_.cycles);
}

TEST_F(TraceEvents, FsimReportsLaunchesAndEnds) {
  const auto& launch = run("fsim", "ideal8", kLoadGemmStore, 0x1000);
  EXPECT_EQ(launch.insns.size(), 4u);
  EXPECT_THAT(launch.executions, IsEmpty());
  EXPECT_EQ(log_.launches().size(), 1u);
}

TEST_F(TraceEvents, BurstsAreLeftOutUnlessAskedFor) {
  IntervalLog log;
  BackendBench bench("csim", named_config("default"));
  bench.device->set_trace_sink(&log);
  bench.run(kLoadGemmStore);
  bench.run(kLoadGemmStore);
  ASSERT_EQ(log.launches().size(), 2u);
  EXPECT_THAT(log.launches()[1].bursts, IsEmpty());
  EXPECT_EQ(log.launches()[1].executions.size(), 4u);
}

}  // namespace
}  // namespace vta::test
