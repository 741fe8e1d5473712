// vta_run_control: how runs begin and end, by core/README.md, "End of a run".
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "VRunControl.h"
#include "wide.h"

namespace vta {
namespace {

// Codes of errors, by docs/isa.md.
constexpr uint8_t kNone = 0, kField = 4, kIndexRange = 8, kDeadlock = 9, kBusError = 12;

class RunControlTest : public testing::Test {
 protected:
  RunControlTest() {
    run_.rst = 1;
    clock_edge(run_);
    run_.rst = 0;
    busy();
  }

  // A run in which everything works and nothing waits.
  void busy() {
    run_.units_quiet = run_.fetch_quiet = run_.memory_quiet = 0;
    run_.index_error = run_.bus_error = run_.fault_valid = 0;
    run_.head_valid = 0;
    run_.fetch_outstanding = 0;
    run_.tokens = 0;
  }
  void quiet() { run_.units_quiet = run_.fetch_quiet = run_.memory_quiet = 1; }

  void launch() {
    run_.launch = 1;
    clock_edge(run_);
    run_.launch = 0;
  }
  void cycles(int count) {
    for (int i = 0; i < count; ++i)
      clock_edge(run_);
  }
  void head(size_t unit, uint32_t index) {
    run_.head_valid = static_cast<uint8_t>(run_.head_valid | 1u << unit);
    set_bits(run_.head_index, static_cast<int64_t>(32 * unit), 32, index);
  }

  void expect_end(uint64_t cycles, uint8_t error, uint32_t insn, uint64_t tokens) {
    EXPECT_TRUE(run_.done);
    EXPECT_FALSE(run_.running);
    EXPECT_EQ(run_.cycles, cycles);
    EXPECT_EQ(run_.error, error);
    EXPECT_EQ(run_.error_insn, insn);
    EXPECT_EQ(run_.tokens_left, tokens);
  }

  VRunControl run_;
};

TEST_F(RunControlTest, NothingRunsBeforeALaunch) {
  quiet();
  cycles(3);
  EXPECT_FALSE(run_.running);
  EXPECT_FALSE(run_.done);
  EXPECT_EQ(run_.cycles, 0u);
}

TEST_F(RunControlTest, AnEmptyStreamEndsAtEdgeOne) {
  launch();
  EXPECT_TRUE(run_.running);
  quiet();
  cycles(1);
  expect_end(1, kNone, 0, 0);
}

TEST_F(RunControlTest, EndsAtTheFirstQuietEdgeAndKeepsItsAnswer) {
  launch();
  cycles(9);
  quiet();
  run_.tokens = 3;
  cycles(1);
  expect_end(10, kNone, 0, 3);
  busy();
  cycles(5);
  expect_end(10, kNone, 0, 3);
}

TEST_F(RunControlTest, EveryPartMustBeQuiet) {
  launch();
  for (int quiet_parts = 0; quiet_parts < 7; ++quiet_parts) {
    run_.units_quiet = quiet_parts & 1;
    run_.fetch_quiet = quiet_parts >> 1 & 1;
    run_.memory_quiet = quiet_parts >> 2 & 1;
    cycles(1);
    EXPECT_FALSE(run_.done) << quiet_parts;
  }
}

TEST_F(RunControlTest, AnErrorHaltsAndWaitsForTheMemoryAlone) {
  launch();
  run_.index_error = 1;
  run_.index_error_insn = 17;
  run_.bus_error = 1;  // at the same edge: comes second
  run_.bus_error_insn = 4;
  run_.tokens = 2;
  cycles(1);
  EXPECT_TRUE(run_.halt);
  run_.index_error = 0;
  run_.bus_error_insn = 3;  // later ones change nothing
  cycles(2);
  EXPECT_FALSE(run_.done);
  run_.bus_error = 0;
  run_.memory_quiet = 1;
  run_.fault_valid = 1;
  run_.fault_error = kField;
  head(1, 1);
  cycles(1);
  expect_end(4, kIndexRange, 17, 0);
}

TEST_F(RunControlTest, ABusErrorNamesItsInstruction) {
  launch();
  run_.bus_error = 1;
  run_.bus_error_insn = 6;
  cycles(1);
  run_.bus_error = 0;
  run_.memory_quiet = 1;
  cycles(1);
  expect_end(2, kBusError, 6, 0);
}

TEST_F(RunControlTest, AFaultComesBeforeADeadlock) {
  launch();
  quiet();
  run_.fault_valid = 1;
  run_.fault_error = kField;
  run_.fault_index = 12;
  run_.tokens = 1;
  head(0, 5);
  cycles(1);
  expect_end(1, kField, 12, 1);
}

TEST_F(RunControlTest, ADeadlockNamesTheLowestThatWaits) {
  constexpr uint64_t kSeed = 8;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937_64 random(kSeed);
  for (int i = 0; i < 200; ++i) {
    busy();
    launch();
    quiet();
    uint32_t lowest = 0xffffffffu;
    const uint64_t waiting = 1 + random() % 15;  // heads, fetch
    for (size_t unit = 0; unit < 3; ++unit) {
      const uint32_t index = static_cast<uint32_t>(random()) >> 1;
      set_bits(run_.head_index, static_cast<int64_t>(32 * unit), 32, index);
      if ((waiting >> unit & 1) != 0) {
        head(unit, index);
        lowest = std::min(lowest, index);
      }
    }
    run_.fetch_outstanding = static_cast<uint8_t>(waiting >> 3);
    run_.fetch_index = static_cast<uint32_t>(random()) | 0x80000000u;  // dispatched in order
    if (run_.fetch_outstanding)
      lowest = std::min(lowest, run_.fetch_index);
    cycles(1);
    expect_end(1, kDeadlock, lowest, 0);
  }
}

TEST_F(RunControlTest, ALaunchClearsWhatTheRunBeforeLeft) {
  launch();
  run_.index_error = 1;
  run_.index_error_insn = 9;
  cycles(1);
  busy();
  run_.memory_quiet = 1;
  cycles(1);
  expect_end(2, kIndexRange, 9, 0);
  launch();
  EXPECT_TRUE(run_.running);
  EXPECT_FALSE(run_.halt);
  EXPECT_FALSE(run_.done);
  EXPECT_EQ(run_.cycles, 1u);
  EXPECT_EQ(run_.error, kNone);
  EXPECT_EQ(run_.error_insn, 0u);
}

TEST_F(RunControlTest, AResetEndsARunWithoutAnAnswer) {
  launch();
  run_.rst = run_.launch = 1;
  cycles(1);
  EXPECT_FALSE(run_.running);
  EXPECT_FALSE(run_.done);
}

}  // namespace
}  // namespace vta
