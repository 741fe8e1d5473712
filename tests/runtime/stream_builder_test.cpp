#include "runtime/stream_builder.h"

#include <gmock/gmock.h>

#include <random>

#include "base/error.h"
#include "stream_order.h"

namespace vta {
namespace {

using testing::count_nops;
using testing::count_tokens;
using testing::HappensBefore;

VtaConfig small_config() {
  VtaConfig config;
  config.cmd_queue_depth = 2;
  return config;
}

Insn load(MemoryType type) {
  Insn insn;
  insn.opcode = static_cast<int64_t>(Opcode::Load);
  insn.memory_type = static_cast<int64_t>(type);
  insn.y_size = insn.x_size = insn.x_stride = 1;
  return insn;
}

Insn store() {
  Insn insn = load(MemoryType::Out);
  insn.opcode = static_cast<int64_t>(Opcode::Store);
  return insn;
}

Insn gemm() {
  Insn insn;
  insn.opcode = static_cast<int64_t>(Opcode::Gemm);
  insn.iter_out = insn.iter_in = 1;
  return insn;
}

Access reads(Space space, int64_t begin, int64_t end) {
  return {space, begin, end, false};
}
Access writes(Space space, int64_t begin, int64_t end) {
  return {space, begin, end, true};
}

using Accesses = std::vector<Access>;
const std::vector<Uop> kUop{{0, 0, 0}};

TEST(StreamBuilder, EmptyStream_IsFinishWithoutTokens) {
  StreamBuilder builder(small_config());
  const Stream stream = builder.finish();
  ASSERT_EQ(stream.insns.size(), 1u);
  EXPECT_EQ(stream.insns[0].op(), Opcode::Finish);
  EXPECT_EQ(count_tokens(stream.insns), 0);
}

TEST(StreamBuilder, LoadThenGemm_IsOneToken) {
  StreamBuilder builder(small_config());
  builder.memory(load(MemoryType::Inp), Accesses{writes(Space::Inp, 0, 4)});
  builder.compute(gemm(), kUop, Accesses{reads(Space::Inp, 2, 3), writes(Space::Acc, 0, 1)});
  const Stream stream = builder.finish();
  ASSERT_EQ(stream.insns.size(), 4u);  // LOAD INP, LOAD UOP, GEMM, FINISH
  EXPECT_EQ(stream.insns[0].push_next, 1);
  EXPECT_EQ(stream.insns[1].memory(), MemoryType::Uop);
  EXPECT_EQ(stream.insns[1].pop_prev, 0);
  EXPECT_EQ(stream.insns[2].pop_prev, 1);
  EXPECT_EQ(count_tokens(stream.insns), 1);
}

TEST(StreamBuilder, DisjointRanges_NeedNoToken) {
  StreamBuilder builder(small_config());
  builder.compute(gemm(), kUop, Accesses{reads(Space::Inp, 0, 4), writes(Space::Acc, 0, 1)});
  builder.memory(load(MemoryType::Inp), Accesses{writes(Space::Inp, 4, 8)});
  builder.compute(gemm(), kUop, Accesses{reads(Space::Inp, 0, 4), writes(Space::Acc, 0, 1)});
  const Stream stream = builder.finish();
  EXPECT_EQ(stream.insns[2].pop_next, 0);
  EXPECT_EQ(stream.insns[3].pop_prev, 0);
}

TEST(StreamBuilder, TwoReads_DoNotConflict) {
  StreamBuilder builder(small_config());
  builder.memory(load(MemoryType::Wgt),
                 Accesses{reads(Space::Dram, 0, 64), writes(Space::Wgt, 0, 4)});
  builder.memory(load(MemoryType::Acc),
                 Accesses{reads(Space::Dram, 0, 64), writes(Space::Acc, 0, 4)});
  const Stream stream = builder.finish();
  EXPECT_EQ(stream.insns[1].pop_prev, 0);
}

TEST(StreamBuilder, TwoLoadsForOneGemm_OnlyTheLaterPushes) {
  StreamBuilder builder(small_config());
  builder.memory(load(MemoryType::Inp), Accesses{writes(Space::Inp, 0, 4)});
  builder.memory(load(MemoryType::Wgt), Accesses{writes(Space::Wgt, 0, 4)});
  builder.compute(gemm(), kUop, Accesses{reads(Space::Inp, 0, 4), reads(Space::Wgt, 0, 4)});
  const Stream stream = builder.finish();
  EXPECT_EQ(stream.insns[0].push_next, 0);
  EXPECT_EQ(stream.insns[1].push_next, 1);
  EXPECT_EQ(count_tokens(stream.insns), 1);
}

TEST(StreamBuilder, SecondUseOfALoadedTile_NeedsNoSecondToken) {
  StreamBuilder builder(small_config());
  builder.memory(load(MemoryType::Inp), Accesses{writes(Space::Inp, 0, 4)});
  for (int i = 0; i < 3; ++i)
    builder.compute(gemm(), kUop, Accesses{reads(Space::Inp, 0, 4), writes(Space::Acc, i, i + 1)});
  EXPECT_EQ(count_tokens(builder.finish().insns), 1);
}

TEST(StreamBuilder, Overwrite_WaitsForTheLastReader) {
  StreamBuilder builder(small_config());
  builder.memory(load(MemoryType::Inp), Accesses{writes(Space::Inp, 0, 4)});
  builder.compute(gemm(), kUop, Accesses{reads(Space::Inp, 0, 2)});
  builder.compute(gemm(), kUop, Accesses{reads(Space::Inp, 2, 4)});
  builder.memory(load(MemoryType::Inp), Accesses{writes(Space::Inp, 0, 4)});
  const Stream stream = builder.finish();
  EXPECT_EQ(stream.insns[2].push_prev, 0);
  EXPECT_EQ(stream.insns[3].push_prev, 1);
  EXPECT_EQ(stream.insns[4].pop_next, 1);
}

TEST(StreamBuilder, Overwrite_WaitsOnlyForTheReaderOfItsPart) {
  StreamBuilder builder(small_config());
  builder.compute(gemm(), kUop, Accesses{reads(Space::Inp, 0, 2)});
  builder.compute(gemm(), kUop, Accesses{reads(Space::Inp, 2, 4)});
  builder.memory(load(MemoryType::Inp), Accesses{writes(Space::Inp, 0, 2)});
  const Stream stream = builder.finish();
  EXPECT_EQ(stream.insns[1].push_prev, 1);
  EXPECT_EQ(stream.insns[2].push_prev, 0);
}

TEST(StreamBuilder, AccumulatorGoesToStoreAndBack) {
  StreamBuilder builder(small_config());
  builder.compute(gemm(), kUop, Accesses{writes(Space::Acc, 0, 8)});
  builder.memory(store(), Accesses{reads(Space::Acc, 0, 8), writes(Space::Dram, 0, 8)});
  builder.compute(gemm(), kUop, Accesses{writes(Space::Acc, 0, 8)});
  const Stream stream = builder.finish();  // LOAD UOP, GEMM, STORE, GEMM, FINISH
  EXPECT_EQ(stream.insns[1].push_next, 1);
  EXPECT_EQ(stream.insns[2].pop_prev, 1);
  EXPECT_EQ(stream.insns[2].push_prev, 1);
  EXPECT_EQ(stream.insns[3].pop_next, 1);
}

// A STORE of 40 elements takes about 40 * 2 + 64 cycles: where GEMMs of 50 steps follow it, the
// fourth starts when it should be done. With two that many have not been, and a NOP waits.
TEST(StreamBuilder, LoadOfStoredData_WaitsWhereTheStoreShouldBeDone) {
  for (const int gemms : {2, 3, 4, 6}) {
    StreamBuilder builder(small_config(), 0, 2);
    builder.compute(gemm(), kUop, Accesses{writes(Space::Acc, 0, 8)});
    Insn stored = store();
    stored.x_size = stored.x_stride = 40;
    builder.memory(stored, Accesses{reads(Space::Acc, 0, 8), writes(Space::Dram, 0, 8)});
    Insn other = gemm();
    other.iter_out = 5;
    other.iter_in = 10;
    for (int i = 0; i < gemms; ++i)
      builder.compute(other, kUop, Accesses{writes(Space::Acc, 8, 16)});
    builder.memory(load(MemoryType::Inp),
                   Accesses{reads(Space::Dram, 0, 8), writes(Space::Inp, 0, 8)});
    const Stream stream = builder.finish();
    // LOAD UOP, GEMM, STORE, the GEMMs, a NOP where they are too few, LOAD, FINISH
    EXPECT_EQ(stream.num_nops, gemms < 4 ? 1 : 0) << gemms;
    for (int i = 0; i <= std::min(gemms, 3); ++i) {
      EXPECT_EQ(stream.insns[static_cast<size_t>(3 + i)].pop_next, i == std::min(gemms, 3))
          << gemms << " " << i;
      EXPECT_EQ(stream.insns[static_cast<size_t>(3 + i)].push_prev, i == std::min(gemms, 3))
          << gemms << " " << i;
    }
  }
}

TEST(StreamBuilder, LoadOfStoredData_TakesOneNop) {
  StreamBuilder builder(small_config());
  builder.compute(gemm(), kUop, Accesses{writes(Space::Acc, 0, 8)});
  builder.memory(store(), Accesses{reads(Space::Acc, 0, 8), writes(Space::Dram, 0, 8)});
  builder.memory(load(MemoryType::Inp),
                 Accesses{reads(Space::Dram, 4, 12), writes(Space::Inp, 0, 8)});
  const Stream stream = builder.finish();
  ASSERT_EQ(count_nops(stream.insns), 1);
  EXPECT_EQ(stream.num_nops, 1);
  const Insn& nop = stream.insns[3];
  EXPECT_TRUE(is_nop(nop));
  EXPECT_EQ(unit_of(nop), Unit::Compute);
  EXPECT_EQ(nop.pop_next, 1);
  EXPECT_EQ(nop.push_prev, 1);
  EXPECT_TRUE(HappensBefore(stream.insns).ordered(2, 4));
}

TEST(StreamBuilder, LoadOfStoredData_UsesAComputeInstructionThatFollowsTheStore) {
  StreamBuilder builder(small_config());
  builder.compute(gemm(), kUop, Accesses{writes(Space::Acc, 0, 8)});
  builder.memory(store(), Accesses{reads(Space::Acc, 0, 8), writes(Space::Dram, 0, 8)});
  builder.compute(gemm(), kUop, Accesses{writes(Space::Acc, 100, 108)});
  builder.memory(load(MemoryType::Inp),
                 Accesses{reads(Space::Dram, 4, 12), writes(Space::Inp, 0, 8)});
  const Stream stream = builder.finish();
  EXPECT_EQ(count_nops(stream.insns), 0);
  EXPECT_TRUE(HappensBefore(stream.insns).ordered(2, 4));
}

TEST(StreamBuilder, SecondLoadOfStoredData_NeedsNothingMore) {
  StreamBuilder builder(small_config());
  builder.compute(gemm(), kUop, Accesses{writes(Space::Acc, 0, 8)});
  builder.memory(store(), Accesses{reads(Space::Acc, 0, 8), writes(Space::Dram, 0, 8)});
  for (int i = 0; i < 3; ++i)
    builder.memory(load(MemoryType::Inp),
                   Accesses{reads(Space::Dram, 4, 12), writes(Space::Inp, 8 * i, 8 * i + 8)});
  const Stream stream = builder.finish();
  EXPECT_EQ(count_nops(stream.insns), 1);
  EXPECT_EQ(stream.insns[5].pop_next, 0);
}

TEST(StreamBuilder, StoreOverLoadedData_NeedsOnlyTheTokensOfTheChain) {
  // LOAD -> GEMM -> STORE already orders the STORE behind the LOAD whose source it overwrites.
  StreamBuilder builder(small_config());
  builder.memory(load(MemoryType::Inp),
                 Accesses{reads(Space::Dram, 0, 8), writes(Space::Inp, 0, 8)});
  builder.compute(gemm(), kUop, Accesses{reads(Space::Inp, 0, 8), writes(Space::Acc, 0, 8)});
  builder.memory(store(), Accesses{reads(Space::Acc, 0, 8), writes(Space::Dram, 0, 8)});
  const Stream stream = builder.finish();
  EXPECT_EQ(count_nops(stream.insns), 0);
  EXPECT_EQ(count_tokens(stream.insns), 3);  // the third: STORE to FINISH
}

TEST(StreamBuilder, ComputeLoadOfStoredData_TakesOneTokenAndNoNop) {
  StreamBuilder builder(small_config());
  builder.compute(gemm(), kUop, Accesses{writes(Space::Acc, 0, 8)});
  builder.memory(store(), Accesses{reads(Space::Acc, 0, 8), writes(Space::Dram, 0, 8)});
  builder.memory(load(MemoryType::Acc8),
                 Accesses{reads(Space::Dram, 0, 8), writes(Space::Acc, 64, 72)});
  const Stream stream = builder.finish();
  EXPECT_EQ(count_nops(stream.insns), 0);
  EXPECT_EQ(stream.insns[3].pop_next, 1);
}

TEST(StreamBuilder, StoreTokenThatBringsTheLoadsOrder_ReplacesTheLoadToken) {
  StreamBuilder builder(small_config());
  builder.memory(load(MemoryType::Inp), Accesses{writes(Space::Inp, 0, 8)});
  builder.compute(gemm(), kUop, Accesses{reads(Space::Inp, 0, 8), writes(Space::Acc, 0, 8)});
  builder.memory(store(), Accesses{reads(Space::Acc, 0, 8), writes(Space::Dram, 0, 8)});
  builder.compute(gemm(), kUop, Accesses{reads(Space::Inp, 0, 8), writes(Space::Acc, 0, 8)});
  const Stream stream = builder.finish();
  EXPECT_EQ(stream.insns[4].pop_prev, 0);
  EXPECT_EQ(stream.insns[4].pop_next, 1);
}

TEST(StreamBuilder, Finish_WaitsForTheLastLoadAndStore) {
  StreamBuilder builder(small_config());
  builder.memory(load(MemoryType::Inp), Accesses{writes(Space::Inp, 0, 8)});
  builder.memory(store(), Accesses{reads(Space::Acc, 0, 8), writes(Space::Dram, 0, 8)});
  const Stream stream = builder.finish();
  EXPECT_EQ(stream.insns[2].pop_prev, 1);
  EXPECT_EQ(stream.insns[2].pop_next, 1);
}

TEST(StreamBuilder, TokenBitsOfTheCaller_AreIgnored) {
  StreamBuilder builder(small_config());
  Insn insn = load(MemoryType::Inp);
  insn.pop_prev = insn.pop_next = insn.push_prev = insn.push_next = 1;
  builder.memory(insn, Accesses{writes(Space::Inp, 0, 8)});
  const Stream stream = builder.finish();
  EXPECT_EQ(stream.insns[0].pop_prev + stream.insns[0].pop_next + stream.insns[0].push_prev, 0);
}

TEST(StreamBuilder, Kernels_StartWhereTheyWereBegun) {
  StreamBuilder builder(small_config());
  builder.begin_kernel("a");
  builder.compute(gemm(), kUop, {});
  builder.begin_kernel("b");
  builder.compute(gemm(), kUop, {});
  const Stream stream = builder.finish();
  ASSERT_EQ(stream.kernels.size(), 2u);
  EXPECT_EQ(stream.kernels[0].name, "a");
  EXPECT_EQ(stream.kernels[0].first_insn, 0);
  EXPECT_EQ(stream.kernels[1].first_insn, 2);  // the micro-ops are shared
}

TEST(StreamBuilder, MicroOps_AreLoadedFromTheGivenBase) {
  StreamBuilder builder(small_config(), 1000);
  builder.compute(gemm(), std::vector<Uop>{{1, 2, 3}, {4, 5, 6}}, {});
  builder.compute(gemm(), std::vector<Uop>{{7, 0, 0}}, {});
  const Stream stream = builder.finish();
  EXPECT_EQ(stream.insns[0].dram_base, 1000);
  EXPECT_EQ(stream.insns[0].x_size, 2);
  EXPECT_EQ(stream.insns[2].dram_base, 1002);
  EXPECT_EQ(stream.insns[3].uop_bgn, 2);
  EXPECT_EQ(stream.insns[3].uop_end, 3);
  const InsnCodec codec(small_config());
  ASSERT_EQ(stream.uop_words.size(), 3u);
  EXPECT_EQ(codec.decode_uop(stream.uop_words[1]), (Uop{4, 5, 6}));
}

TEST(StreamBuilder, NoMicroOps_GiveAnEmptyRangeAndNoLoad) {
  StreamBuilder builder(small_config());
  builder.compute(gemm(), {}, {});
  const Stream stream = builder.finish();
  ASSERT_EQ(stream.insns.size(), 2u);
  EXPECT_EQ(stream.insns[0].uop_bgn, stream.insns[0].uop_end);
}

TEST(StreamBuilder, MisuseIsABug) {
  StreamBuilder builder(small_config());
  EXPECT_THROW(builder.memory(gemm(), {}), InternalError);
  EXPECT_THROW(builder.memory(load(MemoryType::Uop), {}), InternalError);
  EXPECT_THROW(builder.compute(store(), kUop, {}), InternalError);
  EXPECT_THROW(builder.compute(gemm(), kUop, Accesses{reads(Space::Acc, 3, 2)}), InternalError);
  builder.finish();
  EXPECT_THROW(builder.compute(gemm(), kUop, {}), InternalError);
}

// A random stream with everything that was said of each instruction.
struct RandomStream {
  Stream stream;
  std::vector<std::vector<Access>> accesses;  // by instruction
};

RandomStream random_stream(std::mt19937_64& random, int count, int64_t extent,
                           int64_t store_cycles) {
  const auto pick = [&](int64_t n) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(n));
  };
  const auto range = [&](Space space, bool write) {
    const int64_t begin = pick(extent);
    return Access{space, begin, begin + 1 + pick(extent / 4 + 1), write};
  };
  StreamBuilder builder(small_config(), 0, store_cycles);
  std::vector<std::pair<Insn, std::vector<Access>>> emitted;
  for (int i = 0; i < count; ++i) {
    switch (pick(6)) {
      case 0:
        emitted.push_back(
            {load(MemoryType::Inp), {range(Space::Dram, false), range(Space::Inp, true)}});
        break;
      case 1:
        emitted.push_back(
            {load(MemoryType::Wgt), {range(Space::Dram, false), range(Space::Wgt, true)}});
        break;
      case 2:
        emitted.push_back(
            {load(MemoryType::Acc), {range(Space::Dram, false), range(Space::Acc, true)}});
        break;
      case 3:
        emitted.push_back({store(), {range(Space::Acc, false), range(Space::Dram, true)}});
        break;
      default:
        emitted.push_back({gemm(),
                           {range(Space::Inp, false), range(Space::Wgt, false),
                            range(Space::Acc, false), range(Space::Acc, true)}});
        break;
    }
    auto& [insn, accesses] = emitted.back();
    insn.iter_out = i % 8000;  // a mark to find it again
    if (insn.op() == Opcode::Gemm)
      builder.compute(insn, kUop, accesses);
    else
      builder.memory(insn, accesses);
  }
  RandomStream result;
  result.stream = builder.finish();
  size_t next = 0;
  for (const Insn& insn : result.stream.insns) {
    const bool ours = next < emitted.size() && insn.opcode == emitted[next].first.opcode &&
                      insn.iter_out == emitted[next].first.iter_out && !is_nop(insn) &&
                      !(insn.op() == Opcode::Load && insn.memory() == MemoryType::Uop);
    result.accesses.push_back(ours ? emitted[next++].second : std::vector<Access>{});
  }
  EXPECT_EQ(next, emitted.size());
  return result;
}

bool conflict(const std::vector<Access>& a, const std::vector<Access>& b) {
  for (const Access& x : a)
    for (const Access& y : b)
      if (x.space == y.space && (x.write || y.write) && x.begin < y.end && y.begin < x.end)
        return true;
  return false;
}

class RandomStreams : public ::testing::TestWithParam<int> {};

TEST_P(RandomStreams, EveryConflictIsOrderedAndTokensBalance) {
  const auto seed = static_cast<uint64_t>(GetParam()) * 7919;
  std::mt19937_64 random(seed);
  SCOPED_TRACE(fmt::format("seed {}", seed));
  const RandomStream r =
      random_stream(random, 150, 4 + GetParam() * 3, GetParam() % 3 == 0 ? 0 : GetParam() % 3 * 40);
  const auto& insns = r.stream.insns;
  const HappensBefore order(insns);
  EXPECT_THAT(order.balance(), ::testing::Each(0));
  for (size_t b = 0; b < insns.size(); ++b)
    for (size_t a = 0; a < b; ++a)
      if (conflict(r.accesses[a], r.accesses[b])) {
        ASSERT_TRUE(order.ordered(static_cast<int64_t>(a), static_cast<int64_t>(b)))
            << a << " -> " << b;
      }
}

TEST_P(RandomStreams, RunWithQueuesOfTwoWithoutDeadlockOrRace) {
  const auto seed = static_cast<uint64_t>(GetParam()) * 104729;
  std::mt19937_64 random(seed);
  SCOPED_TRACE(fmt::format("seed {}", seed));
  const RandomStream r =
      random_stream(random, 200, 4 + GetParam() * 3, GetParam() % 3 == 0 ? 0 : GetParam() % 3 * 40);
  for (int repeat = 0; repeat < 5; ++repeat) {
    const auto spans = testing::run_randomly(r.stream.insns, 2, random);
    ASSERT_FALSE(spans.empty()) << "deadlock";
    for (size_t b = 0; b < spans.size(); ++b)
      for (size_t a = 0; a < b; ++a)
        if (conflict(r.accesses[a], r.accesses[b])) {
          ASSERT_LE(spans[a].end, spans[b].start) << a << " -> " << b;
        }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomStreams, ::testing::Range(1, 25));

// A STORE whose accumulators the last GEMM takes again, and a LOAD of what it stores: the token is
// taken by a GEMM in between that starts when the STORE is done, and the LOAD waits for no later
// one.
TEST(StreamBuilder, AWaitingLoadMovesThePopOfItsStoreForwards) {
  constexpr int64_t kLatency = 64, kElement = 2;
  for (const int64_t early : {0, 5}) {
    StreamBuilder builder(small_config(), 0, kElement);
    const auto gemm_on = [&](int64_t inp, int64_t acc, int64_t steps) {
      Insn insn = gemm();
      insn.iter_out = steps;
      builder.compute(insn, kUop,
                      Accesses{reads(Space::Inp, inp, inp + 1), writes(Space::Acc, acc, acc + 10)});
    };
    builder.memory(load(MemoryType::Inp), Accesses{writes(Space::Inp, 0, 100)});
    gemm_on(0, 0, 10);
    Insn out = store();
    out.y_size = out.x_size = 1;
    builder.memory(out, Accesses{reads(Space::Acc, 0, 10), writes(Space::Dram, 0, 10)});
    gemm_on(1, 20, kLatency + kElement - 1 + early);  // runs beside the STORE
    gemm_on(2, 40, 10);
    gemm_on(3, 60, 10);
    gemm_on(4, 0, 10);
    builder.memory(load(MemoryType::Inp),
                   Accesses{reads(Space::Dram, 0, 10), writes(Space::Inp, 0, 1)});
    gemm_on(0, 80, 10);
    const Stream stream = builder.finish();
    std::vector<int> pops;
    int gemms = 0;
    for (const Insn& insn : stream.insns)
      if (insn.op() == Opcode::Gemm) {
        if (insn.pop_next)
          pops.push_back(gemms);
        ++gemms;
      }
    EXPECT_EQ(pops, std::vector<int>{early > 0 ? 2 : 3});
    EXPECT_EQ(stream.num_nops, 0);
    EXPECT_TRUE(testing::redundant_pairs(stream.insns).empty());
  }
}

TEST(StreamBuilder, TokensOfATiledKernel_AreNeverRedundant) {
  // Two virtual threads over 12 tiles: the stream shape that code generation makes.
  StreamBuilder builder(small_config());
  for (int tile = 0; tile < 12; ++tile) {
    const int64_t inp = (tile % 2) * 100, acc = (tile % 2) * 50;
    for (int part = 0; part < 3; ++part) {
      builder.memory(load(MemoryType::Inp), Accesses{writes(Space::Inp, inp, inp + 100)});
      builder.memory(load(MemoryType::Wgt), Accesses{writes(Space::Wgt, inp, inp + 100)});
      builder.compute(gemm(), kUop,
                      Accesses{reads(Space::Inp, inp, inp + 100), reads(Space::Wgt, inp, inp + 100),
                               writes(Space::Acc, acc, acc + 50)});
    }
    builder.memory(store(), Accesses{reads(Space::Acc, acc, acc + 50),
                                     writes(Space::Dram, 100 * tile, 100 * tile + 100)});
  }
  const Stream stream = builder.finish();
  EXPECT_EQ(stream.num_nops, 0);
  EXPECT_TRUE(testing::redundant_pairs(stream.insns).empty());
}

}  // namespace
}  // namespace vta
