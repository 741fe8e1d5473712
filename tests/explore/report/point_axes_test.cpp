#include "explore/report/point_axes.h"

#include <gmock/gmock.h>

#include "tests/explore/report/made_points.h"

namespace vta::explore {
namespace {

using ::testing::ElementsAre;
using C = VtaConfig;

TEST(PointAxes, EveryKeyThatVariesIsOneWithoutASpecification) {
  const auto points = made_points({{.config = with(&C::log_block_in, 3, &C::log_bus_width, 7)},
                                   {.config = with(&C::log_block_in, 5, &C::log_bus_width, 6)},
                                   {.config = with(&C::log_block_in, 4, &C::log_bus_width, 6)}});
  for (const char* spec : {"", "{}", "no json", "[1]", R"({"axes": 3})"}) {
    const std::vector<PointAxis> axes = axes_of(points, spec);
    ASSERT_EQ(axes.size(), 2u) << spec;
    EXPECT_EQ(axes[0].name, "LOG_BLOCK_IN");
    EXPECT_THAT(axes[0].labels, ElementsAre("3", "4", "5"));
    EXPECT_THAT(axes[0].value_of, ElementsAre(0, 2, 1));
    EXPECT_EQ(axes[1].name, "LOG_BUS_WIDTH");
  }
}

TEST(PointAxes, KeysThatTheSpecificationMovesTogetherAreOne) {
  const auto points = made_points(
      {{.config = with(&C::log_block_in, 3, &C::log_block_out, 3, &C::log_inp_buff_size, 13)},
       {.config = with(&C::log_block_in, 4, &C::log_block_out, 4, &C::log_inp_buff_size, 15),
        .images = 2,
        .schedule = "reference"}});
  const std::vector<PointAxis> axes = axes_of(points, R"({"axes": {
    "LOG_BLOCK": [3, 4], "LOG_BATCH": [0],
    "buffers": [{"LOG_INP_BUFF_SIZE": 13, "LOG_WGT_BUFF_SIZE": 18}, {}]}})");
  ASSERT_EQ(axes.size(), 4u);
  EXPECT_EQ(axes[0].name, "LOG_BLOCK");
  EXPECT_THAT(axes[0].labels, ElementsAre("BLOCK_IN 3, BLOCK_OUT 3", "BLOCK_IN 4, BLOCK_OUT 4"));
  EXPECT_EQ(axes[1].name, "buffers");
  EXPECT_THAT(axes[1].labels, ElementsAre("13", "15"));  // WGT is the same in all
  EXPECT_EQ(axes[2].name, "images");
  EXPECT_EQ(axes[3].name, "schedule");
  EXPECT_THAT(axes[3].labels, ElementsAre("fast", "reference"));
}

TEST(PointAxes, ImagesThatFollowTheBatchAreNoAxisOfTheirOwn) {
  const auto points = made_points({{}, {.config = with(&C::log_batch, 1), .images = 2}});
  const char* spec = R"({"axes": {"LOG_BATCH": [0, 1]}, "images": "batch"})";
  ASSERT_EQ(axes_of(points, spec).size(), 1u);
  EXPECT_EQ(axes_of(points, spec)[0].name, "LOG_BATCH");
}

TEST(PointAxes, ASettingOfTheCompilerIsAnAxisBesideTheQuantization) {
  auto points = made_points({{}, {}, {}, {}});
  points[0].spec.quantization = "global,residual=int8";
  points[1].spec.quantization = "global,residual=int32";
  points[2].spec.quantization = "global,scale=4,residual=int8";
  points[3].spec.quantization = "global,scale=4,residual=int32";
  const std::vector<PointAxis> axes =
      axes_of(points, R"({"axes": {"residual": ["int32", "int8"]}})");
  ASSERT_EQ(axes.size(), 2u);
  EXPECT_EQ(axes[0].name, "residual");
  EXPECT_THAT(axes[0].labels, ElementsAre("int32", "int8"));  // as the table of settings has them
  EXPECT_THAT(axes[0].value_of, ElementsAre(1, 0, 1, 0));
  EXPECT_EQ(axes[1].name, "quantizations");
  EXPECT_THAT(axes[1].labels, ElementsAre("global", "global,scale=4"));
}

// A database of another program may have any text there.
TEST(PointAxes, AQuantizationThatIsNoneStandsForItself) {
  auto points = made_points({{}, {}});
  points[1].spec.quantization = "global,residual=int5";
  const std::vector<PointAxis> axes = axes_of(points, "");
  ASSERT_EQ(axes.size(), 1u);
  EXPECT_THAT(axes[0].labels, ElementsAre("", "global,residual=int5"));
}

TEST(PointAxes, MemoriesAreCalledAsInTheSpecification) {
  const auto points =
      made_points({{.config = with(&C::mem_read_latency, 40, &C::mem_gap, 1), .memory = "ddr"},
                   {.config = with(&C::mem_read_latency, 0, &C::mem_gap, 0), .memory = "ideal8"}});
  const std::vector<PointAxis> axes = axes_of(points, R"({"axes": {"memory": ["ddr", "ideal8"]}})");
  ASSERT_EQ(axes.size(), 1u);
  EXPECT_THAT(axes[0].labels, ElementsAre("ideal8", "ddr"));  // by latency
}

TEST(PointAxes, StepsAreBetweenNeighboursThatDifferInNothingElse) {
  const auto points = made_points({{.config = with(&C::log_batch, 0, &C::log_bus_width, 6)},
                                   {.config = with(&C::log_batch, 1, &C::log_bus_width, 6)},
                                   {.config = with(&C::log_batch, 2, &C::log_bus_width, 6)},
                                   {.config = with(&C::log_batch, 2, &C::log_bus_width, 7)},
                                   {.config = with(&C::log_batch, 0, &C::log_bus_width, 7)}});
  const std::vector<PointAxis> axes = axes_of(points, "");
  const std::vector<CandidateSet> sets = candidate_sets(points, kMadeDevice);
  std::vector<std::vector<size_t>> steps;
  for (const Step& step : steps_of(sets[0], axes))
    steps.push_back({step.axis, step.from, step.to});
  // Not from 4 to 3: a value lies between.
  EXPECT_THAT(steps, ElementsAre(ElementsAre(0, 0, 1), ElementsAre(0, 1, 2), ElementsAre(1, 0, 4),
                                 ElementsAre(1, 2, 3)));
}

TEST(PointAxes, OnePointHasNone) {
  EXPECT_TRUE(axes_of(made_points({{}}), "").empty());
  EXPECT_TRUE(axes_of({}, "").empty());
}

}  // namespace
}  // namespace vta::explore
