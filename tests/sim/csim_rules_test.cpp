// One hand-computed case per rule of the timing pages. Streams of n instructions at a multiple of
// 128 on the 8-byte bus without latency are 2n beats, in at 4 + 2n: the first is dispatched at
// 7 + 2n.
#include <gtest/gtest.h>

#include "tests/sim/csim_fixture.h"

namespace vta::test {
namespace {

using Times = std::vector<int64_t>;

VtaConfig ideal8(int64_t VtaConfig::*key = nullptr, int64_t value = 0) {
  VtaConfig config = apply_memory(VtaConfig{}, "ideal8");
  config.gemm_pipeline = 3;
  if (key != nullptr)
    config.*key = value;
  return config;
}

// 256 bytes at a multiple of 128: two bursts of 16 beats.
Insn two_bursts() {
  return load(MemoryType::Inp, 0, 0, 1, 16);
}

TEST(CsimRules, GapSeparatesBursts) {
  TimedBench bench(ideal8(&VtaConfig::mem_gap, 5));
  // Starts at 12, granted at 14 and 14 + 16 + 5 = 35, complete at 35 + 2 + 16.
  EXPECT_EQ(bench.times({two_bursts(), finish()}), (Times{54, 14}));
  EXPECT_EQ(bench.cycles(), 55);
}

TEST(CsimRules, OutstandingLimitWaitsForTheCompletion) {
  VtaConfig config = ideal8(&VtaConfig::mem_read_latency, 10);
  config.mem_max_outstanding = 1;
  TimedBench one(config);
  // The stream is in at 18: start at 22, grant at 24, complete at 52, next grant at 53.
  EXPECT_EQ(one.times({two_bursts(), finish()})[0], 82);
  EXPECT_EQ(one.state(TimedUnit::Load, UnitState::MemQueued), 1 + 1);
  config.mem_max_outstanding = 2;
  TimedBench two(config);
  EXPECT_EQ(two.times({two_bursts(), finish()})[0], 40 + 28 + 1);
}

TEST(CsimRules, WinnerIsTheNextInCyclicOrder) {
  TimedBench bench(ideal8());
  // Load 18, compute 34, store 50, load again 66.
  EXPECT_EQ(bench.times({two_bursts(), load(MemoryType::Uop, 0, 2048, 1, 32), store(0, 512, 1, 8),
                         finish()}),
            (Times{85, 53, 69, 55}));
  EXPECT_EQ(bench.cycles(), 86);
}

TEST(CsimRules, EightByteBurstsMakeTwoOfEveryInstruction) {
  TimedBench bench(ideal8(&VtaConfig::mem_burst_beats, 1));
  // Group 0: grants 2 and 4, in at 7, dispatched at 10. Group 1: 6 and 8, in at 11, at 14.
  EXPECT_EQ(bench.times({load(MemoryType::Inp, 0, 0, 0, 0), finish()}), (Times{12, 16}));
  EXPECT_EQ(bench.states(TimedUnit::Fetch)[static_cast<size_t>(UnitState::MemData)], 2 + 1);
}

TEST(CsimRules, FullQueueHoldsBackAllThatFollows) {
  TimedBench bench(ideal8(&VtaConfig::cmd_queue_depth, 2));
  // The first starts at 18 and is done at 18 + 100 + 6 + 3; the fourth is dispatched one after the
  // second starts, the fifth one after the third.
  const Times times =
      bench.times({gemm(0, 1, 10, 10), gemm(0, 0), gemm(0, 0), gemm(0, 0), finish()});
  EXPECT_EQ(times, (Times{127, 137, 147, 157, 159}));
  EXPECT_EQ(bench.state(TimedUnit::Fetch, UnitState::Slot), 109 + 9);
}

TEST(CsimRules, PadsAloneTakeACycleEach) {
  TimedBench bench(ideal8());
  Insn pads = load(MemoryType::Acc, 0, 0, 0, 3);
  pads.y_pad_0 = 2;
  EXPECT_EQ(bench.times({pads, finish()}), (Times{12 + 6 + 1, 21}));
  EXPECT_EQ(bench.states(TimedUnit::Compute)[static_cast<size_t>(UnitState::Busy)], 8 + 2);
}

TEST(CsimRules, PadsBeyondTheBeatsFollowThem) {
  TimedBench bench(ideal8());
  Insn few = load(MemoryType::Inp, 0, 0, 1, 1);  // 2 beats
  few.y_pad_1 = 15;                              // 15 pads
  EXPECT_EQ(bench.times({few, finish()})[0], 12 + 2 + 15 + 1);
  EXPECT_EQ(bench.state(TimedUnit::Load, UnitState::MemData), 2);
  EXPECT_EQ(bench.state(TimedUnit::Load, UnitState::MemLatency), 0);
}

TEST(CsimRules, PadsFillTheLatency) {
  TimedBench bench(ideal8(&VtaConfig::mem_read_latency, 20));
  Insn few = load(MemoryType::Inp, 0, 0, 1, 1);
  few.y_pad_1 = 10;
  // The stream is in at 28: start at 32, request 33, grant 34, beats at 57 and 58. Pads at
  // 33..42, so latency is 43..56.
  EXPECT_EQ(bench.times({few, finish()})[0], 59);
  EXPECT_EQ(bench.state(TimedUnit::Load, UnitState::MemLatency), 14);
  EXPECT_EQ(bench.state(TimedUnit::Load, UnitState::Busy), 1 + 10 + 1);
}

TEST(CsimRules, Acc8ReadsBytes) {
  TimedBench bench(ideal8());
  // 8 elements of 16 bytes: 16 beats; of 64 bytes: four bursts of 16.
  EXPECT_EQ(bench.times({load(MemoryType::Acc8, 0, 0, 1, 8), finish()})[0], 14 + 2 + 16 + 1);
  EXPECT_EQ(bench.times({load(MemoryType::Acc, 0, 0, 1, 8), finish()})[0], 14 + 2 + 64 + 1);
}

TEST(CsimRules, StridesAndPadsSplitRuns) {
  TimedBench bench(ideal8());
  Insn rows = load(MemoryType::Inp, 0, 0, 4, 2);  // 4 rows of 4 beats
  EXPECT_EQ(bench.times({rows, finish()})[0], 14 + 2 + 16 + 1);
  EXPECT_EQ(bench.device->report().timing->bus_beats, 4 + 16);
  rows.x_stride = 0;  // the same row four times: grants 14, 18, 22, 26
  EXPECT_EQ(bench.times({rows, finish()})[0], 26 + 2 + 4 + 1);
  rows.x_stride = 2;
  rows.x_pad_1 = 1;  // merged no more
  EXPECT_EQ(bench.times({rows, finish()})[0], std::max<int64_t>(12 + 16 + 4, 32) + 1);
}

TEST(CsimRules, UnalignedBeginsAndEndsTouchMoreWords) {
  VtaConfig config = apply_memory(VtaConfig{}, "ideal8,bus=64");
  TimedBench bench(config);
  // 16-byte elements 3..8 are bytes 48..143: three words of 64 bytes.
  bench.times({load(MemoryType::Inp, 0, 3, 1, 6), finish()});
  EXPECT_EQ(bench.device->report().timing->bus_beats, 1 + 3);
}

TEST(CsimRules, TokensOfBothSidesAreWaitedForInOrder) {
  TimedBench bench(ideal8());
  const Times times = bench.times({with(load(MemoryType::Inp, 0, 0, 1, 1), PushNext),
                                   with(store(0, 512, 1, 8), PushPrev),
                                   with(gemm(0, 0), PopPrev | PopNext), finish()});
  EXPECT_EQ(times[2], std::max(times[0], times[1]) + 1 + 6 + 3);
  // Visible from 18 on, one after its dispatch.
  EXPECT_EQ(bench.state(TimedUnit::Compute, UnitState::TokenPrev), times[0] - 17);
  EXPECT_EQ(bench.state(TimedUnit::Compute, UnitState::TokenNext), times[1] - times[0]);
}

TEST(CsimRules, VectorOperandsTakeTwoCyclesOnOnePort) {
  TimedBench bench(ideal8(&VtaConfig::acc_read_ports, 1));
  EXPECT_EQ(bench.times({alu(AluOp::Max, 0, 1, 1, 9), finish()})[0], 12 + 18 + 6);
  EXPECT_EQ(bench.times({alu_imm(AluOp::Max, 3), finish()})[0], 12 + 1 + 6);
}

TEST(CsimRules, DeadlockEndsAfterTheLastActivity) {
  TimedBench bench(ideal8());
  EXPECT_EQ(bench.times({with(load(MemoryType::Inp, 0, 0, 1, 1), PopNext), finish()}),
            (Times{-1, 14}));
  EXPECT_EQ(bench.device->report().error, IsaError::Deadlock);
  EXPECT_EQ(bench.device->report().error_insn, 0);
  EXPECT_EQ(bench.cycles(), 15);
}

TEST(CsimRules, DeadlockBeforeAFullQueueWaitsForTheDecodeStages) {
  VtaConfig config = ideal8(&VtaConfig::cmd_queue_depth, 2);
  config.mem_burst_beats = 2;  // a group an instruction
  TimedBench bench(config);
  const Insn nop = with(load(MemoryType::Inp, 0, 0, 0, 0), PopNext);
  // Dispatched at 9 and 11; the third is in at 15, ready at 18, and has no room.
  bench.times({nop, nop, nop});
  EXPECT_EQ(bench.device->report().error, IsaError::Deadlock);
  EXPECT_EQ(bench.cycles(), 18);
}

TEST(CsimRules, StaticErrorBehindAFullQueueIsNeverSeen) {
  for (const char* backend : {"fsim", "csim"}) {
    VtaConfig config = ideal8(&VtaConfig::cmd_queue_depth, 2);
    TimedBench bench(config, backend);
    const Insn nop = with(load(MemoryType::Inp, 0, 0, 0, 0), PopNext);
    Insn illegal = finish();
    illegal.opcode = 7;
    EXPECT_EQ(bench.run({nop, nop, illegal}).error, IsaError::Opcode) << backend;
    EXPECT_EQ(bench.run({nop, nop, nop, illegal}).error, IsaError::Deadlock) << backend;
    EXPECT_EQ(bench.run({nop, nop, nop}).error, IsaError::Deadlock) << backend;
  }
}

TEST(CsimRules, StaticErrorEndsWhenWhatIsBeforeHasEnded) {
  TimedBench bench(ideal8());
  Insn illegal = finish();
  illegal.opcode = 5;
  EXPECT_EQ(bench.times({load(MemoryType::Inp, 0, 0, 0, 0), illegal}), (Times{13, -1}));
  EXPECT_EQ(bench.device->report().error, IsaError::Opcode);
  EXPECT_EQ(bench.device->report().error_insn, 1);
  EXPECT_EQ(bench.cycles(), 14);
  EXPECT_EQ(bench.times({illegal}), (Times{-1}));  // 2 beats, in at 6, fault at 9
  EXPECT_EQ(bench.cycles(), 10);
}

TEST(CsimRules, FaultStillTakesTheBurstThatIsRequested) {
  TimedBench bench(ideal8());
  std::vector<Insn> insns(12, load(MemoryType::Inp, 0, 0, 0, 0));
  insns[0].opcode = 5;
  // Two groups of 16 and 8 beats: the second is granted at 18 and complete at 28, the fault is at
  // 20 + 3.
  bench.times(insns);
  EXPECT_EQ(bench.cycles(), 29);
  EXPECT_EQ(bench.device->report().timing->bus_beats, 24);
}

TEST(CsimRules, MissingFinishIsRegisteredWithTheLastDispatch) {
  TimedBench bench(ideal8());
  EXPECT_EQ(bench.times({load(MemoryType::Inp, 0, 0, 0, 0)}), (Times{11}));
  EXPECT_EQ(bench.device->report().error, IsaError::NoFinish);
  EXPECT_EQ(bench.device->report().error_insn, 1);
  EXPECT_EQ(bench.cycles(), 12);
}

TEST(CsimRules, IndexErrorStopsAtItsStep) {
  for (const int64_t ports : {2, 1}) {
    TimedBench bench(ideal8(&VtaConfig::acc_read_ports, ports));
    Insn far = alu(AluOp::Add, 0, 1, 1, 2049);
    far.dst_in = 1;  // step 2048 has dst 2048
    EXPECT_EQ(bench.times({far, finish()}), (Times{-1, -1}));
    EXPECT_EQ(bench.device->report().error, IsaError::IndexRange);
    EXPECT_EQ(bench.device->report().error_insn, 0);
    EXPECT_EQ(bench.cycles(), 12 + 3 + 2048 * (ports == 1 ? 2 : 1) + 1);
  }
}

TEST(CsimRules, IndexErrorCountsTheMicroOpsOfItsTrip) {
  TimedBench bench(ideal8());
  bench.poke_uops(0, {{0, 0, 0}, {5, 0, 0}, {2047, 0, 0}});
  Insn far = gemm(0, 3, 2, 1);
  far.dst_out = 1;  // the third micro-op of the second trip: step 5 has dst 2048
  // LOAD: starts at 14, granted at 16, beats at 19 and 20. The GEMM starts at 22.
  EXPECT_EQ(bench.times({load(MemoryType::Uop, 0, 0, 1, 3), far, finish()}), (Times{21, -1, -1}));
  EXPECT_EQ(bench.device->report().error, IsaError::IndexRange);
  EXPECT_EQ(bench.cycles(), 22 + 3 + 5 + 1);
}

TEST(CsimRules, IndexErrorLetsGrantedBurstsEnd) {
  TimedBench bench(ideal8());
  Insn far = gemm(0, 1, 2, 1);
  far.dst_out = 2047;
  far.wgt_out = 1023;
  far.src_out = 2047;
  Insn farther = gemm(0, 1, 3, 1);
  farther.dst_out = 2047;  // step 2
  // GEMM: dispatched at 15, start 16, done 27; the second starts at 28: x = 28 + 3 + 2 = 33. The
  // LOAD's bursts are granted at 19 (complete at 37) and, as 35 is past x, never.
  EXPECT_EQ(bench.times({far, two_bursts(), farther, finish()}), (Times{27, -1, -1, -1}));
  EXPECT_EQ(bench.cycles(), 38);
}

TEST(CsimRules, GroupsWaitForTheirBuffer) {
  VtaConfig config = ideal8(&VtaConfig::cmd_queue_depth, 2);
  config.mem_burst_beats = 2;
  TimedBench bench(config);
  // d = 9, 11; the third group is requested at 10, the fourth at 12.
  const Times times = bench.times({gemm(0, 1, 10, 10), gemm(0, 0), gemm(0, 0), gemm(0, 0),
                                   load(MemoryType::Inp, 0, 0, 0, 0), finish()});
  // Starts 10 (done 119), 120, 130: the fourth is dispatched at 121, so the sixth group is
  // requested at 122.
  EXPECT_EQ(times[0], 119);
  EXPECT_EQ(times[1], 129);
  EXPECT_EQ(times[4], 124);
}

TEST(CsimRules, MemoryRegistersCountFromTheNextLaunch) {
  TimedBench bench(ideal8());
  const std::vector<Insn> insns{two_bursts(), finish()};
  EXPECT_EQ(bench.times(insns)[0], 14 + 2 + 32 + 1);
  bench.device->write_register(Register::MemReadLatency, 10);
  EXPECT_EQ(bench.times(insns)[0], 24 + 12 + 32 + 1);
  bench.device->write_register(Register::MemReadLatency, 0);
  bench.device->write_register(Register::MemBurstBeats, 32);
  bench.device->write_register(Register::MemGap, 9);
  // One burst, but the stream's 4 beats, granted at 2, keep the bus until 2 + 4 + 9.
  EXPECT_EQ(bench.times(insns)[0], 15 + 2 + 32 + 1);
  bench.device->write_register(Register::MemGap, 0);
  bench.device->write_register(Register::MemBurstBeats, 16);
  EXPECT_EQ(bench.times(insns)[0], 14 + 2 + 32 + 1);
}

TEST(CsimRules, KernelsShareTheCycles) {
  TimedBench bench(ideal8());
  bench.device->set_kernels({1, 2});
  const Times times =
      bench.times({load(MemoryType::Inp, 0, 0, 0, 0), gemm(0, 1), gemm(0, 1), finish()});
  EXPECT_EQ(times, (Times{17, 27, 38, 40}));
  const Timing& timing = bench.device->report().timing.value();
  EXPECT_EQ(timing.kernels[0].cycles, 27);
  EXPECT_EQ(timing.kernels[1].cycles, 38 - 27);
  EXPECT_EQ(timing.outside.cycles, 41 - 38);
  // Compute: 17 is the first start; before, no kernel's; then 11 cycles each; FINISH and the end.
  const auto compute = static_cast<size_t>(TimedUnit::Compute);
  const auto busy = static_cast<size_t>(UnitState::Busy);
  EXPECT_EQ(timing.kernels[0].units[compute][busy], 11);
  EXPECT_EQ(timing.kernels[1].units[compute][busy], 11);
  EXPECT_EQ(timing.outside.units[compute][busy], 2);
  // Fetch: its cycles through the first dispatch are no kernel's, one each is a kernel's.
  const auto fetch = static_cast<size_t>(TimedUnit::Fetch);
  EXPECT_EQ(timing.kernels[0].units[fetch][busy], 1);
  EXPECT_EQ(timing.kernels[1].units[fetch][busy], 1);
}

}  // namespace
}  // namespace vta::test
