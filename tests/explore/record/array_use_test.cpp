#include "explore/record/array_use.h"

#include <gmock/gmock.h>

#include "tests/sim/unit_cycles.h"

namespace vta::explore {
namespace {

using test::units_of;

constexpr auto kComputeUnit = TimedUnit::Compute;

// A depthwise layer: 100 cycles, 90 of them GEMM steps of 16 x 16 products, one in 16 useful.
TEST(ArrayUse, LanesWithoutAProductAreACauseOfTheirOwn) {
  const UnitCycles units =
      units_of({{kComputeUnit, UnitState::Busy, 96}, {kComputeUnit, UnitState::TokenPrev, 4}});
  const auto use = array_use({.macs = 256, .useful_macs = 90 * 256 / 16, .gemm_steps = 90}, units);
  ASSERT_TRUE(use);
  EXPECT_NEAR(use->useful, 0.9 / 16, 1e-12);
  EXPECT_NEAR(use->lanes, 0.9 * 15 / 16, 1e-12);
  EXPECT_NEAR(use->other_steps, 0.06, 1e-12);
  EXPECT_NEAR(use->waiting, 0.04, 1e-12);
  EXPECT_NEAR(use->useful + use->lanes + use->other_steps + use->waiting, 1, 1e-12);
  EXPECT_EQ(use->lost_text(),
            "84.4 % in lanes that have nothing to multiply, 6.0 % in ALU steps and resets, 4.0 % "
            "waiting");
}

TEST(ArrayUse, AFullArrayThatWaitsLosesToWaiting) {
  const UnitCycles units =
      units_of({{kComputeUnit, UnitState::Busy, 60}, {kComputeUnit, UnitState::TokenPrev, 40}});
  const auto use = array_use({.macs = 4, .useful_macs = 240, .gemm_steps = 60}, units);
  ASSERT_TRUE(use);
  EXPECT_EQ(use->lost_text(), "40.0 % waiting");
}

TEST(ArrayUse, NothingIsSaidOfWhatIsNotKnown) {
  const UnitCycles units = units_of({{kComputeUnit, UnitState::Busy, 60}});
  EXPECT_FALSE(array_use({.macs = 4, .useful_macs = std::nullopt, .gemm_steps = 60}, units));
  EXPECT_FALSE(array_use({.macs = 4, .useful_macs = 1, .gemm_steps = 1}, UnitCycles{}));
  const auto all = array_use({.macs = 4, .useful_macs = 240, .gemm_steps = 60}, units);
  EXPECT_EQ(all->lost_text(), "nothing");
}

}  // namespace
}  // namespace vta::explore
