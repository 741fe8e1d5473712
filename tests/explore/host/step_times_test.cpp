#include "explore/host/step_times.h"

#include <gmock/gmock.h>

#include "tests/explore/small_run.h"

namespace vta::explore {
namespace {

MeasuredStep step(int64_t elements, int64_t macs, double ns) {
  return {{.name = "nn.conv2d",
           .typed_name = "nn.conv2d:float32",
           .kind_row = "products",
           .elements = elements,
           .macs = macs},
          ns};
}

TEST(StepTimes, FiguresAreFound) {
  std::vector<MeasuredStep> steps;
  for (const auto& [elements, macs] : {std::pair{10, 1000}, {200, 900}, {5000, 70000}, {40, 3}})
    steps.push_back(step(elements, macs, 50 + 3 * elements + 0.5 * macs));
  const StepCost cost = fitted_cost(steps);
  EXPECT_NEAR(cost.ns, 50, 1e-3);
  EXPECT_NEAR(cost.ns_per_element, 3, 1e-4);
  EXPECT_NEAR(cost.ns_per_mac, 0.5, 1e-5);
  EXPECT_EQ(cost.bytes_per_second, 0);
}

TEST(StepTimes, NoFigureIsNegative) {
  // Twice the elements in less time: a constant is the best that is legal.
  const std::vector<MeasuredStep> steps = {step(100, 0, 1000), step(200, 0, 900)};
  const StepCost cost = fitted_cost(steps);
  EXPECT_EQ(cost.ns_per_element, 0);
  EXPECT_NEAR(cost.ns, 945, 5);
  EXPECT_EQ(fitted_cost({}), StepCost{});
}

TEST(StepTimes, EveryNameAndKindHasARow) {
  std::vector<MeasuredStep> steps = {step(1, 1, 10)};
  steps.push_back({{.name = "pack", .typed_name = "pack", .kind_row = "pack", .elements = 4}, 8});
  const auto costs = fitted_costs(steps);
  std::vector<std::string> rows;
  for (const auto& [row, cost] : costs)
    rows.push_back(row);
  EXPECT_THAT(rows,
              testing::ElementsAre("nn.conv2d", "nn.conv2d:float32", "other", "pack", "products"));
}

TEST(StepTimes, AStepOfEachProgramIsMeasured) {
  const std::vector<Program> programs = {test::small_program(),
                                         test::small_program({.skip_conv = {0, 3}})};
  const auto measured = measured_steps(programs, 1);
  ASSERT_EQ(measured.size(), 2u);
  EXPECT_GT(measured[1].size(), measured[0].size());
  for (const auto& steps : measured)
    for (const MeasuredStep& s : steps) {
      EXPECT_GT(s.ns, 0) << s.work.name;
      EXPECT_NE(s.work.name, "launch");
    }
}

}  // namespace
}  // namespace vta::explore
