// Queues, tokens, the end of a run, registers and reports: what every backend does alike.
#include <gmock/gmock.h>

#include "base/error.h"
#include "tests/sim/sim_fixture.h"

namespace vta::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

VtaConfig with_depth(int64_t depth) {
  VtaConfig config = load_config(VTA_SOURCE_DIR "/tests/data/configs/shallow.json");
  config.cmd_queue_depth = depth;
  return config;
}

Insn load_nop(int tokens) {
  return with(load(MemoryType::Inp, 0, 0, 0, 0), tokens);
}
Insn store_nop(int tokens) {
  return with(store(0, 0, 0, 0), tokens);
}
Insn compute_nop(int tokens) {
  return with(gemm(0, 0), tokens);
}

class AnyDevice : public ::testing::TestWithParam<const char*> {
 protected:
  struct Bench : test::Bench {
    explicit Bench(const VtaConfig& config) : test::Bench(config, "reference", GetParam()) {}
    explicit Bench(const std::string& config = "default") : Bench(named_config(config)) {}
  };
};
INSTANTIATE_TEST_SUITE_P(Backends, AnyDevice, ::testing::Values("fsim", "csim", "tsim"),
                         [](const auto& backend) { return backend.param; });

TEST_P(AnyDevice, Run_OfFinishAloneEndsWithoutError) {
  Bench b("tiny");
  const RunReport& r = b.run({finish()});
  EXPECT_EQ(r.error, IsaError::None);
  EXPECT_EQ(r.error_text, "");
  EXPECT_EQ(r.counters.insn_count[3], 1);
  EXPECT_EQ(b.device->read_register(Register::Status), 1u);
  EXPECT_EQ(r.cycles.has_value(), b.device->backend() != "fsim");
}

TEST_P(AnyDevice, Run_LoadsMultipliesAndStores) {
  Bench b("tiny");  // one element: INP 4 bytes, WGT 16, ACC 16, OUT 4
  b.poke<int8_t>(64, {1, 2, 3, 4});
  std::vector<int8_t> w(16);
  for (int64_t n = 0; n < 4; ++n)
    for (int64_t k = 0; k < 4; ++k)
      w[static_cast<size_t>(n * 4 + k)] = static_cast<int8_t>(n == k ? 10 : n == 3 ? -1 : 0);
  b.poke<int8_t>(256, w);
  b.poke<int32_t>(512, {1, 1, 1, 1});
  b.poke_uops(0, {{0, 0, 0}});
  const RunReport& r = b.run({
      load(MemoryType::Uop, 0, 0, 1, 1),
      load(MemoryType::Acc, 0, 32, 1, 1),
      load(MemoryType::Inp, 0, 16, 1, 1),
      with(load(MemoryType::Wgt, 0, 16, 1, 1), PushNext),
      with(gemm(0, 1), PopPrev | PushNext),
      with(store(0, 256, 1, 1), PopPrev | PushPrev),
      with(finish(), PopNext),
  });
  EXPECT_EQ(r.error, IsaError::None) << r.error_text;
  EXPECT_THAT(b.acc(0, 1), ElementsAre(11, 21, 31, 1 + 40 - 6));
  EXPECT_THAT(b.peek<int8_t>(1024, 4), ElementsAre(11, 21, 31, 35));
  EXPECT_EQ(r.counters.inp_load_nbytes, 4);
  EXPECT_EQ(r.counters.wgt_load_nbytes, 16);
  EXPECT_EQ(r.counters.acc_load_nbytes, 16);
  EXPECT_EQ(r.counters.uop_load_nbytes, 4);
  EXPECT_EQ(r.counters.out_store_nbytes, 4);
  EXPECT_EQ(r.counters.gemm_counter, 1);
  EXPECT_EQ(b.device->read_register(Register::InpLoadNbytes), 4u);
  EXPECT_EQ(b.device->read_register(Register::WgtLoadNbytes), 16u);
  EXPECT_EQ(b.device->read_register(Register::GemmCounter), 1u);
}

TEST_P(AnyDevice, Deadlock_NamesWhatEveryUnitWaitsFor) {
  Bench b("tiny");
  const RunReport& r = b.run({load_nop(PopNext), compute_nop(PopPrev), finish()});
  EXPECT_EQ(r.error, IsaError::Deadlock);
  EXPECT_EQ(r.error_insn, 0);
  EXPECT_THAT(r.error_text, HasSubstr("DEADLOCK: instruction 0"));
  EXPECT_THAT(r.error_text,
              HasSubstr("load: instruction 0 waits, token missing compute->load: load inp"));
  EXPECT_THAT(r.error_text,
              HasSubstr("compute: instruction 1 waits, token missing load->compute: gemm"));
  EXPECT_THAT(r.error_text, HasSubstr("store: queue empty"));
  EXPECT_THAT(r.error_text, HasSubstr("fetch: stream exhausted"));
}

TEST_P(AnyDevice, Deadlock_OfStoreNamesItsToken) {
  Bench b("tiny");
  const RunReport& r = b.run({store_nop(PopPrev), compute_nop(PopNext), finish()});
  EXPECT_THAT(r.error_text, HasSubstr("store: instruction 0 waits, token missing compute->store"));
  EXPECT_THAT(r.error_text,
              HasSubstr("compute: instruction 1 waits, token missing store->compute"));
}

TEST_P(AnyDevice, Deadlock_ByAFullQueueNamesFetchAndDepth) {
  Bench b(with_depth(2));
  // The third compute instruction does not fit, so the load behind it is never dispatched.
  const RunReport& r =
      b.run({compute_nop(PopPrev), compute_nop(0), compute_nop(0), load_nop(PushNext), finish()});
  EXPECT_EQ(r.error, IsaError::Deadlock);
  EXPECT_EQ(r.error_insn, 0);
  EXPECT_THAT(r.error_text, HasSubstr("fetch: instruction 2 waits, compute queue full (2)"));
  EXPECT_THAT(r.error_text, HasSubstr("load: queue empty"));
}

TEST_P(AnyDevice, Queue_OneDeeperHoldsTheSameStream) {
  Bench b(with_depth(3));
  const RunReport& r =
      b.run({compute_nop(PopPrev), compute_nop(0), compute_nop(0), load_nop(PushNext), finish()});
  EXPECT_EQ(r.error, IsaError::None) << r.error_text;
}

TEST_P(AnyDevice, Queue_DepthTwoRunsALongPipeline) {
  Bench b(with_depth(2));
  std::vector<Insn> insns;
  for (int k = 0; k < 50; ++k) {
    insns.push_back(load_nop(PushNext | (k > 0 ? PopNext : 0)));
    insns.push_back(compute_nop(PopPrev | PushPrev | PushNext | (k > 0 ? PopNext : 0)));
    insns.push_back(store_nop(PopPrev | PushPrev));
  }
  insns.push_back(with(finish(), PopPrev | PopNext));
  insns.back().pop_prev = 0;
  const RunReport& r = b.run(insns);
  EXPECT_EQ(r.error, IsaError::None) << r.error_text;
  EXPECT_THAT(r.tokens_left, ElementsAre(0, 1, 0, 0));
}

TEST_P(AnyDevice, Tokens_PopTakesBothNeighbours) {
  Bench b("tiny");
  const RunReport& r = b.run({compute_nop(PopPrev | PopNext), load_nop(PushNext), finish()});
  EXPECT_EQ(r.error, IsaError::Deadlock);
  const RunReport& ok =
      b.run({compute_nop(PopPrev | PopNext), load_nop(PushNext), store_nop(PushPrev), finish()});
  EXPECT_EQ(ok.error, IsaError::None);
  EXPECT_EQ(ok.total_tokens_left(), 0);
}

TEST_P(AnyDevice, Tokens_LeftOverAreReportedAndCleared) {
  Bench b("tiny");
  const RunReport& r = b.run({load_nop(PushNext), load_nop(PushNext), store_nop(PushPrev),
                              with(finish(), PushPrev | PushNext)});
  EXPECT_EQ(r.error, IsaError::None);
  EXPECT_THAT(r.tokens_left, ElementsAre(2, 1, 1, 1));
  EXPECT_EQ(b.device->read_register(Register::TokensLeft), 5u);
  EXPECT_EQ(b.device->read_register(Register::Status), 1u | 4u);
  EXPECT_EQ(b.run({with(finish(), PopPrev)}).error, IsaError::Deadlock);
}

TEST_P(AnyDevice, Report_CountersOfKernelsSumToTheTotals) {
  Bench b("tiny");
  b.poke_uops(0, {{0, 0, 0}});
  b.device->set_kernels({1, 3});
  const RunReport& r =
      b.run({load(MemoryType::Uop, 0, 0, 1, 1), gemm(0, 1, 3, 2), load(MemoryType::Inp, 0, 0, 1, 2),
             gemm(0, 1, 5, 1), alu_imm(AluOp::Add, 1), finish()});
  ASSERT_EQ(r.kernels.size(), 2u);
  EXPECT_EQ(r.kernels[0].gemm_counter, 6);
  EXPECT_EQ(r.kernels[0].inp_load_nbytes, 8);
  EXPECT_EQ(r.kernels[1].gemm_counter, 5);
  EXPECT_EQ(r.kernels[1].alu_counter, 1);
  EXPECT_EQ(r.kernels[1].insn_count[3], 0) << "FINISH belongs to no kernel";
  Counters sum = r.kernels[0];
  sum += r.kernels[1];
  EXPECT_EQ(sum.gemm_counter, r.counters.gemm_counter);
  EXPECT_EQ(sum.uop_load_nbytes + 4, r.counters.uop_load_nbytes) << "before the first kernel";
}

TEST_P(AnyDevice, Kernels_MustAscend) {
  Bench b("tiny");
  EXPECT_THAT(
      [&] {
        b.device->set_kernels({3, 1});
      },
      ThrowsMessage<DeviceError>(HasSubstr("ascend")));
}

TEST(Fsim, Trace_ReportsEveryInstructionInOrderOfItsUnit) {
  struct Sink : TraceSink {
    void on_retire(Unit unit, int64_t index, const Insn&, int64_t cycle) override {
      seen.emplace_back(unit, index);
      EXPECT_EQ(cycle, -1);
    }
    std::vector<std::pair<Unit, int64_t>> seen;
  } sink;
  Bench b("tiny");
  b.device->set_trace_sink(&sink);
  b.run({compute_nop(PopPrev), load_nop(PushNext), store_nop(0), finish()});
  EXPECT_THAT(sink.seen, ElementsAre(std::pair(Unit::Load, 1), std::pair(Unit::Compute, 0),
                                     std::pair(Unit::Store, 2), std::pair(Unit::Compute, 3)));
  b.device->set_trace_sink(nullptr);
}

TEST_P(AnyDevice, Advance_StopsInsideALongInstructionAndGoesOn) {
  Bench b("tiny");
  b.poke_uops(0, {{0, 0, 0}});
  Insn add = alu_imm(AluOp::Add, 1);
  add.iter_out = 1000;
  add.iter_in = 3000;
  b.begin({load(MemoryType::Uop, 0, 0, 1, 1), add, finish()});
  int calls = 1;
  while (!b.device->advance(1000))
    ++calls;
  EXPECT_GT(calls, 1);
  EXPECT_EQ(b.device->report().error, IsaError::None);
  EXPECT_EQ(b.device->report().counters.alu_counter, 3000000);
  EXPECT_THAT(b.acc(0, 1), Each(3000000));
}

TEST_P(AnyDevice, Advance_BoundsTheWorkOfHugeLoops) {
  Bench b("tiny");
  b.poke_uops(0, {{0, 0, 0}});
  b.begin({load(MemoryType::Uop, 0, 0, 1, 1), gemm(0, 1, 16383, 16383), finish()});
  EXPECT_FALSE(b.device->advance(10));
}

TEST_P(AnyDevice, Registers_ReadOnlyOnesCannotBeWritten) {
  Bench b("tiny");
  for (Register reg : {Register::Status, Register::ErrorCode, Register::GemmCounter,
                       Register::TokensLeft, Register::Cycles})
    EXPECT_THAT([&] { b.device->write_register(reg, 1); },
                ThrowsMessage<DeviceError>(HasSubstr("read-only")));
}

TEST_P(AnyDevice, Registers_KeepWhatIsWritten) {
  Bench b("tiny");
  b.device->write_register(Register::WgtBase, 0x12340);
  EXPECT_EQ(b.device->read_register(Register::WgtBase), 0x12340u);
  EXPECT_EQ(b.device->read_register(Register::MemReadLatency),
            static_cast<uint64_t>(b.device->config().mem_read_latency));
}

TEST_P(AnyDevice, Registers_BasesAreMultiplesOfTheirElement) {
  Bench b;
  EXPECT_THAT([&] { b.device->write_register(Register::WgtBase, 128); },
              ThrowsMessage<DeviceError>(HasSubstr("must be a multiple of 256")));
  EXPECT_THAT([&] { b.device->write_register(Register::InsnAddr, 8); },
              ThrowsMessage<DeviceError>(HasSubstr("must be a multiple of 16")));
  EXPECT_THROW(b.device->write_register(Register::InpBase, 8), DeviceError);
  EXPECT_THROW(b.device->write_register(Register::UopBase, 2), DeviceError);
  EXPECT_THROW(b.device->write_register(Register::AccBase, 32), DeviceError);
  EXPECT_THROW(b.device->write_register(Register::OutBase, 8), DeviceError);
}

TEST_P(AnyDevice, Registers_MemoryParametersHaveRanges) {
  Bench b;
  EXPECT_THROW(b.device->write_register(Register::MemReadLatency, 1024), DeviceError);
  EXPECT_THROW(b.device->write_register(Register::MemGap, 256), DeviceError);
  EXPECT_THROW(b.device->write_register(Register::MemMaxOutstanding, 0), DeviceError);
  EXPECT_THAT([&] { b.device->write_register(Register::MemBurstBeats, 3); },
              ThrowsMessage<DeviceError>(HasSubstr("power of two")));
}

TEST_P(AnyDevice, Control_TakesOnlyZeroAndOne) {
  Bench b("tiny");
  EXPECT_THAT([&] { b.device->write_register(Register::Control, 2); },
              ThrowsMessage<DeviceError>(HasSubstr("register CONTROL: 0x2 must be 0 or 1")));
  EXPECT_EQ(b.device->read_register(Register::Control), 0u);
  b.device->write_register(Register::Control, 0);
}

TEST_P(AnyDevice, Kernels_MustAscendAndAreOfTheNextLaunch) {
  Bench b("tiny");
  EXPECT_THAT(
      [&] {
        b.device->set_kernels({3, 2});
      },
      ThrowsMessage<DeviceError>(HasSubstr("first instructions must ascend")));
  b.device->set_kernels({1, 1});
  const RunReport& r = b.run({load(MemoryType::Acc8, 0, 0, 1, 1), finish()});
  ASSERT_EQ(r.kernels.size(), 2u);  // the first owns nothing, FINISH belongs to none
  EXPECT_EQ(r.kernels[0], Counters{});
  EXPECT_EQ(r.kernels[1], Counters{});
  b.device->set_kernels({0});
  ASSERT_EQ(b.run({load(MemoryType::Acc8, 0, 0, 1, 1), finish()}).kernels.size(), 1u);
  EXPECT_GT(b.device->report().kernels[0].acc_load_nbytes, 0);
}

TEST_P(AnyDevice, Launch_OfInstructionsOutsideMemoryIsADeviceError) {
  Bench b("tiny");
  b.device->write_register(Register::InsnAddr, (1 << 22) - 16);
  b.device->write_register(Register::InsnCount, 2);
  EXPECT_THROW(b.device->write_register(Register::Control, 1), DeviceError);
}

TEST_P(AnyDevice, Launch_AgainKeepsScratchpadsAndClearsCounters) {
  Bench b("tiny");
  b.poke<int8_t>(0, {9, 9, 9, 9});
  b.run({load(MemoryType::Acc8, 0, 0, 1, 1), finish()});
  const RunReport& r = b.run({finish()});
  EXPECT_EQ(r.counters.acc_load_nbytes, 0);
  EXPECT_THAT(b.acc(0, 1), Each(9));
}

TEST_P(AnyDevice, Launch_SeesInstructionsChangedInMemory) {
  Bench b("tiny");
  EXPECT_EQ(b.run({gemm(0, 0), finish()}).counters.insn_count[2], 1);
  EXPECT_EQ(b.run({load_nop(0), finish()}).counters.insn_count[2], 0);
}

TEST_P(AnyDevice, Launch_AfterAnErrorStartsAfresh) {
  Bench b("tiny");
  EXPECT_EQ(b.run({compute_nop(PopPrev), finish()}).error, IsaError::Deadlock);
  EXPECT_EQ(b.device->read_register(Register::Status), 3u);
  EXPECT_EQ(b.device->read_register(Register::ErrorCode), 9u);
  EXPECT_EQ(b.run({compute_nop(0), finish()}).error, IsaError::None);
  EXPECT_EQ(b.device->read_register(Register::ErrorCode), 0u);
}

TEST_P(AnyDevice, Window_ChangeIsSeenByTheSameStream) {
  Bench b("tiny");
  const std::vector<Insn> insns = {load(MemoryType::Inp, 0, 4, 1, 1), finish()};
  EXPECT_EQ(b.run(insns).error, IsaError::None);
  b.device->write_register(Register::MemHi, 16);
  EXPECT_EQ(b.run(insns).error, IsaError::DramRange);
}

TEST_P(AnyDevice, Window_NeverReachesPastTheMemory) {
  Bench b("tiny");
  b.device->write_register(Register::MemHi, uint64_t{1} << 40);
  EXPECT_EQ(b.run({load(MemoryType::Inp, 0, 1 << 20, 1, 1), finish()}).error, IsaError::DramRange);
}

TEST(Fsim, TwoDevices_OfDifferentConfigurationsAreIndependent) {
  Bench a("tiny"), b("default");
  a.poke<int8_t>(0, std::vector<int8_t>(16, 1));
  b.poke<int8_t>(0, std::vector<int8_t>(16, 2));
  a.begin({load(MemoryType::Acc8, 0, 0, 1, 1), finish()});
  b.begin({load(MemoryType::Acc8, 0, 0, 1, 1), finish()});
  EXPECT_TRUE(b.device->advance(100));
  EXPECT_TRUE(a.device->advance(100));
  EXPECT_THAT(a.acc(0, 1), Each(1));
  EXPECT_THAT(b.acc(0, 1), Each(2));
  EXPECT_EQ(b.acc(0, 1).size(), 16u);
}

TEST_P(AnyDevice, Scratchpad_ReadsHaveDramForm) {
  Bench b("tiny");
  b.poke_uops(0, {{3, 2, 1}});
  b.run({load(MemoryType::Uop, 1, 0, 1, 1), finish()});
  const auto bytes = b.device->read_scratchpad(MemoryType::Uop, 1, 1);
  uint32_t word = 0;
  ASSERT_EQ(bytes.size(), 4u);
  std::memcpy(&word, bytes.data(), 4);
  EXPECT_EQ(b.codec.decode_uop(word), (Uop{3, 2, 1}));
  EXPECT_EQ(b.device->read_scratchpad(MemoryType::Out, 0, 2).size(), 8u);
  EXPECT_THROW(b.device->read_scratchpad(MemoryType::Inp, 0, 100000), DeviceError);
}

TEST(Factory, UnknownBackendListsTheKnownOnes) {
  EXPECT_THAT([] { make_device("qsim", named_config("tiny")); },
              ThrowsMessage<UsageError>(HasSubstr("unknown backend 'qsim': known are fsim")));
  EXPECT_THAT(
      [] {
        make_device("fsim", named_config("tiny"), {"fast", 4096});
      },
      ThrowsMessage<UsageError>(HasSubstr("unknown kernels 'fast'")));
}

TEST(Factory, IllegalConfigurationIsRefused) {
  VtaConfig config = named_config("default");
  config.log_acc_buff_size = 18;
  EXPECT_THROW(make_device("fsim", config), ConfigError);
}

}  // namespace
}  // namespace vta::test
