// The clock model on points that are made up: what it is fitted to, it gives back.
#include "hw/synth/clock_model.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "config/random_config.h"
#include "hw/synth/area_fit.h"
#include "hw/synth/area_model.h"
#include "hw/synth/area_shape.h"
#include "hw/synth/clock_paths.h"
#include "hw/synth/dot_shape.h"

namespace vta {
namespace {

VtaConfig dot_of(int64_t log_block_in, int64_t registers) {
  VtaConfig config;
  config.log_block_in = log_block_in;
  config.gemm_pipeline = registers;
  return config;
}

TEST(DotShape, LevelsBetweenRegistersAreAsManyAsTheLongestStageHas) {
  const auto levels = [](int64_t log_block_in, int64_t registers) {
    return DotShape(dot_of(log_block_in, registers)).levels_of_a_stage;
  };
  EXPECT_EQ(levels(4, 1), 4);  // with the products before them
  EXPECT_EQ(levels(4, 2), 4);
  EXPECT_EQ(levels(4, 3), 2);
  EXPECT_EQ(levels(4, 4), 2);
  EXPECT_EQ(levels(4, 5), 1);
  EXPECT_EQ(levels(4, 6), 1);
  EXPECT_EQ(levels(7, 3), 4);
  EXPECT_EQ(levels(2, 6), 1);
}

// What Yosys made of vta_dot alone: look-up tables to one in twenty, flip-flops to the bit.
TEST(DotShape, IsWhatYosysMakesOfIt) {
  struct Row {
    int64_t lanes, log_block_in, registers, lut, ff;
  };
  const Row rows[] = {
      {1, 3, 1, 57, 20},   {1, 3, 2, 57, 21},   {1, 3, 3, 57, 22},   {1, 3, 4, 52, 59},
      {1, 3, 5, 116, 128}, {1, 3, 6, 116, 197}, {1, 4, 1, 175, 21},  {1, 4, 2, 175, 22},
      {1, 4, 3, 128, 95},  {1, 4, 4, 128, 96},  {1, 4, 5, 123, 135}, {1, 4, 6, 251, 272},
      {1, 5, 1, 415, 22},  {1, 5, 3, 321, 168}, {1, 5, 5, 271, 246}, {1, 5, 6, 266, 287},
      {2, 3, 1, 330, 39},  {2, 3, 2, 330, 40},  {2, 3, 3, 246, 177}, {2, 3, 5, 236, 507},
      {2, 4, 1, 786, 41},
  };
  for (const Row& row : rows) {
    VtaConfig config = dot_of(row.log_block_in, row.registers);
    config.products_per_multiplier = row.lanes;
    const DotShape dot(config);
    const std::string where = fmt::format("{} lanes of {} products, {} registers", row.lanes,
                                          dot.products, row.registers);
    EXPECT_EQ(row.lanes * (dot.register_bits + dot.product_register_bits) + dot.registers, row.ff)
        << where;
    const double lut =
        static_cast<double>(row.lanes) * (static_cast<double>(dot.adder_bits + dot.first_row_bits) +
                                          1.42 * static_cast<double>(dot.further_row_bits));
    EXPECT_NEAR(lut, static_cast<double>(row.lut), 0.05 * static_cast<double>(row.lut)) << where;
  }
}

TEST(NamedPaths, EveryModuleIsOnOne) {
  EXPECT_EQ(named_path_of("vta_dot").name, "dot product");
  EXPECT_EQ(named_path_of("vta_accumulators").name, "accumulators");
  EXPECT_EQ(named_path_of("u_wgt").name, "scratchpads");
  EXPECT_EQ(named_path_of("vta_fetch_groups").name, "fetch");
  EXPECT_EQ(named_path_of("vta_burst_walker").name, "transfers");
  EXPECT_EQ(named_path_of("whatever comes").name, "control");
  const auto longest = by_named_path({{"vta_dot", 5}, {"vta_gemm", 7}, {"vta_core", 6}});
  EXPECT_EQ(longest.at("dot product"), 7);
  EXPECT_EQ(longest.at("control"), 6);
}

// A made machine: sums of 700 ps a level behind 1000 ps, products 4000 ps, all else 100 ps a bit of
// log2(bus) behind 3000, and 900 ps more with two pipes.
CalibrationPoint made_point(int64_t log_block_in, int64_t registers, int64_t log_bus_width,
                            int64_t overlap = 0) {
  CalibrationPoint point;
  point.config = dot_of(log_block_in, registers);
  point.config.log_bus_width = log_bus_width;
  point.config.acc_overlap = overlap;
  const AreaShape shape(point.config);
  point.paths["vta_dot"] = 1000 + 700 * shape.dot.levels_of_a_stage + (registers == 1 ? 4000 : 0);
  for (const char* module : {"vta_alu", "vta_accumulators", "u_inp"})
    point.paths[module] = 2500;
  for (const char* module : {"vta_fetch", "vta_load", "vta_core"})
    point.paths[module] = 3000 + 100 * shape.log_bus + 900 * overlap;
  return point;
}

std::vector<CalibrationPoint> made_points() {
  std::vector<CalibrationPoint> points;
  for (const int64_t block : {3, 4, 5})
    for (const int64_t registers : {1, 2, 3, 6})
      for (const int64_t bus : {6, 8})
        points.push_back(made_point(block, registers, bus));
  for (const int64_t block : {3, 5})
    points.push_back(made_point(block, 3, 7, 1));
  return points;
}

TEST(ClockModel, GivesBackWhatItIsFittedTo) {
  const Coefficients by{.area = {}, .paths = fit_paths(made_points())};
  for (const CalibrationPoint& point :
       {made_point(6, 1, 6), made_point(6, 2, 9), made_point(7, 6, 7), made_point(4, 4, 9),
        made_point(6, 1, 6, 1), made_point(7, 6, 7, 1), made_point(4, 4, 9, 1)}) {
    EXPECT_NEAR(path_error(point, by), 0, 0.01) << point.config.to_json();
    const std::vector<PathEstimate> paths = estimate_paths(point.config, by);
    EXPECT_TRUE(std::ranges::is_sorted(paths, std::ranges::greater{}, &PathEstimate::ps));
    EXPECT_EQ(paths.front().path == "dot product",
              point.paths.at("vta_dot") > point.paths.at("vta_core"));
  }
}

TEST(ClockModel, HeldOutPointsAreNotFittedTo) {
  std::vector<CalibrationPoint> points = made_points();
  const PathCoefficients without = fit_paths(points);
  CalibrationPoint odd = made_point(4, 3, 6);
  odd.held_out = true;
  odd.paths["vta_dot"] = 90'000;
  points.push_back(odd);
  EXPECT_EQ(fit_paths(points), without);
  EXPECT_LT(path_error(odd, {.area = {}, .paths = without}), -0.9);
}

TEST(ClockModel, CircuitsWithTwoPipesOnlySayWhatTheyHaveBeyond) {
  std::vector<CalibrationPoint> points = made_points();
  const PathCoefficients before = fit_paths(points);
  for (CalibrationPoint& point : points)
    if (point.config.acc_overlap == 1)
      for (auto& [module, ps] : point.paths)
        ps += 1000;
  const PathCoefficients after = fit_paths(points);
  for (const NamedPath& path : named_paths()) {
    const std::string name(path.name);
    for (const auto& [feature, value] : before.at(name)) {
      if (feature == "two pipes")
        EXPECT_GT(after.at(name).at(feature), value + 900) << name;
      else
        EXPECT_EQ(after.at(name).at(feature), value) << name << ", " << feature;
    }
  }
}

TEST(ClockModel, NoPointIsRefused) {
  using Points = std::vector<CalibrationPoint>;
  const auto expect_refused = [](const Points& points, int overlap) {
    const auto refused = testing::ThrowsMessage<InputError>(testing::HasSubstr(
        fmt::format("no calibration point with ACC_OVERLAP {} to fit", overlap)));
    EXPECT_THAT([&] { fit_paths(points); }, refused);
    EXPECT_THAT([&] { fit_area(points); }, refused);
  };
  const CalibrationPoint one = made_point(4, 3, 6), two = made_point(4, 3, 6, 1);
  CalibrationPoint held_out = one, two_held_out = two;
  held_out.held_out = two_held_out.held_out = true;
  expect_refused({}, 0);
  expect_refused({held_out, two}, 0);
  expect_refused({one}, 1);
  expect_refused({one, two_held_out}, 1);
}

// A small circuit may have no register there.
TEST(ClockModel, APathIsFittedToThePointsThatHaveIt) {
  std::vector<CalibrationPoint> points = made_points();
  points.front().paths.erase("u_inp");
  EXPECT_EQ(fit_paths(points).at("scratchpads"), fit_paths(made_points()).at("scratchpads"));
  for (const int64_t overlap : {0, 1}) {
    CalibrationPoint without = made_point(4, 3, 6, overlap);
    without.paths.erase("u_inp");
    EXPECT_THAT(
        [&] {
          fit_paths({without, made_point(4, 3, 6, 1 - overlap)});
        },
        testing::ThrowsMessage<InputError>(testing::HasSubstr(fmt::format(
            "no calibration point that is fitted has a path scratchpads, ACC_OVERLAP {}",
            overlap))));
  }
}

TEST(ClockModel, EveryLegalConfigurationHasAnEstimate) {
  constexpr uint64_t kSeed = 5;
  int64_t with_two_pipes = 0;
  for (VtaConfig config : random_legal_configs(300, kSeed)) {
    config.isa_ext &= kModelledExtensions;
    with_two_pipes += config.acc_overlap;
    EXPECT_GT(estimate_paths(config).front().ps, 0) << "seed " << kSeed << config.to_json();
    EXPECT_EQ(longest_path_ps(config.hardware()), longest_path_ps(config));
    EXPECT_GT(estimate_area(config).total.lut, 0) << "seed " << kSeed << config.to_json();
  }
  EXPECT_GT(with_two_pipes, 50);
}

TEST(ClockModel, TwoPipesAreNoFaster) {
  for (VtaConfig config : random_legal_configs(100, 6)) {
    config.isa_ext &= kModelledExtensions;
    config.acc_overlap = 0;
    const int64_t one = estimate_paths(config).front().ps;
    config.acc_overlap = 1;
    EXPECT_GE(1.01 * static_cast<double>(estimate_paths(config).front().ps),
              static_cast<double>(one))
        << config.to_json();
  }
}

// The synthesis where there is one, whatever the memory behind the port.
TEST(ClockModel, CommittedResultsComeFirst) {
  for (const CalibrationPoint& point : calibration()) {
    VtaConfig config = point.config;
    config.mem_read_latency += 7;
    EXPECT_EQ(longest_path_ps(config), longest_path_ps(point)) << point.name;
  }
}

}  // namespace
}  // namespace vta
