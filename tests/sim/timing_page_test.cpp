// The worked examples of the timing pages in hw/rtl, edge by edge.
#include <gtest/gtest.h>

#include <utility>

#include "sim/csim/arbiter.h"
#include "sim/csim/bursts.h"
#include "tests/sim/csim_fixture.h"

namespace vta {
namespace {

using namespace vta::test;
using Times = std::vector<int64_t>;

// hw/rtl/core/README.md: `load; gemm; store` by hand.
TEST(TimingPages, CoreExample) {
  TimedBench bench("ideal8");
  Insn reset = gemm(0, 1);
  reset.reset = 1;
  const Times times =
      bench.times({with(load(MemoryType::Inp, 0, 0, 1, 1), PushNext),
                   with(reset, PopPrev | PushNext), with(store(0, 64, 1, 1), PopPrev), finish()});
  EXPECT_EQ(times, (Times{23, 31, 39, 33}));
  EXPECT_EQ(bench.cycles(), 40);
}

TEST(TimingPages, CoreExampleByState) {
  TimedBench bench("ideal8");
  Insn reset = gemm(0, 1);
  reset.reset = 1;
  bench.run({with(load(MemoryType::Inp, 0, 0, 1, 1), PushNext), with(reset, PopPrev | PushNext),
             with(store(0, 64, 1, 1), PopPrev), finish()});
  // busy, token_prev, token_next, queued, latency, data, slot, none.
  // Fetch: 1 busy (request), 2 queued, 3..4 latency, 5..12 data, 13..18 busy, 19..40 none.
  EXPECT_EQ(bench.states(TimedUnit::Fetch), (StateCycles{7, 0, 0, 1, 2, 8, 0, 22}));
  // Load: 1..15 none, 16..17 busy, 18 queued, 19..20 latency, 21..22 data, 23 busy, rest none.
  EXPECT_EQ(bench.states(TimedUnit::Load), (StateCycles{3, 0, 0, 1, 2, 2, 0, 32}));
  // Compute: 1..16 none, 17..23 token_prev, 24..31 GEMM, 32..33 FINISH, rest none.
  EXPECT_EQ(bench.states(TimedUnit::Compute), (StateCycles{10, 7, 0, 0, 0, 0, 0, 23}));
  // Store: 1..17 none, 18..31 token_prev, 32..33 busy, 34 queued, 35 latency, 36..37 data,
  // 38 latency, 39 busy, 40 none.
  EXPECT_EQ(bench.states(TimedUnit::Store), (StateCycles{3, 14, 0, 1, 2, 2, 0, 18}));
  EXPECT_EQ(bench.device->report().timing->bus_beats, 8 + 2 + 2);
}

// hw/rtl/fetch/README.md: 12 instructions at 0x1040 in two groups.
TEST(TimingPages, FetchExample) {
  TimedBench bench("ideal8");
  std::vector<Insn> insns(12, load(MemoryType::Inp, 0, 0, 0, 0));
  insns.back() = finish();
  for (size_t k = 0; k < insns.size(); ++k) {
    const InsnBits bits = bench.codec.encode(insns[k]);
    std::memcpy(bench.device->memory().at(0x1040 + 16 * k, 16).data(), &bits, 16);
  }
  bench.device->write_register(Register::InsnAddr, 0x1040);
  bench.device->write_register(Register::InsnCount, insns.size());
  bench.device->write_register(Register::Control, 1);
  while (!bench.device->advance(1000)) {
  }
  // Dispatched at 15..18 and 31..38; a NOP starts one edge later and is done one after that, but
  // takes two edges of its unit.
  const Times expected{17, 19, 21, 23, 33, 35, 37, 39, 41, 43, 45};
  for (size_t k = 0; k < expected.size(); ++k)
    EXPECT_EQ(bench.completions.at.at(static_cast<int64_t>(k)), expected[k]) << k;
  EXPECT_EQ(bench.completions.at.at(11), 40);
}

// hw/rtl/load/README.md, with the start moved from 100.
TEST(TimingPages, LoadExample) {
  TimedBench bench("ideal8");
  Insn padded = load(MemoryType::Inp, 0, 0, 3, 4);
  padded.x_stride = 8;
  padded.y_pad_0 = padded.x_pad_0 = padded.x_pad_1 = 1;
  const Times times = bench.times({padded, finish()});
  // 2 instructions are 4 beats, written at 5..8; dispatch at 11.
  EXPECT_EQ(times[0] - 12, 137 - 100);
  // Pads are busy: 113 .. 100 in the page's numbers.
  EXPECT_EQ(bench.states(TimedUnit::Load)[static_cast<size_t>(UnitState::MemData)], 24);
  EXPECT_EQ(bench.states(TimedUnit::Load)[static_cast<size_t>(UnitState::MemQueued)], 0);
  EXPECT_EQ(bench.states(TimedUnit::Load)[static_cast<size_t>(UnitState::MemLatency)], 0);
  EXPECT_EQ(bench.states(TimedUnit::Load)[static_cast<size_t>(UnitState::Busy)], 38 - 24);
}

// hw/rtl/store/README.md, with the start moved from 200.
TEST(TimingPages, StoreExample) {
  VtaConfig config;
  config.mem_read_latency = 0;
  TimedBench bench(config);
  Insn rows = store(0, 0, 2, 3);
  rows.x_stride = 8;
  const Times times = bench.times({rows, finish()});
  EXPECT_EQ(times[0] - 12, 226 - 200);
}

// hw/rtl/compute/README.md.
TEST(TimingPages, ComputeExample) {
  for (const int64_t ports : {1, 2}) {
    VtaConfig config = apply_memory(VtaConfig{}, "ideal8");
    config.acc_read_ports = ports;
    config.gemm_pipeline = 3;
    TimedBench bench(config);
    const Times times = bench.times({gemm(0, 2, 3, 4), alu(AluOp::Add, 0, 2, 3, 4), finish()});
    // Three instructions are 6 beats, written at 5..10; dispatch at 13, start at 14.
    EXPECT_EQ(times[0], 14 + 83 - 50);
    EXPECT_EQ(times[1], times[0] + 1 + 24 * (ports == 1 ? 2 : 1) + 6);
    EXPECT_EQ(times[2], times[1] + 2);
  }
}

// The same page's formula: the registers of the dot product add to every GEMM that is no reset, be
// its steps none, one or many, and to nothing else.
TEST(TimingPages, RegistersOfTheDotProductDelayItsGemmAlone) {
  for (int64_t registers = 1; registers <= 6; ++registers) {
    VtaConfig config = apply_memory(VtaConfig{}, "ideal8");
    config.gemm_pipeline = registers;
    TimedBench bench(config);
    for (const int64_t steps : {0, 1, 2, 7, 100}) {
      Insn reset = gemm(0, steps == 0 ? 0 : 1, 1, std::max<int64_t>(steps, 1));
      const Insn sums = reset;
      reset.reset = 1;
      const Insn adds = alu_imm(AluOp::Add, 1);  // one step
      const Times times = bench.times({sums, reset, adds, finish()});
      SCOPED_TRACE(fmt::format("GEMM_PIPELINE {}, {} steps", registers, steps));
      // Four instructions are 8 beats, written at 5..12; dispatch at 15, start at 16.
      EXPECT_EQ(times[0], 16 + steps + 6 + registers);
      EXPECT_EQ(times[1], times[0] + 1 + steps + 6);
      EXPECT_EQ(times[2], times[1] + 1 + 1 + 6);
      EXPECT_EQ(times[3], times[2] + 2);
    }
  }
}

// hw/rtl/memory/README.md: bursts and grants.
TEST(TimingPages, MemoryExample) {
  csim::MemoryTiming timing;
  timing.max_outstanding = 16;
  timing.log_burst_bytes = 7;
  csim::BurstWalk walk;
  walk.begin({0x1078, 0x1110 - 0x1078, 1, 0}, timing);
  csim::Arbiter arbiter;
  arbiter.launch(timing);
  Times beats, grants;
  for (int64_t registered = 10; !walk.done();) {
    const csim::Burst burst = walk.next();
    arbiter.request(TimedUnit::Load, registered, burst);
    const int64_t grant = arbiter.next_grant();
    const csim::Granted granted{TimedUnit::Load, arbiter.pending(TimedUnit::Load), grant};
    arbiter.granted(TimedUnit::Load, grant);
    EXPECT_EQ(arbiter.answered(granted, 0), grant + 2 + burst.beats);
    beats.push_back(burst.beats);
    grants.push_back(grant);
    registered = grant + 1;
  }
  EXPECT_EQ(beats, (Times{1, 16, 2}));
  EXPECT_EQ(grants, (Times{11, 13, 29}));
}

// The same page, "Another memory": delays of each burst's own, in order all the same.
TEST(TimingPages, AnotherMemoryExample) {
  csim::MemoryTiming timing;
  timing.max_outstanding = 16;
  csim::Arbiter arbiter;
  arbiter.launch(timing);
  const auto complete = [&](TimedUnit unit, int64_t grant, int64_t beats, int64_t latency) {
    arbiter.request(unit, grant - 1, {0, 8 * beats, beats});
    const csim::Granted granted{unit, arbiter.pending(unit), grant};
    arbiter.granted(unit, grant);
    return arbiter.answered(granted, latency);
  };
  EXPECT_EQ(complete(TimedUnit::Load, 11, 1, 4), 18);
  EXPECT_EQ(complete(TimedUnit::Load, 13, 16, 0), 34);
  EXPECT_EQ(complete(TimedUnit::Load, 29, 2, 1), 36);
  EXPECT_EQ(complete(TimedUnit::Store, 31, 4, 20), 57);
  EXPECT_EQ(complete(TimedUnit::Store, 35, 1, 0), 58) << "a write after the write before";
  EXPECT_EQ(complete(TimedUnit::Fetch, 36, 1, 0), 39) << "reads do not wait for writes";
}

// What is unanswered is in flight, however long.
TEST(TimingPages, UnansweredBurstsTakeRoom) {
  csim::MemoryTiming timing;
  timing.max_outstanding = 2;
  csim::Arbiter arbiter;
  arbiter.launch(timing);
  std::vector<csim::Granted> bursts;
  for (const int64_t grant : {2, 5}) {
    arbiter.request(TimedUnit::Load, grant - 1, {0, 8, 1});
    bursts.push_back({TimedUnit::Load, arbiter.pending(TimedUnit::Load), grant});
    arbiter.granted(TimedUnit::Load, grant);
  }
  arbiter.request(TimedUnit::Load, 6, {0, 8, 1});
  EXPECT_EQ(arbiter.next_grant(), csim::kNever);
  EXPECT_EQ(arbiter.answered(bursts[0], 10), 15);
  EXPECT_EQ(arbiter.next_grant(), 16);
  arbiter.request(TimedUnit::Store, 30, {0, 8, 1});  // registered later, no reason to forget
  EXPECT_EQ(arbiter.next_grant(), 16);
}

TEST(TimingPages, EmptyStreamEndsAtOne) {
  TimedBench bench("ideal8");
  bench.run({});
  EXPECT_EQ(bench.device->report().error, IsaError::NoFinish);
  EXPECT_EQ(bench.device->report().error_insn, 0);
  EXPECT_EQ(bench.cycles(), 1);
}

}  // namespace
}  // namespace vta
