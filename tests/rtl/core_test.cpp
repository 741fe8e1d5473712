// The whole core: the worked examples of the timing pages, every way a run ends, stalls.
#include <gtest/gtest.h>

#include "core_bench.h"
#include "hw/isa/assembler.h"
#include "probe_states.h"

namespace vta {
namespace {

using Memory = CoreBench::Memory;
using Outcome = CoreBench::Outcome;

constexpr int64_t kStream = 0x2000;

const InsnCodec& codec() {
  static const InsnCodec kCodec(named_config("default"));
  return kCodec;
}

// Puts the program into memory, micro-ops at 0, and runs it.
Outcome run(CoreBench& bench, std::string_view text, const Memory& memory = {},
            int64_t address = kStream) {
  const AssemblyUnit unit = assemble(text, "core_test", codec());
  std::vector<uint64_t> words;
  for (const Insn& insn : unit.insns) {
    const InsnBits encoded = codec().encode(insn);
    words.insert(words.end(), {encoded.lo, encoded.hi});
  }
  bench.put_insns(address, words);
  return bench.run(address, static_cast<int64_t>(unit.insns.size()), memory);
}

Outcome run(std::string_view text, const Memory& memory = {}, int64_t address = kStream) {
  CoreBench bench;
  return run(bench, text, memory, address);
}

void expect_error(const Outcome& run, IsaError error, uint64_t index) {
  EXPECT_TRUE(run.ended);
  EXPECT_EQ(run.error, static_cast<uint64_t>(error));
  EXPECT_EQ(run.error_insn, index);
  EXPECT_EQ(run.status & 3, 3u);
}

void expect_states_cover_the_run(const Outcome& run) {
  for (const auto& unit : run.states) {
    int64_t sum = 0;
    for (const int64_t cycles : unit)
      sum += cycles;
    EXPECT_EQ(sum, run.cycles);
  }
}

constexpr const char* kWorkedExample =
    "load inp x_size=1 y_size=1 x_stride=1 push_next\n"
    "gemm reset uop_end=1 iter_out=1 iter_in=1 pop_prev push_next\n"
    "store out x_size=1 y_size=1 x_stride=1 pop_prev\n"
    "finish\n";

TEST(Core, WorkedExampleOfTheCorePage) {
  const Outcome r = run(kWorkedExample);
  EXPECT_EQ(r.dispatched, (std::map<int64_t, int64_t>{{0, 15}, {1, 16}, {2, 17}, {3, 18}}));
  EXPECT_EQ(r.retired, (std::map<int64_t, int64_t>{{0, 23}, {1, 31}, {2, 39}, {3, 33}}));
  EXPECT_EQ(r.cycles, 40);
  EXPECT_EQ(r.status, 1u);
  expect_states_cover_the_run(r);
}

TEST(Core, SecondLaunchTakesTheSameCycles) {
  CoreBench bench;
  const Outcome first = run(bench, kWorkedExample);
  const Outcome second = run(bench, kWorkedExample);
  EXPECT_EQ(first.retired, second.retired);
  EXPECT_EQ(first.states, second.states);
}

TEST(Core, FetchExampleOfTheFetchPage) {
  std::string text;
  for (int i = 0; i < 11; ++i)
    text += "gemm\n";
  const Outcome r = run(text + "finish\n", {}, 0x1040);
  std::map<int64_t, int64_t> expected;
  for (int64_t i = 0; i < 12; ++i)
    expected[i] = i < 4 ? 15 + i : 27 + i;
  EXPECT_EQ(r.dispatched, expected);
}

TEST(Core, LoadExampleOfTheLoadPage) {
  const Outcome r =
      run("load inp y_size=3 x_size=4 x_stride=8 y_pad_0=1 x_pad_0=1 x_pad_1=1\n"
          "finish\n");
  EXPECT_EQ(r.dispatched.at(0), 11);  // 32 bytes: beats written at 5..8
  EXPECT_EQ(r.retired.at(0), 12 + 37);
}

TEST(Core, GemmAndAluTakeOneCycleForEachStep) {
  const Outcome r =
      run("gemm reset uop_end=2 iter_out=3 iter_in=4\n"
          "alu add uop_end=2 iter_out=3 iter_in=4\n"
          "finish\n");
  EXPECT_EQ(r.retired.at(1) - r.retired.at(0), 1 + 24 + 6);
}

TEST(Core, EmptyStreamLacksItsFinish) {
  CoreBench bench;
  const Outcome r = bench.run(kStream, 0, {});
  expect_error(r, IsaError::NoFinish, 0);
  EXPECT_EQ(r.cycles, 1);
}

TEST(Core, MissingFinishIsReportedBehindTheLastInstruction) {
  const Outcome r = run("gemm\ngemm\n");
  expect_error(r, IsaError::NoFinish, 2);
  EXPECT_EQ(r.retired.size(), 2u);
}

TEST(Core, StaticErrorWaitsForEarlierInstructions) {
  const Outcome r = run("gemm iter_out=50 iter_in=2 uop_end=1\nfinish\nfinish\n");
  expect_error(r, IsaError::FinishNotLast, 1);
  EXPECT_EQ(r.retired.size(), 1u);
  EXPECT_EQ(r.cycles, r.retired.at(0) + 1);
  EXPECT_EQ(r.dispatched.size(), 1u);
}

TEST(Core, StaticErrorBeatsABlockedInstruction) {
  expect_error(run("gemm pop_prev\nload out\nfinish\n"), IsaError::MemoryType, 1);
}

TEST(Core, IndexRangeBeatsAStaticError) {
  const Outcome r =
      run("gemm reset uop_end=1 iter_out=2 iter_in=2000 dst_in=2\nload out\nfinish\n");
  expect_error(r, IsaError::IndexRange, 0);
  EXPECT_TRUE(r.retired.empty());
}

TEST(Core, IndexRangeEndsTheRunAfterBurstsInFlight) {
  const char* text =
      "gemm reset uop_end=1 iter_out=1 iter_in=3 dst_in=1024\n"
      "load inp x_size=64 y_size=1 x_stride=64\n"
      "finish\n";
  Memory slow;
  slow.read_latency = 100;
  const Outcome r = run(text, slow);
  expect_error(r, IsaError::IndexRange, 0);
  // Dispatch at 112 and 113; the GEMM's third step is raised at 113 + 3 + 2, bursts of 16 beats are
  // granted at 116: the next one would come at 132.
  EXPECT_EQ(r.dispatched.at(0), 113);
  EXPECT_EQ(r.cycles, 117 + 3 + 100 + 15 + 1);
}

TEST(Core, DeadlockNamesTheLowestWaitingInstruction) {
  const Outcome r = run("load inp pop_next\ngemm\ngemm pop_prev\nstore out pop_prev\nfinish\n");
  expect_error(r, IsaError::Deadlock, 0);
  EXPECT_EQ(r.retired.size(), 1u);
}

TEST(Core, TokensLeftAreCountedAndCleared) {
  CoreBench bench;
  const Outcome r = run(bench, "gemm push_prev push_next\nfinish push_next\n");
  EXPECT_EQ(r.status, 1u | 4u);
  EXPECT_EQ(r.tokens_left, 3u);
  expect_error(run(bench, "load inp pop_next\nfinish\n"), IsaError::Deadlock, 0);
}

TEST(Core, TokensLeftAreCountedWithAnErrorToo) {
  const Outcome r = run("gemm push_prev push_next\ngemm pop_prev\nfinish\n");
  expect_error(r, IsaError::Deadlock, 1);
  EXPECT_EQ(r.status, 7u);
  EXPECT_EQ(r.tokens_left, 2u);
}

TEST(Core, NoTokensAreCountedAfterAnErrorThatStopsEverything) {
  const Outcome index =
      run("load inp x_size=1 y_size=1 x_stride=1 push_next\ngemm push_prev push_next\n"
          "gemm reset uop_end=1 iter_out=2 iter_in=2000 dst_in=2\nfinish\n");
  expect_error(index, IsaError::IndexRange, 2);
  Memory memory;
  memory.refused_beat = 8 + 2;  // four instructions are eight beats, the first load takes two
  const Outcome bus =
      run("load inp x_size=1 y_size=1 x_stride=1 push_next\ngemm push_prev push_next\n"
          "load inp x_size=1 y_size=1 x_stride=1\nfinish\n",
          memory);
  expect_error(bus, IsaError::BusError, 2);
  for (const Outcome& r : {index, bus}) {
    EXPECT_GE(r.retired.size(), 1u);
    EXPECT_EQ(r.status, 3u);
    EXPECT_EQ(r.tokens_left, 0u);
  }
}

TEST(Core, RefusedBeatIsABusErrorOfItsInstruction) {
  Memory memory;
  memory.refused_beat = 4 + 3;  // two instructions are four beats
  const Outcome r = run("load inp x_size=4 y_size=1 x_stride=4\nfinish\n", memory);
  expect_error(r, IsaError::BusError, 0);
}

TEST(Core, RefusedWriteIsABusErrorOfItsStore) {
  const char* text =
      "load acc8 dram_base=1024 y_size=1 x_size=8 x_stride=8 push_next\n"
      "store out sram_base=0 dram_base=1536 y_size=1 x_size=1 x_stride=1 pop_prev\n"
      "store out sram_base=1 dram_base=1540 y_size=1 x_size=1 x_stride=1\nfinish\n";
  for (const int64_t refused : {0, 1}) {
    Memory memory;
    memory.refused_write = refused;
    expect_error(run(text, memory), IsaError::BusError, static_cast<uint64_t>(1 + refused));
  }
}

// Beats come in while writes complete, some of them in the same cycle.
TEST(Core, RefusedBeatBesideAnAcceptedWriteIsNoFaultOfTheStore) {
  const char* text =
      "load acc8 dram_base=1024 y_size=1 x_size=40 x_stride=40 push_next\n"
      "store out dram_base=2048 y_size=40 x_size=1 x_stride=2 pop_prev\n"
      "load inp dram_base=1024 y_size=4 x_size=64 x_stride=64\n"
      "finish\n";
  for (int64_t beat = 8; beat < 400; beat += 3) {
    Memory memory;
    memory.refused_beat = beat;  // the first eight are fetch's
    memory.write_latency = beat % 5;
    const Outcome r = run(text, memory);
    ASSERT_EQ(r.error, static_cast<uint64_t>(IsaError::BusError)) << "beat " << beat;
    ASSERT_TRUE(r.error_insn == 0 || r.error_insn == 2)
        << "beat " << beat << ": instruction " << r.error_insn;
  }
}

TEST(Core, RunAfterAnErrorIsClean) {
  CoreBench bench;
  run(bench, "gemm reset uop_end=1 iter_out=2 iter_in=2000 dst_in=2\nfinish\n");
  const Outcome r = run(bench, kWorkedExample);
  EXPECT_EQ(r.status, 1u);
  EXPECT_EQ(r.cycles, 40);
}

// Moves 40 elements from 0x4000 through ACC to 0x6000, in two loads and two stores.
constexpr const char* kCopy =
    "load acc8 sram_base=0 dram_base=1024 y_size=4 x_size=5 x_stride=5 push_next\n"
    "load acc8 sram_base=20 dram_base=1044 y_size=1 x_size=20 x_stride=20 push_next\n"
    "store out sram_base=0 dram_base=1536 y_size=2 x_size=10 x_stride=10 pop_prev\n"
    "store out sram_base=20 dram_base=1556 y_size=20 x_size=1 x_stride=1 pop_prev push_prev\n"
    "finish pop_next\n";

void expect_copied(CoreBench& bench) {
  for (size_t i = 0; i < 40 * 16; ++i)
    ASSERT_EQ(bench.bytes()[0x6000 + i], bench.bytes()[0x4000 + i]) << i;
}

TEST(Core, ValuesSurviveStallsOfTheMemory) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    CoreBench bench;
    for (size_t i = 0; i < 40 * 16; ++i)
      bench.bytes()[0x4000 + i] = static_cast<uint8_t>(i * 7 + seed);
    Memory memory;
    memory.stall_seed = seed;
    memory.burst_beats = int64_t{1} << (seed % 9);
    memory.read_latency = static_cast<int64_t>(seed);
    const Outcome r = run(bench, kCopy, memory);
    EXPECT_TRUE(r.ended);
    EXPECT_EQ(r.status, 1u);
    expect_copied(bench);
  }
}

TEST(Core, FewBurstsInFlightAreEnough) {
  CoreBench bench;
  for (size_t i = 0; i < 40 * 16; ++i)
    bench.bytes()[0x4000 + i] = static_cast<uint8_t>(i * 3);
  Memory memory;
  memory.max_outstanding = 1;
  memory.read_latency = 9;
  memory.write_latency = 7;
  memory.gap = 5;
  const Outcome r = run(bench, kCopy, memory);
  EXPECT_EQ(r.status, 1u);
  expect_states_cover_the_run(r);
  expect_copied(bench);
}

}  // namespace
}  // namespace vta
