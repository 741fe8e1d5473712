// What the shell adds to the core (hw/rtl/axi/README.md): interrupt, watchdog, abort, soft reset,
// registers that say what this hardware is; in both forms of AXI, on memories that answer and hang.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "tests/rtl/axi_programs.h"
#include "tests/rtl/axi_run.h"

namespace vta {
namespace {

using S = ShellRegister;

constexpr uint32_t kDoneAndError = kStatusDone | kStatusError;

template <typename Top>
class ShellTest : public ::testing::Test {
 protected:
  using Run = AxiRun<Top>;

  // A run that was stopped says nothing but why.
  static void expect_stopped(Run& run, IsaError error) {
    EXPECT_EQ(run.error(), error);
    EXPECT_EQ(run.status() & ~kStatusRefusing, kDoneAndError);
    for (const Register reg : {Register::Cycles, Register::TokensLeft, Register::InpLoadNbytes,
                               Register::AccLoadNbytes, Register::OutStoreNbytes})
      EXPECT_EQ(run.bench().read64(reg), 0u);
    EXPECT_EQ(run.bench().read(Register::ErrorInsn), 0u);
  }

  // Everything a driver does for a run, on a device that was stopped before.
  static void expect_a_whole_run(Run& run) {
    ASSERT_EQ(run.status() & kStatusRefusing, 0u);
    ASSERT_EQ(run.bench().read(S::ShellStatus), 0u);
    ASSERT_TRUE(run.memory().idle());
    run.place_again();
    const std::vector<std::byte> before(run.dram().begin(), run.dram().end());
    run.write_settings();
    run.memory().set_pace({});
    ASSERT_TRUE(run.launch_and_finish());
    EXPECT_EQ(run.status(), kStatusDone);
    EXPECT_EQ(run.error(), IsaError::None);
    EXPECT_EQ(run.bench().read64(Register::OutStoreNbytes), 40u * 16);
    const auto rows = run.dram().subspan(kStore, 80 * 16);
    for (size_t row = 0; row < 40; ++row)  // ACC_8BIT through ACC: the bytes that were loaded
      EXPECT_TRUE(std::ranges::equal(rows.subspan(row * 32, 16),
                                     std::span(before).subspan(kFirstLoad + row * 16, 16)))
          << row;
  }
};
using BothFormsOfShells = ::testing::Types<VAxi, VAxi3>;
TYPED_TEST_SUITE(ShellTest, BothFormsOfShells);

// ---- what this hardware is

TYPED_TEST(ShellTest, SaysWhatItIs) {
  AxiRun<TypeParam> run(reads_beside_writes(), {}, 1);
  auto& bench = run.bench();
  const VtaConfig config;
  EXPECT_EQ(bench.read(S::ShellId), kShellId);
  EXPECT_EQ(bench.read(S::ShellVersion), kShellVersion);
  EXPECT_EQ(fmt::format("{:016x}", bench.read64(S::StreamHash)), config.stream_hash());
  EXPECT_EQ(bench.read(S::MachineShape), 0x03'04'04'00u);  // 8 bytes, 16 x 16, batch 1
  EXPECT_EQ(bench.read(S::Depths), 0x0b'0a'0b'0du);        // ACC, WGT, INP, UOP
  const uint32_t axi = kFormOf<TypeParam>.most_beats == 16 ? 3 : 4;
  EXPECT_EQ(bench.read(S::Features), 512u << 16 | axi);
  for (const S reg : {S::ShellId, S::ShellVersion, S::StreamHash, S::MachineShape, S::Depths,
                      S::Features, S::ShellStatus})
    bench.write(reg, 1, kSlverr);
}

TYPED_TEST(ShellTest, RegistersComeUpAsThePageSaysAndRefuseTheRest) {
  AxiRun<TypeParam> run(reads_beside_writes(), {}, 2);
  auto& bench = run.bench();
  const auto expect_reset_values = [&] {
    EXPECT_EQ(bench.read(S::ShellControl), 0u);
    EXPECT_EQ(bench.read(S::IrqEnable), 1u);
    EXPECT_EQ(bench.read(S::IrqStatus), 0u);
    EXPECT_EQ(bench.read(S::Watchdog), 0u);
    EXPECT_EQ(bench.read(S::ShellStatus), 0u);
  };
  expect_reset_values();
  bench.write(S::ShellControl, 4, kSlverr);
  bench.write(S::IrqEnable, 2, kSlverr);
  bench.write(S::IrqStatus, 3, kSlverr);
  expect_reset_values();
  bench.write(S::Watchdog, 0xffffffff);
  bench.write(S::IrqEnable, 0);
  EXPECT_EQ(bench.read(S::Watchdog), 0xffffffffu);
  EXPECT_EQ(bench.read(S::IrqEnable), 0u);
  bench.write(S::ShellControl, kShellSoftReset);
  expect_reset_values();
  EXPECT_EQ(bench.read(Register::InsnAddr), 0u) << "the core's settings, too";
}

// ---- the interrupt

TYPED_TEST(ShellTest, InterruptIsTheOldOneUnlessItIsAskedOtherwise) {
  AxiRun<TypeParam> run(reads_beside_writes(), {}, 3);
  for (int k = 1; k <= 3; ++k) {
    EXPECT_EQ(run.bench().interrupts(), k - 1);
    run.launch();  // the one before falls with it
    EXPECT_TRUE(run.finish());
    run.wait(100);
    EXPECT_TRUE(run.bench().run(0)) << "it stays until the next launch";
    EXPECT_EQ(run.bench().interrupts(), k);
  }
}

TYPED_TEST(ShellTest, InterruptIsClearedByWritingOneAndChangesNothingElse) {
  AxiRun<TypeParam> run(reads_beside_writes(), {}, 4);
  auto& bench = run.bench();
  ASSERT_TRUE(run.launch_and_finish());
  const uint64_t cycles = bench.read64(Register::Cycles);
  EXPECT_EQ(bench.read(S::IrqStatus), 1u);
  bench.write(S::IrqStatus, 0);
  EXPECT_EQ(bench.read(S::IrqStatus), 1u);
  bench.write(S::IrqStatus, 1);
  EXPECT_EQ(bench.read(S::IrqStatus), 0u);
  EXPECT_FALSE(bench.run(100));
  EXPECT_EQ(run.status(), kStatusDone);
  EXPECT_EQ(bench.read64(Register::Cycles), cycles);
  EXPECT_EQ(bench.interrupts(), 1);
  ASSERT_TRUE(run.launch_and_finish());
  EXPECT_EQ(bench.interrupts(), 2);
}

TYPED_TEST(ShellTest, InterruptThatIsNotEnabledWaits) {
  AxiRun<TypeParam> run(reads_beside_writes(), {}, 5);
  auto& bench = run.bench();
  bench.write(S::IrqEnable, 0);
  run.launch();
  EXPECT_FALSE(bench.run(20000));
  EXPECT_EQ(run.status(), kStatusDone);
  EXPECT_EQ(bench.read(S::IrqStatus), 1u);
  bench.write(S::IrqEnable, 1);
  EXPECT_TRUE(bench.run(0));
  bench.write(S::IrqEnable, 0);
  EXPECT_FALSE(bench.run(0));
}

// ---- the watchdog

// What hangs at a time drawn at random, on any set of channels, is found, and nothing else is.
TYPED_TEST(ShellTest, WatchdogEndsARunOnABusThatHangs) {
  constexpr uint64_t kSeed = 41;
  std::mt19937_64 random(kSeed);
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(fmt::format("round {} of seed {}", round, kSeed));
    AxiRun<TypeParam> run(reads_beside_writes(), random_pace(random), random());
    auto& bench = run.bench();
    bench.write(S::Watchdog, 500);
    run.launch();
    run.wait(static_cast<int64_t>(random() % 200));
    run.memory().hang(kAllChannels);
    ASSERT_TRUE(bench.run(5000));
    this->expect_stopped(run, IsaError::Timeout);
    ASSERT_EQ(run.status(), kDoneAndError | kStatusRefusing);
    bench.write(Register::Control, 1, kSlverr);
    bench.write(Register::InsnCount, 1, kSlverr);
    bench.write(S::Watchdog, 1, kSlverr);
    const uint32_t state = bench.read(S::ShellStatus);
    EXPECT_EQ(state & 0xff, 2u) << "no run, launches are refused";
    EXPECT_NE(state >> 8, 0u);
    run.wait(2000);
    EXPECT_EQ(run.status(), kDoneAndError | kStatusRefusing);
    EXPECT_EQ(bench.interrupts(), 1);
    run.memory().hang(0);
    run.drain();
    this->expect_stopped(run, IsaError::Timeout);
    EXPECT_EQ(bench.interrupts(), 1);
    this->expect_a_whole_run(run);
  }
}

// One channel at a time, each from the beginning.
TYPED_TEST(ShellTest, WatchdogSeesEveryChannel) {
  for (const AxiChannel channel : {kAr, kR, kAw, kW, kB}) {
    SCOPED_TRACE(channel);
    AxiRun<TypeParam> run(reads_beside_writes(), {}, channel);
    run.memory().hang(channel);
    run.bench().write(S::Watchdog, 300);
    run.launch();
    ASSERT_TRUE(run.bench().run(20000));
    this->expect_stopped(run, IsaError::Timeout);
    run.memory().hang(0);
    run.drain();
    this->expect_a_whole_run(run);
  }
}

TYPED_TEST(ShellTest, WatchdogLeavesSlowMemoriesAndLongWorkAlone) {
  AxiRun<TypeParam> slow(reads_beside_writes(), {1, 1, 1, 1, 1}, 6);
  slow.bench().write(S::Watchdog, 20000);
  EXPECT_TRUE(slow.launch_and_finish());
  EXPECT_EQ(slow.error(), IsaError::None);
  // Ten thousand steps without a burst.
  AxiRun<TypeParam> busy(assembled("load uop y_size=1 x_size=1\n"
                                   "alu add use_imm imm=1 uop_end=1 iter_out=100 iter_in=100\n"
                                   "finish\n"),
                         {90, 90, 90, 90, 90}, 7);
  busy.bench().write(S::Watchdog, 100);
  EXPECT_TRUE(busy.launch_and_finish());
  EXPECT_EQ(busy.error(), IsaError::None);
  EXPECT_EQ(busy.bench().read64(Register::AluCounter), 10000u);
}

TYPED_TEST(ShellTest, WatchdogIsOffByDefaultAndKeptDuringARun) {
  AxiRun<TypeParam> run(reads_beside_writes(), {}, 8);
  run.memory().hang(kR);
  run.launch();
  EXPECT_FALSE(run.bench().run(20000));
  run.bench().write(S::Watchdog, 10, kSlverr);
  EXPECT_EQ(run.status(), 0u);
  EXPECT_EQ(run.bench().read(S::ShellStatus) & 0xff, 1u);
  run.memory().hang(0);
  EXPECT_TRUE(run.finish());
  EXPECT_EQ(run.error(), IsaError::None);
}

TYPED_TEST(ShellTest, OldCodeStaysUntilTheNextRunEnds) {
  AxiRun<TypeParam> run(reads_beside_writes(), {}, 9);
  run.memory().hang(kR);
  run.bench().write(S::Watchdog, 200);
  run.launch();
  ASSERT_TRUE(run.finish());
  run.memory().hang(0);
  run.drain();
  run.write_settings();
  run.memory().hang(kR);
  run.bench().write(S::Watchdog, 0);
  run.launch();
  EXPECT_EQ(run.status(), 0u);
  EXPECT_EQ(run.error(), IsaError::Timeout);
  run.memory().hang(0);
  ASSERT_TRUE(run.finish());
  EXPECT_EQ(run.status(), kStatusDone);
  EXPECT_EQ(run.error(), IsaError::None);
}

// ---- abort

// At any time of a run and on any memory: a legal bus, one report, and a device as new.
TYPED_TEST(ShellTest, AbortEndsARunWhereverItIs) {
  constexpr uint64_t kSeed = 42;
  std::mt19937_64 random(kSeed);
  int aborted = 0;
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE(fmt::format("round {} of seed {}", round, kSeed));
    AxiRun<TypeParam> run(reads_beside_writes(), random_pace(random), random());
    auto& bench = run.bench();
    run.launch();
    run.wait(static_cast<int64_t>(random() % 800));
    bench.write(S::ShellControl, kShellAbort);
    ASSERT_TRUE(run.finish());
    if (run.error() == IsaError::Aborted) {
      ++aborted;
      this->expect_stopped(run, IsaError::Aborted);
    } else {
      EXPECT_EQ(run.status(), kStatusDone) << "it had ended";
    }
    EXPECT_EQ(bench.interrupts(), 1);
    this->expect_a_whole_run(run);
  }
  EXPECT_GT(aborted, 75);
}

// Cycle by cycle across a run's end: it has ended by itself, or it was aborted.
TYPED_TEST(ShellTest, AbortAroundTheEndIsOneOrTheOther) {
  AxiRun<TypeParam> whole(assembled("finish\n"), {100, 100, 100, 100, 100}, 10);
  whole.launch();
  const int64_t launched = whole.bench().cycles();
  ASSERT_TRUE(whole.finish());
  const int64_t length = whole.bench().cycles() - launched;
  int aborted = 0, ended = 0;
  for (int64_t at = 0; at < length + 8; ++at) {
    SCOPED_TRACE(at);
    AxiRun<TypeParam> run(assembled("finish\n"), {100, 100, 100, 100, 100}, 10);
    run.launch();
    run.wait(at);
    run.bench().write(S::ShellControl, kShellAbort);
    ASSERT_TRUE(run.finish());
    const IsaError error = run.error();
    ASSERT_EQ(run.status(), error == IsaError::Aborted ? kDoneAndError : kStatusDone);
    ASSERT_TRUE(error == IsaError::Aborted || error == IsaError::None);
    ++(error == IsaError::Aborted ? aborted : ended);
    run.wait(50);
    ASSERT_EQ(run.bench().interrupts(), 1);
  }
  EXPECT_GT(aborted, 0);
  EXPECT_GT(ended, 0);
}

TYPED_TEST(ShellTest, AbortWithoutARunChangesNothing) {
  AxiRun<TypeParam> run(reads_beside_writes(), {}, 11);
  auto& bench = run.bench();
  bench.write(S::ShellControl, kShellAbort);
  EXPECT_FALSE(bench.run(100));
  EXPECT_EQ(run.status(), 0u);
  ASSERT_TRUE(run.launch_and_finish());
  const uint64_t cycles = bench.read64(Register::Cycles);
  bench.write(S::ShellControl, kShellAbort);
  run.wait(100);
  EXPECT_EQ(run.status(), kStatusDone);
  EXPECT_EQ(bench.read64(Register::Cycles), cycles);
  EXPECT_EQ(bench.interrupts(), 1);
}

TYPED_TEST(ShellTest, AbortWaitsForAnswersAndTheWatchdogDoesNot) {
  for (const uint32_t watchdog : {0u, 400u}) {
    AxiRun<TypeParam> run(reads_beside_writes(), {}, 12);
    auto& bench = run.bench();
    bench.write(S::Watchdog, watchdog);
    run.launch();
    run.wait(40);
    run.memory().hang(kAllChannels);
    run.wait(20);
    bench.write(S::ShellControl, kShellAbort);
    bench.write(S::ShellControl, kShellAbort);  // again: nothing more
    EXPECT_EQ(bench.run(20000), watchdog != 0);
    if (watchdog == 0) {
      EXPECT_EQ(run.status(), kStatusRefusing) << "not done, launches are refused";
      bench.write(Register::Control, 1, kSlverr);
      bench.write(S::Watchdog, 5, kSlverr);
    } else {
      this->expect_stopped(run, IsaError::Timeout);
    }
    run.memory().hang(0);
    ASSERT_TRUE(run.finish());
    run.drain();
    this->expect_stopped(run, watchdog == 0 ? IsaError::Aborted : IsaError::Timeout);
    EXPECT_EQ(bench.interrupts(), 1);
    this->expect_a_whole_run(run);
  }
}

TYPED_TEST(ShellTest, ASecondLaunchIsRefused) {
  AxiRun<TypeParam> run(reads_beside_writes(), {}, 13);
  run.launch();
  run.bench().write(Register::Control, 1, kSlverr);
  ASSERT_TRUE(run.finish());
  EXPECT_EQ(run.status(), kStatusDone);
  EXPECT_EQ(run.bench().interrupts(), 1);
}

// ---- soft reset

TYPED_TEST(ShellTest, SoftResetBringsADeviceBackAsItCameUp) {
  constexpr uint64_t kSeed = 43;
  std::mt19937_64 random(kSeed);
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(fmt::format("round {} of seed {}", round, kSeed));
    AxiRun<TypeParam> run(reads_beside_writes(), random_pace(random), random());
    auto& bench = run.bench();
    bench.write(S::IrqEnable, 0);
    bench.write(S::Watchdog, 100000);
    run.launch();
    run.wait(static_cast<int64_t>(random() % 800));
    bench.write(S::ShellControl, round % 2 == 0 ? kShellSoftReset : kShellSoftReset | kShellAbort);
    run.drain();
    EXPECT_EQ(run.status(), 0u);
    EXPECT_EQ(run.error(), IsaError::None);
    EXPECT_EQ(bench.read(S::IrqStatus), 0u);
    EXPECT_EQ(bench.read(S::IrqEnable), 1u);
    EXPECT_EQ(bench.read(S::Watchdog), 0u);
    EXPECT_EQ(bench.read(Register::MemReadLatency), 40u);
    EXPECT_EQ(bench.interrupts(), 0);
    this->expect_a_whole_run(run);
  }
}

// What was reported is gone, the answers are still awaited.
TYPED_TEST(ShellTest, SoftResetAfterATimeoutStillWaits) {
  AxiRun<TypeParam> run(reads_beside_writes(), {}, 14);
  run.bench().write(S::Watchdog, 300);
  run.memory().hang(kB);
  run.launch();
  ASSERT_TRUE(run.finish());
  run.bench().write(S::ShellControl, kShellSoftReset);
  EXPECT_FALSE(run.bench().run(2000));
  EXPECT_EQ(run.status(), kStatusRefusing);
  EXPECT_EQ(run.error(), IsaError::None);
  run.memory().hang(0);
  run.drain();
  EXPECT_EQ(run.status(), 0u);
  this->expect_a_whole_run(run);
}

// Answers that never come: the system's reset brings both sides back.
TYPED_TEST(ShellTest, SystemResetEndsWhatNothingElseDoes) {
  AxiRun<TypeParam> run(reads_beside_writes(), {}, 15);
  run.bench().write(S::Watchdog, 300);
  run.launch();
  run.wait(60);
  run.memory().hang(kAllChannels);
  ASSERT_TRUE(run.finish());
  run.bench().reset();
  run.memory().hang(0);
  EXPECT_EQ(run.status(), 0u);
  EXPECT_EQ(run.error(), IsaError::None);
  EXPECT_EQ(run.bench().read(S::Watchdog), 0u);
  this->expect_a_whole_run(run);
}

}  // namespace
}  // namespace vta
