#include "hw/synth/area_model.h"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>

#include "base/error.h"
#include "config/validate.h"
#include "hw/rtl/rtl_sources.h"
#include "hw/synth/area_features.h"
#include "hw/synth/area_fit.h"
#include "hw/synth/area_shape.h"
#include "hw/synth/clock_model.h"

namespace vta {
namespace {

// What Yosys made of a scratchpad of so many words, alone.
TEST(MemoryArea, IsWhatYosysMakesOfIt) {
  struct Row {
    MemoryShape memory;
    int64_t bram18;
  };
  const Row rows[] = {
      {{.banks = 2, .depth = 4096, .width = 32}, 16},
      {{.banks = 16, .depth = 128, .width = 32}, 16},
      {{.banks = 1, .depth = 2048, .width = 64}, 8},
      {{.banks = 1, .depth = 1024, .width = 512}, 29},
      {{.banks = 4, .depth = 256, .width = 128}, 16},
      // Every piece takes whole lanes of nine bits.
      {{.banks = 1, .depth = 1024, .width = 256, .pieces = 4}, 16},
      {{.banks = 1, .depth = 256, .width = 512, .pieces = 8}, 16},
      {{.banks = 1, .depth = 1024, .width = 2048, .pieces = 32}, 128},
      {{.banks = 1, .depth = 512, .width = 2048, .pieces = 16}, 60},
      {{.banks = 1, .depth = 2048, .width = 256, .pieces = 2}, 30},
      {{.banks = 1, .depth = 128, .width = 4096, .pieces = 16}, 116},
      {{.banks = 1, .depth = 1024, .width = 2048, .pieces = 4}, 114},
  };
  for (const Row& row : rows)
    EXPECT_EQ(memory_area(row.memory).bram18, row.bram18)
        << row.memory.banks << " x " << row.memory.depth << " x " << row.memory.width << " / "
        << row.memory.pieces;
}

// Where it is a vta_ram_1w1r of so few words.
TEST(MemoryArea, SmallOnesAreMadeOfLookUpTables) {
  const MemoryArea started = memory_area({.depth = 16, .width = 35});
  EXPECT_EQ(started.lut, 6 * 4);  // RAM32M: six bits each
  EXPECT_EQ(started.ff, 35);
  EXPECT_EQ(started.bram18, 0);
  EXPECT_EQ(memory_area({.depth = 64, .width = 11}).lut, 4 * 4);  // RAM64M: three bits each
}

// hw/rtl/compute/overlap.md
TEST(AreaShape, TwoPipesShareAccumulatorsAndHaveAnAluEachAndThreeCopiesOfMicroOps) {
  VtaConfig config;
  const AreaShape one(config);
  config.acc_overlap = 1;
  const AreaShape two(config);
  EXPECT_EQ(one.pipes, 1);
  EXPECT_EQ(two.pipes, 2);
  EXPECT_EQ(one.uop_ports, 1);
  EXPECT_EQ(two.uop_ports, 3);
  EXPECT_EQ(2 * two.acc.depth, one.acc.depth);
  EXPECT_EQ(2 * two.shadow.depth, one.shadow.depth);
  EXPECT_EQ(two.uop.depth, one.uop.depth);
  EXPECT_EQ(two.alu_multipliers, 2 * one.alu_multipliers);
  EXPECT_EQ(two.multipliers, one.multipliers);
}

TEST(AreaModel, TwoPipesTakeMoreOfEverything) {
  VtaConfig config;
  for (const int64_t ports : {1, 2}) {
    config.acc_read_ports = ports;
    config.acc_overlap = 0;
    const ModuleArea one = estimate_area(config).total;
    config.acc_overlap = 1;
    const ModuleArea two = estimate_area(config).total;
    EXPECT_GT(two.lut, one.lut);
    EXPECT_GT(two.ff, one.ff);
    EXPECT_EQ(two.dsp, one.dsp + 3 * 16 + 4);    // an ALU, and the look at the next instruction
    EXPECT_EQ(two.bram18, one.bram18 + 2 * 16);  // two more of 8192 x 32 bits of micro-ops
  }
}

TEST(AreaFit, CircuitsWithTwoPipesDoNotChangeWhatIsKnownOfOthers) {
  std::vector<CalibrationPoint> points = calibration();
  for (CalibrationPoint& point : points) {
    if (point.config.acc_overlap == 0)
      continue;
    for (ModuleArea& row : point.report.modules) {
      row.lut *= 2;
      row.ff *= 2;
    }
  }
  const AreaCoefficients before = fit_area(calibration()), after = fit_area(points);
  VtaConfig config;
  for (const int64_t bus : {6, 8}) {
    config.log_bus_width = bus;
    EXPECT_EQ(estimate_area(config, before).total.lut, estimate_area(config, after).total.lut);
    EXPECT_EQ(estimate_area(config, before).total.ff, estimate_area(config, after).total.ff);
  }
  config.acc_overlap = 1;
  EXPECT_LT(estimate_area(config, before).total.lut, estimate_area(config, after).total.lut);
}

TEST(AreaFit, AModuleThatAPointLacksIsNamed) {
  std::vector<CalibrationPoint> points = calibration();
  for (CalibrationPoint& point : points)
    std::erase_if(point.report.modules,
                  [](const ModuleArea& row) { return row.name == "vta_look"; });
  EXPECT_THAT([&] { fit_area(points); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("no module vta_look")));
}

TEST(LeastSquares, FindsWhatIsExact) {
  const std::vector<double> x =
      non_negative_least_squares({{1, 1}, {1, 2}, {1, 5}}, {5, 8, 17});  // 2 + 3 n
  ASSERT_EQ(x.size(), 2u);
  EXPECT_NEAR(x[0], 2, 1e-6);
  EXPECT_NEAR(x[1], 3, 1e-6);
}

TEST(LeastSquares, GoesNotBelowZero) {
  const std::vector<double> x = non_negative_least_squares({{1, 1}, {1, 2}, {1, 3}}, {3, 2, 1});
  EXPECT_NEAR(x[0], 2, 1e-6);
  EXPECT_EQ(x[1], 0);
}

TEST(AreaModel, TotalIsTheSumOfItsRows) {
  const AreaReport report = estimate_area(VtaConfig{});
  ModuleArea sum;
  for (const ModuleArea& row : report.modules) {
    sum.lut += row.lut;
    sum.ff += row.ff;
    sum.dsp += row.dsp;
    sum.bram18 += row.bram18;
  }
  EXPECT_EQ(sum.lut, report.total.lut);
  EXPECT_EQ(sum.ff, report.total.ff);
  EXPECT_EQ(sum.dsp, report.total.dsp);
  EXPECT_EQ(sum.bram18, report.total.bram18);
}

// Without features of it the model would say what a machine without it takes.
TEST(AreaModel, RefusesAnExtensionThatItHasNoFeaturesOf) {
  VtaConfig config;
  config.isa_ext = kModelledExtensions;
  EXPECT_NO_THROW(estimate_area(config));
  config.isa_ext = 1 + std::bit_ceil(static_cast<uint64_t>(kModelledExtensions));
  for (const auto& estimate :
       {+[](const VtaConfig& c) { estimate_area(c); }, +[](const VtaConfig& c) { area_of(c); },
        +[](const VtaConfig& c) { longest_path_ps(c); }})
    EXPECT_THAT([&] { estimate(config); },
                testing::ThrowsMessage<ConfigError>(testing::HasSubstr(
                    fmt::format("ISA_EXT = {} ({}): the models of area and clock have features of "
                                "{} only",
                                config.isa_ext, extensions_text(config.isa_ext),
                                extensions_text(kModelledExtensions)))));
}

TEST(AreaOf, FindsCalibrationPointsWhateverTheMemoryBehindThePort) {
  ASSERT_FALSE(calibration().empty());
  const CalibrationPoint& point = calibration().front();
  VtaConfig config = point.config;
  config.mem_read_latency += 7;
  config.mem_burst_beats = 2;
  ASSERT_EQ(rtl_sources(config).hash, point.rtl_hash);
  const AreaFigure found = area_of(config);
  EXPECT_EQ(found.source, AreaSource::Synthesis);
  EXPECT_EQ(found.report.total.lut, point.report.total.lut);
  config.log_inp_buff_size += 1;
  EXPECT_EQ(area_of(config).source, AreaSource::Model);
}

}  // namespace
}  // namespace vta
