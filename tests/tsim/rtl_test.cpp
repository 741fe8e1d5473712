// What only tsim has, with the accelerator's own RTL: assertions, traces, several devices at once,
// what a new device holds. What it shares with other backends: tests/sim, backends and devices.
#include <gmock/gmock.h>

#include "base/error.h"
#include "tests/sim/sim_fixture.h"
#include "tests/tsim/tsim_fixture.h"

namespace vta::test {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

class Rtl : public ::testing::Test {
 protected:
  void SetUp() override { use_test_cache(); }
  void TearDown() override { use_test_cache(); }

  static std::vector<Insn> program() {
    Insn add = alu_imm(AluOp::Add, 5);
    add.iter_out = 7;
    return {load(MemoryType::Uop, 0, 0, 1, 1),
            with(load(MemoryType::Acc8, 0, 64, 1, 1), 0),
            with(load(MemoryType::Inp, 0, 0, 1, 8), PushNext),
            with(add, PopPrev | PushNext),
            with(store(0, 1024, 1, 1), PopPrev | PushPrev),
            with(finish(), PopNext)};
  }
  static std::unique_ptr<Bench> bench(const VtaConfig& config = named_config("tiny")) {
    return std::make_unique<Bench>(config, "auto", "tsim");
  }
};

TEST_F(Rtl, Assertions_HoldDuringARun) {
  ::setenv("VTA_TSIM_ASSERT", "1", 1);
  auto b = bench();
  b->device->write_register(Register::MemReadLatency, 0);
  b->device->write_register(Register::MemWriteLatency, 0);
  const RunReport& r = b->run(program());
  EXPECT_EQ(r.error, IsaError::None) << r.error_text;
  EXPECT_THAT(b->acc(0, 1), Each(35));
}

TEST_F(Rtl, WhatASynthesizerReads_IsTheSameMachine) {
  const RunReport simulated = bench()->run(program());
  ::setenv("VTA_TSIM_SYNTHESIS", "1", 1);
  auto b = bench();
  const RunReport synthesized = b->run(program());
  EXPECT_EQ(synthesized.cycles, simulated.cycles);
  EXPECT_EQ(synthesized.counters, simulated.counters);
  EXPECT_EQ(synthesized.timing, simulated.timing);
  EXPECT_THAT(b->acc(0, 1), Each(35));
}

TEST_F(Rtl, NewDevice_HoldsZeros) {
  auto b = bench();
  for (const MemoryType type :
       {MemoryType::Uop, MemoryType::Inp, MemoryType::Wgt, MemoryType::Acc, MemoryType::Out})
    EXPECT_THAT(b->device->read_scratchpad(type, 0, b->device->config().depth(type)),
                Each(std::byte{0}));
  for (const RegisterSpec& r : register_table()) {
    if (!r.writable) {
      EXPECT_EQ(b->device->read_register(r.id), 0u) << r.name;
    }
  }
}

TEST_F(Rtl, Launches_KeepScratchpadsAndNothingElse) {
  auto b = bench();
  const RunReport first = b->run(program());
  const RunReport second = b->run(program());
  EXPECT_EQ(first.cycles, second.cycles);
  EXPECT_EQ(first.counters, second.counters);
  EXPECT_EQ(first.timing, second.timing);
  b->run({finish()});
  EXPECT_THAT(b->acc(0, 1), Each(35));
}

TEST_F(Rtl, TwoDevices_InterleavedDoAsAlone) {
  const RunReport alone = bench()->run(program());
  auto a = bench(), b = bench();
  a->begin(program());
  a->device->advance(10);
  b->begin(program());
  bool ended = false;
  while (!ended) {
    ended = a->device->advance(1);
    b->device->advance(1);
  }
  while (!b->device->advance(1)) {
  }
  for (Bench* one : {a.get(), b.get()}) {
    EXPECT_EQ(one->device->report().cycles, alone.cycles);
    EXPECT_THAT(one->acc(0, 1), Each(35));
  }
}

TEST_F(Rtl, TwoConfigurations_RunInOneProcess) {
  VtaConfig narrow = named_config("tiny");
  narrow.log_bus_width = 6;
  auto a = bench(), b = bench(narrow);
  EXPECT_EQ(a->run(program()).error, IsaError::None);
  EXPECT_EQ(b->run(program()).error, IsaError::None);
  EXPECT_LT(a->device->report().timing->bus_beats, b->device->report().timing->bus_beats);
  EXPECT_EQ(a->acc(0, 4), b->acc(0, 4));
}

TEST_F(Rtl, Advance_InSingleCyclesChangesNothing) {
  auto a = bench(), b = bench();
  a->run(program());
  b->begin(program());
  int64_t cycles = 1;
  while (!b->device->advance(1))
    ++cycles;
  EXPECT_EQ(b->device->report().cycles, cycles);
  EXPECT_EQ(b->device->report().timing, a->device->report().timing);
}

TEST_F(Rtl, Wave_OfAnInstructionIsSmallerThanOfTheRun) {
  const TempDir dir;
  const auto size = [&](const std::string& name, WaveOptions wave) {
    wave.file = (dir.path() / name).string();
    auto traced = bench();
    traced->device =
        make_device("tsim", named_config("tiny"), {.memory_bytes = int64_t{1} << 22, .wave = wave});
    const RunReport r = traced->run(program());
    EXPECT_EQ(r.cycles, bench()->run(program()).cycles) << "a trace changes nothing";
    traced->device.reset();
    return std::filesystem::file_size(wave.file);
  };
  const auto one = size("one.fst", {"", 0, 0, 0, 4, 5});
  const auto all = size("all.fst", {"", 0, 100000, 0, 0, 0});
  EXPECT_GT(one, 0u);
  EXPECT_LT(one, all);
}

}  // namespace
}  // namespace vta::test
