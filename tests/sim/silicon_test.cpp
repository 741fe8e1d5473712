// docs/silicon.md: a fitted memory and launch predict the cases that they have not seen.
#include "tests/sim/silicon_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace vta::test {
namespace {

TEST(Silicon, CasesThatWereNotFittedArePredicted) {
  const std::vector<SiliconCase> cases = silicon_cases();
  ASSERT_EQ(cases.size(), 24u);
  const SiliconModel model = fit_silicon(cases);
  std::vector<double> off;
  for (const SiliconCase& c : cases)
    if (!is_fitted(c))
      off.push_back(std::abs(model.us(c) / c.us - 1));
  ASSERT_GE(off.size(), 4u);
  std::ranges::sort(off);
  EXPECT_LE(off[off.size() / 2], 0.10);
  EXPECT_LE(off.back(), 0.15);
}

TEST(Silicon, TheModelIsWhatThePageSays) {
  const SiliconModel model = fit_silicon(silicon_cases());
  EXPECT_NEAR(model.launch_us, 10.35, 0.005);
  EXPECT_NEAR(1e-3 / model.us_per_byte, 1.61, 0.01);    // GB/s
  EXPECT_NEAR(100 * model.us_per_vector, 2.18, 0.005);  // cycles at 100 MHz
  EXPECT_NEAR(100 * model.us_per_row, 38.0, 0.5);
}

}  // namespace
}  // namespace vta::test
