// Which accesses race, in streams short enough to be judged by eye.
#include "sim/races/race_check.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "sim/races/strips.h"
#include "tests/sim/sim_fixture.h"

namespace vta {
namespace {

using test::alu;
using test::alu_imm;
using test::finish;
using test::gemm;
using test::load;
using test::PopNext;
using test::PopPrev;
using test::PushNext;
using test::PushPrev;
using test::store;
using test::with;
using ::testing::HasSubstr;

// Micro-ops lie at element k of base 0x100000: those of `uops`, the rest zeros.
struct Memory {
  InsnCodec codec{named_config("default")};
  std::vector<Uop> uops{{0, 0, 0}};

  void read(uint64_t address, std::span<std::byte> to) const {
    const size_t first = (address - kBase) / 4;
    std::ranges::fill(to, std::byte{0});
    for (size_t k = first; k < uops.size() && 4 * (k - first) < to.size(); ++k) {
      const auto word = static_cast<uint32_t>(codec.encode_uop(uops[k]));
      std::memcpy(to.data() + 4 * (k - first), &word, 4);
    }
  }
  static constexpr uint64_t kBase = 0x100000;
};

// Every memory type has a region of its own, but INP, OUT and ACC, which start at 0.
constexpr BaseAddresses kBases{.uop = Memory::kBase, .wgt = 0x200000};

void launch(RaceCheck& check, std::vector<Insn> insns, const Memory& memory = {}) {
  insns.push_back(finish());
  check.launch(insns, kBases,
               [&](uint64_t address, std::span<std::byte> to) { memory.read(address, to); });
}

RaceLog races_of(const std::vector<Insn>& insns, const Memory& memory = {}) {
  RaceCheck check(named_config("default"));
  launch(check, insns, memory);
  return check.log();
}

Insn load_uops(int64_t count) {
  return load(MemoryType::Uop, 0, 0, 1, count);
}

Insn gemm_step() {
  return gemm(0, 1);
}

Insn reset_step() {
  Insn i = gemm(0, 1);
  i.reset = 1;
  return i;
}

void expect_one(const RaceLog& log, RaceSpace space, int64_t begin, int64_t end, int64_t first,
                int64_t second) {
  ASSERT_EQ(log.count, 1) << (log.races.empty() ? "" : race_text(log.races.front()));
  const Race& race = log.races.at(0);
  EXPECT_EQ(race.space, space);
  EXPECT_EQ(race.begin, begin);
  EXPECT_EQ(race.end, end);
  EXPECT_EQ(race.first.index, first);
  EXPECT_EQ(race.second.index, second);
}

TEST(RaceCheck, AGemmThatDoesNotWaitForItsInputRaces) {
  const Insn input = load(MemoryType::Inp, 0, 0, 1, 4);
  const RaceLog log = races_of({input, gemm_step()});
  expect_one(log, RaceSpace::Inp, 0, 1, 0, 1);
  EXPECT_TRUE(log.races.at(0).first.writes);
  EXPECT_FALSE(log.races.at(0).second.writes);
  EXPECT_EQ(races_of({with(input, PushNext), with(gemm_step(), PopPrev)}).count, 0);
}

TEST(RaceCheck, ALoadThatDoesNotWaitForAReaderRaces) {
  const Insn input = load(MemoryType::Inp, 0, 0, 1, 4);
  const std::vector<Insn> racy = {with(input, PushNext), with(gemm_step(), PopPrev), input};
  expect_one(races_of(racy), RaceSpace::Inp, 0, 1, 1, 2);
  EXPECT_EQ(
      races_of({with(input, PushNext), with(gemm_step(), PopPrev | PushPrev), with(input, PopNext)})
          .count,
      0);
}

TEST(RaceCheck, WeightsAreWatchedLikeInputs) {
  expect_one(races_of({load(MemoryType::Wgt, 0, 0, 1, 2), gemm_step()}), RaceSpace::Wgt, 0, 1, 0,
             1);
}

TEST(RaceCheck, AResetReadsNeitherInputsNorWeights) {
  EXPECT_EQ(
      races_of({load(MemoryType::Inp, 0, 0, 1, 4), load(MemoryType::Wgt, 0, 0, 1, 4), reset_step()})
          .count,
      0);
}

TEST(RaceCheck, AccumulatorsRaceBetweenComputeAndStore) {
  for (const Insn& writer :
       {gemm_step(), reset_step(), alu(AluOp::Add, 0, 1), alu_imm(AluOp::Add, 1),
        load(MemoryType::Acc, 0, 64, 1, 1), load(MemoryType::Acc8, 0, 64, 1, 1)}) {
    expect_one(races_of({writer, store(0, 0, 1, 1)}), RaceSpace::Acc, 0, 1, 0, 1);
    expect_one(races_of({store(0, 0, 1, 1), writer}), RaceSpace::Acc, 0, 1, 0, 1);
    EXPECT_EQ(races_of({with(writer, PushNext), with(store(0, 0, 1, 1), PopPrev)}).count, 0);
  }
}

TEST(RaceCheck, ReadingWithAnotherReaderIsNoRace) {
  Memory memory;
  memory.uops = {{8, 0, 0}};  // dst 8, src 0
  EXPECT_EQ(races_of({load_uops(1), alu(AluOp::Add, 0, 1), store(0, 0, 1, 4)}, memory).count, 0);
}

// OUT and INP elements have 16 bytes, ACC elements 64.
TEST(RaceCheck, DramRacesBetweenAStoreAndEitherLoader) {
  expect_one(races_of({store(0, 2, 1, 3), load(MemoryType::Inp, 0, 4, 1, 9)}), RaceSpace::Dram, 64,
             80, 0, 1);
  expect_one(races_of({load(MemoryType::Inp, 0, 4, 1, 9), store(0, 2, 1, 3)}), RaceSpace::Dram, 64,
             80, 0, 1);
  expect_one(races_of({load(MemoryType::Acc, 100, 1, 1, 1), store(0, 2, 1, 3)}), RaceSpace::Dram,
             64, 80, 0, 1);
  EXPECT_EQ(races_of({load(MemoryType::Inp, 0, 4, 1, 9), store(0, 0, 1, 4)}).count, 0);
}

TEST(RaceCheck, DramOfMicroOpsIsWatchedToo) {
  const auto at = static_cast<int64_t>(Memory::kBase / 16);
  expect_one(races_of({load_uops(6), store(0, at + 1, 1, 1)}), RaceSpace::Dram,
             static_cast<int64_t>(Memory::kBase) + 16, static_cast<int64_t>(Memory::kBase) + 24, 0,
             1);
}

TEST(RaceCheck, DramIsCountedFromTheBaseOfOut) {
  RaceCheck check(named_config("default"));
  BaseAddresses bases = kBases;
  bases.out = bases.inp = uint64_t{1} << 40;
  const std::vector<Insn> insns = {store(0, 7, 1, 1), load(MemoryType::Inp, 0, 7, 1, 1), finish()};
  check.launch(insns, bases, [](uint64_t, std::span<std::byte>) {});
  expect_one(check.log(), RaceSpace::Dram, 112, 128, 0, 1);
}

// Rows of 2 every 5 elements: 0 1, 5 6, 10 11.
TEST(RaceCheck, RowsTouchWhatIsInThemAndNotTheGaps) {
  Insn rows = load(MemoryType::Inp, 0, 0, 3, 2);
  rows.x_stride = 5;
  EXPECT_EQ(races_of({rows, store(0, 2, 1, 3), store(0, 7, 1, 3), store(0, 12, 1, 9)}).count, 0);
  expect_one(races_of({rows, store(0, 7, 1, 4)}), RaceSpace::Dram, 160, 176, 0, 1);
}

// Two rows of 2 elements, 3 apart: 0 1, 3 4. What divides their sizes and begins need not divide
// their distance.
TEST(RaceCheck, RowsMayBeginBetweenMultiplesOfTheirSize) {
  Insn rows = store(0, 0, 2, 2);
  rows.x_stride = 3;
  expect_one(races_of({rows, load(MemoryType::Inp, 0, 4, 1, 2)}), RaceSpace::Dram, 64, 80, 0, 1);
  EXPECT_EQ(races_of({rows, load(MemoryType::Inp, 0, 6, 1, 2)}).count, 0);
}

TEST(RaceCheck, PadsAreWrittenAndReadNoDram) {
  Insn pads = load(MemoryType::Inp, 10, 0, 0, 0);
  pads.y_pad_0 = 2;
  pads.x_pad_0 = 3;
  EXPECT_EQ(races_of({store(0, 0, 1, 64), pads}).count, 0);
  Memory memory;
  memory.uops = {{0, 15, 0}, {0, 16, 0}};
  expect_one(races_of({load_uops(2), pads, gemm(0, 2)}, memory), RaceSpace::Inp, 15, 16, 1, 2);
}

// src = 1 + 10 o + 3 i: 1 4 7, 11 14 17.
TEST(RaceCheck, StepsTouchWhatTheirLoopsReachAndNotTheGaps) {
  Memory memory;
  memory.uops = {{0, 1, 0}};
  Insn loops = gemm(0, 1, 2, 3);
  loops.src_out = 10;
  loops.src_in = 3;
  for (int64_t at = 0; at < 24; ++at) {
    const bool read = std::ranges::count(std::array{1, 4, 7, 11, 14, 17}, at) > 0;
    EXPECT_EQ(races_of({load_uops(1), load(MemoryType::Inp, at, 0, 1, 1), loops}, memory).count,
              read ? 1 : 0)
        << at;
  }
  expect_one(races_of({load_uops(1), load(MemoryType::Inp, 5, 0, 1, 10), loops}, memory),
             RaceSpace::Inp, 7, 15, 1, 2);
}

TEST(RaceCheck, StepsThatAreNoneTouchNothing) {
  const Insn input = load(MemoryType::Inp, 0, 0, 1, 4);
  EXPECT_EQ(races_of({input, gemm(0, 1, 0, 5), gemm(0, 1, 5, 0), gemm(1, 1), gemm(3, 1)}).count, 0);
}

// The second pop is what knows of the second push, though the program may have meant otherwise.
TEST(RaceCheck, TheFirstPopTakesTheFirstPush) {
  const Insn a = with(load(MemoryType::Inp, 0, 0, 1, 1), PushNext);
  const Insn b = with(load(MemoryType::Inp, 1, 0, 1, 1), PushNext);
  Memory memory;
  memory.uops = {{0, 1, 0}};
  const Insn nop = with(load(MemoryType::Acc, 0, 0, 0, 0), PopPrev);
  expect_one(races_of({load_uops(1), a, b, with(gemm_step(), PopPrev), nop}, memory),
             RaceSpace::Inp, 1, 2, 2, 3);
  EXPECT_EQ(races_of({load_uops(1), a, b, nop, with(gemm_step(), PopPrev)}, memory).count, 0);
}

// A pop may stand before its push in the stream.
TEST(RaceCheck, OrderIsThatOfTokensAndNotOfTheStream) {
  EXPECT_EQ(
      races_of({with(gemm_step(), PopPrev), with(load(MemoryType::Inp, 0, 0, 1, 1), PushNext)})
          .count,
      0);
}

TEST(RaceCheck, KnowledgeIsHandedOn) {
  const Insn stored = with(store(0, 0, 1, 1), PushPrev);
  const Insn relay = with(load(MemoryType::Acc, 0, 0, 0, 0), PopNext | PushPrev);
  const Insn again = load(MemoryType::Inp, 0, 0, 1, 1);
  EXPECT_EQ(races_of({stored, relay, with(again, PopNext)}).count, 0);
  EXPECT_EQ(races_of({stored, relay, again}).count, 1);
}

TEST(RaceCheck, APairIsOneRaceForEachSpace) {
  Memory memory;
  memory.uops = {{0, 0, 0}, {0, 5, 0}, {0, 9, 1}};
  const RaceLog log = races_of({load_uops(3), load(MemoryType::Inp, 0, 0, 1, 8),
                                load(MemoryType::Inp, 8, 0, 1, 8), gemm(0, 3)},
                               memory);
  ASSERT_EQ(log.count, 2);
  EXPECT_EQ(std::pair(log.races.at(0).begin, log.races.at(0).end),
            std::pair(int64_t{0}, int64_t{6}));
  EXPECT_EQ(std::pair(log.races.at(1).begin, log.races.at(1).end),
            std::pair(int64_t{9}, int64_t{10}));
}

TEST(RaceCheck, RacesAreCountedBeyondThoseThatAreKept) {
  RaceCheck check(named_config("default"), 2);
  std::vector<Insn> insns;
  for (int k = 0; k < 5; ++k) {
    insns.push_back(load(MemoryType::Inp, 0, 0, 1, 1));
    insns.push_back(gemm_step());
  }
  launch(check, insns);
  EXPECT_EQ(check.count(), 9);  // each with its neighbours of the other unit
  EXPECT_EQ(check.log().races.size(), 2u);
}

TEST(RaceCheck, WhatNeverRunsDoesNotRace) {
  const Insn input = load(MemoryType::Inp, 0, 0, 1, 4);
  // a deadlock
  EXPECT_EQ(races_of({input, with(gemm_step(), PopPrev)}).count, 0);
  // a static error: a micro-op range past the scratchpad
  EXPECT_EQ(races_of({with(alu(AluOp::Add, 0, 1 << 13), 0), input, gemm_step()}).count, 1);
  EXPECT_EQ(races_of({alu(AluOp::Add, 0, (1 << 13) + 1), input, gemm_step()}).count, 0);
  // INDEX_RANGE
  Insn outside = gemm_step();
  outside.iter_out = 3;
  outside.dst_out = 2047;
  EXPECT_EQ(races_of({outside, input, gemm_step()}).count, 0);
}

TEST(RaceCheck, MicroOpsOutliveALaunchAndLaunchesAreOrdered) {
  RaceCheck check(named_config("default"));
  Memory memory;
  memory.uops = {{0, 33, 0}};
  launch(check, {load_uops(1), load(MemoryType::Inp, 33, 0, 1, 1)}, memory);
  launch(check, {gemm_step()}, memory);
  EXPECT_EQ(check.count(), 0);
  launch(check, {load(MemoryType::Inp, 33, 0, 1, 1), gemm_step()}, memory);
  ASSERT_EQ(check.count(), 1);
  EXPECT_EQ(check.log().races.at(0).launch, 2);
  EXPECT_EQ(check.log().launches, 3);
  EXPECT_EQ(check.log().insns, 3 + 2 + 3);
}

TEST(RaceCheck, AnEmptyLaunchHasNone) {
  RaceCheck check(named_config("tiny"));
  check.launch({}, {}, [](uint64_t, std::span<std::byte>) {});
  EXPECT_EQ(check.count(), 0);
  EXPECT_EQ(check.log().launches, 1);
}

TEST(RaceCheck, TextNamesPlaceAndInstructions) {
  const RaceLog log = races_of({load(MemoryType::Inp, 0, 16, 1, 4), gemm_step()});
  EXPECT_EQ(race_text(log.races.at(0), "conv2d_0"),
            "INP elements 0 to 0, launch 0: no tokens order\n"
            "  instruction 0 of conv2d_0, load writes: load inp dram_base=16 y_size=1 x_size=4 "
            "x_stride=4\n"
            "  instruction 1, compute reads: gemm uop_end=1 iter_out=1 iter_in=1");
  const RaceLog dram = races_of({store(0, 2, 1, 3), load(MemoryType::Inp, 0, 4, 1, 9)});
  EXPECT_THAT(race_text(dram.races.at(0)), HasSubstr("DRAM bytes 64 to 79 from base OUT on"));
}

TEST(LoopStrips, AreTheSetThatTheLoopsReach) {
  constexpr uint64_t kSeed = 5;
  SCOPED_TRACE(kSeed);
  std::mt19937_64 random(kSeed);
  const auto draw = [&](uint64_t n) { return static_cast<int64_t>(random() % n); };
  for (int round = 0; round < 5000; ++round) {
    const int64_t counts[] = {1 + draw(6), 1 + draw(6)};
    const int64_t steps[] = {draw(8), draw(8)};
    std::set<int64_t> wanted, got;
    for (int64_t o = 0; o < counts[0]; ++o)
      for (int64_t i = 0; i < counts[1]; ++i)
        wanted.insert(o * steps[0] + i * steps[1]);
    const LoopStrips loops = loop_strips(counts[0], steps[0], counts[1], steps[1]);
    for (int64_t row = 0; row < loops.rows; ++row)
      for (int64_t k = 0; k < loops.strip.count; ++k)
        got.insert(row * loops.row_step + loops.strip.first + k * loops.strip.stride);
    ASSERT_EQ(got, wanted) << counts[0] << " x " << steps[0] << ", " << counts[1] << " x "
                           << steps[1];
  }
}

TEST(LoopStrips, RowsThatContinueAreOne) {
  EXPECT_EQ(loop_strips(14, 14, 14, 1), (LoopStrips{1, 0, {0, 196, 1}}));
  EXPECT_EQ(loop_strips(14, 1, 14, 14), (LoopStrips{1, 0, {0, 196, 1}}));
  EXPECT_EQ(loop_strips(16383, 1, 16383, 1), (LoopStrips{1, 0, {0, 32765, 1}}));
  EXPECT_EQ(loop_strips(14, 16, 14, 1), (LoopStrips{14, 16, {0, 14, 1}}));
  EXPECT_EQ(loop_strips(9, 0, 9, 0), LoopStrips{});
}

}  // namespace
}  // namespace vta
