// A run whose launches are looked at for races.
#pragma once

#include <gtest/gtest.h>

#include "runtime/executor.h"
#include "sim/races/race_check.h"

namespace vta::testing {

inline void expect_no_races(const RaceCheck& check) {
  EXPECT_EQ(check.count(), 0) << race_text(check.log().races.front());
}

inline void run_checked(Executor& executor) {
  RaceCheck check(executor.program().config);
  executor.check_races(&check);
  executor.run();
  executor.check_races(nullptr);
  expect_no_races(check);
}

}  // namespace vta::testing
