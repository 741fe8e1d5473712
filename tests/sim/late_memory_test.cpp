// The model on somebody else's memory (hw/rtl/memory/README.md, "Another memory"): answers that
// come late, each in its own time, against the pages as a plain machine.
#include "tests/sim/late_memory.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/sim/csim_fixture.h"
#include "tests/sim/cycle_model.h"
#include "tests/sim/random_stream.h"

namespace vta::test {
namespace {

constexpr int64_t kLongestLate = 200000;  // cycles; programs that take longer are not compared
constexpr int64_t kLateBytes = int64_t{1} << 22;

// The same number for the same arguments, 0 .. bound - 1.
int64_t chance(uint64_t seed, int64_t number, int64_t bound) {
  std::mt19937_64 random(seed * 1'000'003 + static_cast<uint64_t>(number));
  return static_cast<int64_t>(random() % static_cast<uint64_t>(bound));
}

class LateComparison {
 public:
  LateComparison(const VtaConfig& config, uint64_t seed)
      : config_(config), codec_(config), seed_(seed), stream_(maker().stream()) {}

  // Latencies: the registers', or each burst's own below `spread`.
  void compare(int64_t spread) {
    const RandomMemory memory = memory_of();
    const auto latency = [&](int64_t number, bool write) {
      const int64_t usual = write ? memory.write_latency : memory.read_latency;
      return spread == 0 ? usual : chance(seed_, number, spread);
    };
    LateBench bench(config_, "reference", kLateBytes, [&](int64_t number, const auto& burst) {
      const int64_t taken = latency(number, burst.write());
      return LateAnswer{
          taken, chance(seed_ + 1, number, 3) == 0 ? 0 : chance(seed_ + 2, number, taken + 1)};
    });
    place(bench, memory);
    CycleRun run = cycle_run(bench, memory);
    if (spread != 0)
      run.latency = [&](int64_t number) { return latency(number, false); };
    CycleModel model(config_, run);
    if (!model.run(kLongestLate))
      return;
    Completions completions;
    bench.machine.set_trace_sink(&completions);
    ASSERT_TRUE(bench.run()) << "waits for ever";
    expect_equal(model, bench.machine.report(), completions);
  }

 private:
  StreamMaker maker() const { return {config_, seed_}; }
  RandomMemory memory_of() const { return maker().memory(); }

  void place(LateBench& bench, const RandomMemory& memory) {
    const RandomStream& s = stream_;
    const auto bytes = static_cast<size_t>(codec_.uop_bytes());
    for (size_t k = 0; k < s.uops.size(); ++k) {
      const uint64_t word = codec_.encode_uop(s.uops[k]);
      std::memcpy(bench.memory.at(s.uop_base + k * bytes, static_cast<int64_t>(bytes)).data(),
                  &word, bytes);
    }
    for (size_t k = 0; k < s.insns.size(); ++k) {
      const InsnBits bits = codec_.encode(s.insns[k]);
      std::memcpy(bench.memory.at(address() + 16 * k, 16).data(), &bits, 16);
    }
    set(bench, memory);
  }

  void set(LateBench& bench, const RandomMemory& memory) const {
    const RandomStream& s = stream_;
    bench.write(Register::MemHi, TimedBench::kDataBytes);
    bench.write(Register::UopBase, s.uop_base);
    bench.write(Register::InpBase, s.inp_base);
    bench.write(Register::WgtBase, s.wgt_base);
    bench.write(Register::AccBase, s.acc_base);
    bench.write(Register::OutBase, s.out_base);
    bench.write(Register::MemGap, static_cast<uint64_t>(memory.gap));
    bench.write(Register::MemMaxOutstanding, static_cast<uint64_t>(memory.max_outstanding));
    bench.write(Register::MemBurstBeats, static_cast<uint64_t>(memory.burst_beats));
    bench.write(Register::InsnAddr, address());
    bench.write(Register::InsnCount, s.insns.size());
    bench.machine.set_kernels(s.kernels);
  }

  CycleRun cycle_run(LateBench& bench, const RandomMemory& memory) {
    CycleRun run;
    run.bases = {stream_.uop_base, stream_.inp_base, stream_.wgt_base, stream_.acc_base,
                 stream_.out_base};
    run.insn_addr = address();
    run.insn_count = std::ssize(stream_.insns);
    decoded_.update(bench.memory.at(run.insn_addr, run.insn_count * 16),
                    {config_, run.bases, {0, TimedBench::kDataBytes}, run.insn_count}, codec_);
    run.stream = &decoded_;
    run.read_latency = memory.read_latency;
    run.write_latency = memory.write_latency;
    run.gap = memory.gap;
    run.max_outstanding = memory.max_outstanding;
    run.burst_beats = memory.burst_beats;
    run.dram = bench.memory.data();
    run.kernels = stream_.kernels;
    return run;
  }

  uint64_t address() const { return TimedBench::kStreamAddr + stream_.address; }

  static void expect_equal(const CycleModel& model, const RunReport& report,
                           const Completions& completions) {
    EXPECT_EQ(report.error, model.error) << report.error_text;
    EXPECT_EQ(report.error_insn, model.error_insn);
    EXPECT_EQ(report.cycles.value(), model.end) << report.error_text;
    EXPECT_EQ(completions.at, model.completions);
    if (report.error == IsaError::None) {
      EXPECT_EQ(report.timing.value(), model.timing);
    }
  }

  VtaConfig config_;
  InsnCodec codec_;
  uint64_t seed_;
  RandomStream stream_;
  DecodedStream decoded_;
};

void compare_programs(int64_t count, int64_t spread) {
  for (int64_t k = 0; k < count && !::testing::Test::HasFailure(); ++k) {
    const auto seed = static_cast<uint64_t>(k);
    const VtaConfig config = random_config(seed / 10 * 10);
    SCOPED_TRACE(
        fmt::format("seed {}, configuration {}, latencies below {}", seed, config.name(), spread));
    LateComparison(config, seed).compare(spread);
  }
}

TEST(LateMemory, TakesTheCyclesOfAPromptOneOfTheSameLatencies) {
  compare_programs(300, 0);
}

TEST(LateMemory, EveryBurstTakesItsOwnTime) {
  for (const int64_t spread : {2, 20, 300})
    compare_programs(200, spread);
}

// hw/rtl/core/README.md: `load; gemm; store`, with one burst refused.
class RefusedBurst : public ::testing::Test {
 protected:
  RunReport run(int64_t refused) {
    const VtaConfig config = apply_memory(VtaConfig{}, "ideal8");
    LateBench bench(config, "auto", kLateBytes, [&](int64_t number, const auto&) {
      return LateAnswer{0, 0, number == refused};
    });
    Insn reset = gemm(0, 1);
    reset.reset = 1;
    const std::vector<Insn> insns = {with(load(MemoryType::Inp, 0, 0, 1, 1), PushNext),
                                     with(reset, PopPrev | PushNext),
                                     with(store(0, 64, 1, 1), PopPrev), finish()};
    const InsnCodec codec(config);
    for (size_t k = 0; k < insns.size(); ++k) {
      const InsnBits bits = codec.encode(insns[k]);
      std::memcpy(bench.memory.at(0x10000 + 16 * k, 16).data(), &bits, 16);
    }
    bench.write(Register::InsnAddr, 0x10000);
    bench.write(Register::InsnCount, insns.size());
    EXPECT_TRUE(bench.run());
    return bench.machine.report();
  }
};

TEST_F(RefusedBurst, NoneIsTheExampleOfThePage) {
  const RunReport report = run(-1);
  EXPECT_EQ(report.error, IsaError::None);
  EXPECT_EQ(report.cycles, 40);
}

TEST_F(RefusedBurst, OfFetchIsChargedToTheNextInstruction) {
  const RunReport report = run(0);
  EXPECT_EQ(report.error, IsaError::BusError);
  EXPECT_EQ(report.error_insn, 0);
  EXPECT_EQ(report.cycles, 13) << "raised at 5, the last beat at 12";
}

TEST_F(RefusedBurst, OfALoadEndsTheRunAtItsFirstBeat) {
  const RunReport report = run(1);
  EXPECT_EQ(report.error, IsaError::BusError);
  EXPECT_EQ(report.error_insn, 0);
  EXPECT_EQ(report.cycles, 23) << "raised at 21, the last beat at 22";
  EXPECT_EQ(report.counters.inp_load_nbytes, 0);
}

TEST_F(RefusedBurst, OfAStoreEndsTheRunAtItsCompletion) {
  const RunReport report = run(2);
  EXPECT_EQ(report.error, IsaError::BusError);
  EXPECT_EQ(report.error_insn, 2);
  EXPECT_EQ(report.cycles, 39);
  EXPECT_EQ(report.counters.inp_load_nbytes, 16);
  EXPECT_EQ(report.total_tokens_left(), 0);
}

// A stream that comes in pieces of any size is the stream.
TEST(LateMemory, StreamsInPiecesAreWhatTheyAreAsAWhole) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const VtaConfig config = random_config(seed);
    const RandomStream s = StreamMaker(config, seed).stream();
    const InsnCodec codec(config);
    std::vector<std::byte> bytes(s.insns.size() * 16);
    for (size_t k = 0; k < s.insns.size(); ++k) {
      const InsnBits bits = codec.encode(s.insns[k]);
      std::memcpy(bytes.data() + 16 * k, &bits, 16);
    }
    const CheckContext context{config, {}, {0, 1 << 20}, std::ssize(s.insns)};
    DecodedStream whole, pieces;
    whole.update(bytes, context, codec);
    pieces.begin(context, codec);
    for (size_t at = 0; at < bytes.size();) {
      const size_t count = std::min<size_t>(
          bytes.size() - at, static_cast<size_t>(chance(seed, static_cast<int64_t>(at), 40)) + 1);
      pieces.append({bytes.data() + at, count});
      at += count;
    }
    ASSERT_EQ(pieces.limit(), whole.limit()) << "seed " << seed;
    ASSERT_EQ(pieces.fault().error, whole.fault().error);
    ASSERT_EQ(pieces.fault_index(), whole.fault_index());
    ASSERT_EQ(pieces.insns().size(), whole.insns().size());
  }
}

}  // namespace
}  // namespace vta::test
