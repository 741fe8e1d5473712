// Why cycles were lost, with cycles made up to be checked by hand.
#include "explore/record/lost_cycles.h"

#include <gmock/gmock.h>

#include "tests/sim/unit_cycles.h"

namespace vta::explore {
namespace {

using test::units_of;
using testing::HasSubstr;

constexpr TimedUnit kFetch = TimedUnit::Fetch, kLoad = TimedUnit::Load,
                    kCompute = TimedUnit::Compute, kStore = TimedUnit::Store;

TEST(LostCycles, AlwaysBusyLosesNone) {
  const UnitCycles units = units_of({{kCompute, UnitState::Busy, 10}});
  EXPECT_TRUE(lost_cycles(units).empty());
  EXPECT_EQ(lost_text(units), "none: compute is always busy");
}

TEST(LostCycles, AMissingTokenLeadsToTheUnitThatOwesIt) {
  EXPECT_EQ(lost_text(units_of({{kCompute, UnitState::Busy, 60},
                                {kCompute, UnitState::TokenPrev, 30},
                                {kCompute, UnitState::TokenNext, 10},
                                {kLoad, UnitState::MemData, 50},
                                {kLoad, UnitState::MemLatency, 20},
                                {kStore, UnitState::MemQueued, 90}})),
            "compute waits for load (30.0 % of its cycles), load moves data at the bus rate");
  EXPECT_EQ(lost_text(units_of(
                {{kCompute, UnitState::TokenNext, 100}, {kStore, UnitState::MemQueued, 90}})),
            "compute waits for store (100.0 % of its cycles), store waits for the memory port");
}

// While compute waits for load, load cannot be waiting for compute, however often it does.
TEST(LostCycles, AUnitThatIsWaitedForIsNotWaiting) {
  EXPECT_EQ(lost_text(units_of({{kCompute, UnitState::TokenPrev, 30},
                                {kCompute, UnitState::Busy, 70},
                                {kLoad, UnitState::TokenNext, 50},
                                {kLoad, UnitState::MemLatency, 3}})),
            "compute waits for load (30.0 % of its cycles), load waits for the memory's latency");
  EXPECT_EQ(lost_text(units_of({{kCompute, UnitState::TokenNext, 30},
                                {kStore, UnitState::TokenPrev, 50},
                                {kStore, UnitState::Busy, 2}})),
            "compute waits for store (100.0 % of its cycles), store is busy");
}

TEST(LostCycles, NoInstructionLeadsToFetch) {
  EXPECT_EQ(lost_text(units_of({{kCompute, UnitState::None, 50},
                                {kCompute, UnitState::Busy, 50},
                                {kFetch, UnitState::MemLatency, 40}})),
            "compute has no instruction (50.0 % of its cycles), fetch waits for the memory's "
            "latency");
  EXPECT_EQ(lost_text(units_of({{kCompute, UnitState::TokenPrev, 50},
                                {kLoad, UnitState::None, 50},
                                {kFetch, UnitState::Slot, 40}})),
            "compute waits for load (100.0 % of its cycles), load has no instruction, fetch waits "
            "for room in a full queue");
  EXPECT_EQ(lost_text(units_of({{kCompute, UnitState::None, 50}, {kFetch, UnitState::None, 40}})),
            "compute has no instruction (100.0 % of its cycles), fetch has nothing to fetch");
}

TEST(LostCycles, WhatAnOwingUnitDoesComesBeforeItsIdleness) {
  const auto chain = lost_cycles(units_of({{kCompute, UnitState::TokenPrev, 50},
                                           {kLoad, UnitState::None, 45},
                                           {kLoad, UnitState::Busy, 5}}));
  ASSERT_EQ(chain.size(), 2u);
  EXPECT_EQ(chain[1].state, UnitState::Busy);
  EXPECT_EQ(chain[1].cycles, 5);
}

TEST(LostCycles, ComputesOwnLoadsAreItsOwnCause) {
  const auto chain = lost_cycles(
      units_of({{kCompute, UnitState::MemData, 50}, {kLoad, UnitState::TokenNext, 45}}));
  ASSERT_EQ(chain.size(), 1u);
  EXPECT_EQ(chain[0].state, UnitState::MemData);
}

TEST(LostCycles, EveryStateHasWords) {
  for (const TimedUnit unit : {kFetch, kLoad, kCompute, kStore})
    for (const UnitState state : {UnitState::MemQueued, UnitState::MemLatency, UnitState::MemData,
                                  UnitState::Slot, UnitState::None}) {
      UnitState wait = UnitState::None;
      if (unit == kLoad || unit == kStore)
        wait = unit == kLoad ? UnitState::TokenPrev : UnitState::TokenNext;
      const std::string text = unit == kCompute
                                   ? lost_text(units_of({{unit, state, 5}}))
                                   : lost_text(units_of({{kCompute, wait, 9}, {unit, state, 5}}));
      EXPECT_THAT(text, HasSubstr(std::string(timed_unit_name(unit)))) << text;
    }
}

}  // namespace
}  // namespace vta::explore
