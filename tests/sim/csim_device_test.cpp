// csim as a device: launches without end, several devices in one process, stops and errors.
#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>
#include <thread>

#include "base/error.h"
#include "sim/csim/csim.h"
#include "tests/sim/csim_fixture.h"

#if defined(SYSTEMC_INCLUDED) || defined(SC_CPLUSPLUS)
#error "SystemC must not be seen outside sim/csim: the library was built as C++17"
#endif

namespace vta::test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// Loads, multiplies and stores, with every unit at work.
std::vector<Insn> work() {
  Insn product = gemm(0, 1, 8, 4);
  product.dst_out = 4;
  product.dst_in = 1;
  product.src_out = 4;
  product.src_in = 1;
  return {load(MemoryType::Uop, 0, 0, 1, 1),
          with(load(MemoryType::Inp, 0, 64, 4, 8), 0),
          with(load(MemoryType::Wgt, 0, 8, 1, 1), PushNext),
          with(product, PopPrev | PushNext),
          with(store(0, 4096, 2, 16), PopPrev | PushPrev),
          with(alu_imm(AluOp::Max, 0), PopNext),
          finish()};
}

void fill(Bench& bench) {
  std::vector<int8_t> bytes(1 << 15);
  for (size_t k = 0; k < bytes.size(); ++k)
    bytes[k] = static_cast<int8_t>(k * 31 % 251);
  bench.poke(16, bytes);
  bench.poke_uops(0, {{0, 0, 0}});
}

#if defined(__SANITIZE_ADDRESS__)
constexpr int64_t kMayGrow = 1 << 16;  // freed memory stays in quarantine
#else
constexpr int64_t kMayGrow = 64;
#endif

int64_t resident_pages() {
  std::ifstream file("/proc/self/statm");
  int64_t size = 0, resident = 0;
  file >> size >> resident;
  return resident;
}

TEST(Csim, LaunchesKeepMemoryConstant) {
  VtaConfig config = named_config("tiny");
  TimedBench bench(config);
  bench.device->set_trace_sink(nullptr);
  const std::vector<Insn> insns = {load(MemoryType::Inp, 0, 0, 2, 4), gemm(0, 1), finish()};
  const auto launch = [&](int64_t latency) {
    bench.device->write_register(Register::MemReadLatency, static_cast<uint64_t>(latency));
    bench.run(insns);
    return bench.cycles();
  };
  std::vector<int64_t> cycles;
  for (int64_t k = 0; k < 1000; ++k)
    cycles.push_back(launch(k));
  const int64_t before = resident_pages();
  for (int64_t k = 0; k < 9000; ++k)
    ASSERT_EQ(launch(k % 1000), cycles[static_cast<size_t>(k % 1000)]);
  EXPECT_LE(resident_pages() - before, kMayGrow) << "pages of 4 KiB";
}

TEST(Csim, DevicesInterleave) {
  TimedBench alone("ddr,bus=16");
  fill(alone);
  const auto expected = alone.times(work());
  TimedBench a("ddr,bus=16");
  fill(a);
  TimedBench b("ideal8");
  fill(b);
  a.begin(work());
  b.begin(work());
  bool a_ended = false, b_ended = false;
  while (!a_ended || !b_ended) {
    a_ended = a.device->advance(7);
    b_ended = b.device->advance(11);
  }
  EXPECT_EQ(a.device->report().cycles, alone.device->report().cycles);
  EXPECT_EQ(a.completions.at, alone.completions.at);
  EXPECT_EQ(a.device->report().timing, alone.device->report().timing);
  EXPECT_NE(b.device->report().cycles, a.device->report().cycles);
  EXPECT_EQ(a.peek<int8_t>(4096 * 16, 512), alone.peek<int8_t>(4096 * 16, 512));
  EXPECT_EQ(b.peek<int8_t>(4096 * 16, 512), alone.peek<int8_t>(4096 * 16, 512));
}

TEST(Csim, DevicesCanBeMadeAndGoAtAnyTime) {
  std::optional<int64_t> cycles;
  for (int k = 0; k < 20; ++k) {
    TimedBench outer("ddr,bus=16");
    outer.begin(work());
    EXPECT_FALSE(outer.device->advance(20));
    {
      TimedBench inner("ddr,bus=16");
      inner.run(work());
      EXPECT_EQ(inner.cycles(), cycles.value_or(inner.cycles()));
      cycles = inner.cycles();
    }
    while (!outer.device->advance(100)) {
    }
    EXPECT_EQ(outer.cycles(), cycles);
  }
}

TEST(Csim, DevicesOfSeveralThreadsTakeTurns) {
  TimedBench reference("ddr,bus=16");
  fill(reference);
  reference.run(work());
  std::vector<std::thread> threads;
  std::array<int64_t, 4> cycles{};
  for (size_t k = 0; k < cycles.size(); ++k)
    threads.emplace_back([&cycles, k] {
      TimedBench bench("ddr,bus=16");
      fill(bench);
      for (int run = 0; run < 20; ++run) {
        bench.completions = {};
        bench.run(work());
        cycles[k] = bench.cycles();
      }
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_THAT(cycles, ::testing::Each(reference.cycles()));
}

TEST(Csim, StopsAnywhereAndGoesOnTheSame) {
  TimedBench whole("delay16");
  fill(whole);
  whole.run(work());
  for (const int64_t slice : {1, 2, 13, 100}) {
    TimedBench bench("delay16");
    fill(bench);
    bench.begin(work());
    int64_t calls = 1;
    while (!bench.device->advance(slice))
      ++calls;
    EXPECT_EQ(bench.device->report().timing, whole.device->report().timing) << slice;
    EXPECT_EQ(bench.completions.at, whole.completions.at) << slice;
    EXPECT_EQ(bench.peek<int8_t>(4096 * 16, 512), whole.peek<int8_t>(4096 * 16, 512));
    EXPECT_EQ(calls, (whole.cycles() + slice - 1) / slice);
  }
}

TEST(Csim, TimingOnlyTakesTheSameTime) {
  const VtaConfig config = apply_memory(VtaConfig{}, "ddr,bus=16");
  TimedBench values(config);
  fill(values);
  const RunReport with_values = values.run(work());
  Completions completions;
  Bench bench(config);
  bench.device = make_device("csim", config, {"auto", int64_t{1} << 22, true});
  bench.device->write_register(Register::MemHi, Bench::kDataBytes);
  bench.device->set_trace_sink(&completions);
  fill(bench);
  const RunReport& report = bench.run(work());
  EXPECT_EQ(report.timing, with_values.timing);
  EXPECT_EQ(report.counters, with_values.counters);
  EXPECT_EQ(completions.at, values.completions.at);
  EXPECT_EQ(completions.states.until(*report.cycles), report.timing->units);
  EXPECT_EQ(bench.peek<int8_t>(4096 * 16, 512), std::vector<int8_t>(512, 0));
}

TEST(Csim, TimingOnlyFindsIndexErrors) {
  Bench bench("default");
  bench.device = make_device("csim", VtaConfig{}, {"auto", int64_t{1} << 22, true});
  bench.poke_uops(0, {{2047, 0, 0}});
  Insn far = gemm(0, 1, 1, 2);
  far.dst_in = 1;
  const RunReport& report = bench.run({load(MemoryType::Uop, 0, 0, 1, 1), far, finish()});
  EXPECT_EQ(report.error, IsaError::IndexRange);
  EXPECT_EQ(report.error_insn, 1);
  EXPECT_THAT(report.error_text, HasSubstr("dst reaches 2048"));
}

TEST(Csim, HugeLoopsAreDoneAsTheirTimePasses) {
  Bench bench("tiny");
  bench.device = make_device("csim", named_config("tiny"), {"reference", int64_t{1} << 22});
  Insn huge = alu_imm(AluOp::Add, 1);
  huge.iter_out = huge.iter_in = 16383;
  bench.begin({huge, finish()});
  for (int k = 0; k < 3; ++k)
    EXPECT_FALSE(bench.device->advance(1 << 20));
  EXPECT_GT(bench.acc(0, 1).front(), 1 << 20);
  EXPECT_LE(bench.acc(0, 1).front(), 3 << 20);
}

TEST(Csim, LongTimesPassAtOnce) {
  Bench bench("tiny");
  bench.device = make_device("csim", named_config("tiny"), {"auto", int64_t{1} << 22, true});
  const Insn huge = gemm(0, 256, 16383, 16383);
  EXPECT_EQ(bench.run({huge, finish()}).error, IsaError::None);
  EXPECT_GT(bench.device->report().cycles.value(), int64_t{256} * 16383 * 16383);
}

TEST(Csim, SlicesOfALongLoopAddUp) {
  Bench bench("tiny");
  bench.device = make_device("csim", named_config("tiny"), {"auto", int64_t{1} << 22});
  Insn longer = alu_imm(AluOp::Add, 1);
  longer.iter_out = 1700;
  longer.iter_in = 1000;
  bench.begin({longer, finish()});
  while (!bench.device->advance(314159)) {
  }
  EXPECT_EQ(bench.acc(0, 1).front(), 1700000);
}

struct Thrower : TraceSink {
  void on_retire(Unit, int64_t, const Insn&, int64_t) override {
    throw std::runtime_error("the sink is full");
  }
};

TEST(Csim, ExceptionsOfASinkLeaveOtherDevicesAlone) {
  TimedBench broken("ddr,bus=16");
  Thrower thrower;
  broken.device->set_trace_sink(&thrower);
  EXPECT_THAT([&] { broken.run(work()); }, ThrowsMessage<std::runtime_error>("the sink is full"));
  TimedBench other("ddr,bus=16");
  EXPECT_EQ(other.run(work()).error, IsaError::None);
}

TEST(Csim, RegistersGoOverTheRegisterPort) {
  TimedBench bench("ddr,bus=16");
  fill(bench);
  bench.run(work());
  const RunReport& report = bench.device->report();
  const auto read = [&](Register reg) {
    return static_cast<int64_t>(bench.device->read_register(reg));
  };
  EXPECT_EQ(read(Register::Cycles), report.cycles);
  EXPECT_EQ(read(Register::OutStoreNbytes), report.counters.out_store_nbytes);
  EXPECT_EQ(read(Register::GemmCounter), 32);
  EXPECT_EQ(read(Register::MemReadLatency), 40);
  EXPECT_EQ(read(Register::Status), 1);
}

}  // namespace
}  // namespace vta::test
