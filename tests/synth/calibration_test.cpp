// The committed calibration: made from today's RTL, and the model's coefficients made from it.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "config/validate.h"
#include "hw/rtl/rtl_sources.h"
#include "hw/synth/area_calibration.h"
#include "hw/synth/area_features.h"
#include "hw/synth/area_fit.h"
#include "hw/synth/area_model.h"
#include "hw/synth/clock_model.h"

namespace vta {
namespace {

constexpr const char* kRenew = "run scripts/calibrate_area.sh and commit hw/synth/calibration";
constexpr double kMostError = 0.05;

TEST(Calibration, HasEnoughPoints) {
  std::array<int, 2> fitted{}, held_out{};  // by ACC_OVERLAP
  for (const CalibrationPoint& point : calibration()) {
    ++(point.held_out ? held_out : fitted).at(static_cast<size_t>(point.config.acc_overlap));
    EXPECT_LE(point.config.macs(), 1024) << point.name;
    EXPECT_TRUE(is_legal(point.config)) << point.name;
  }
  EXPECT_GE(fitted[0], 10);
  EXPECT_GE(held_out[0], 5);
  EXPECT_GE(fitted[1], 3);
  EXPECT_GE(held_out[1], 2);
}

TEST(Calibration, HeldOutConfigurationsAreNotFittedUnderAnotherName) {
  for (const CalibrationPoint& held : calibration()) {
    for (const CalibrationPoint& fitted : calibration()) {
      if (held.held_out && !fitted.held_out) {
        EXPECT_FALSE(held.config == fitted.config) << held.name << ", " << fitted.name;
      }
    }
  }
}

TEST(Calibration, IsOfTodaysRtl) {
  for (const CalibrationPoint& point : calibration())
    EXPECT_EQ(point.rtl_hash, rtl_sources(point.config).hash)
        << point.name << ": the RTL is not what was synthesized: " << kRenew;
}

TEST(Calibration, TotalsAreTheSumsOfTheirModules) {
  for (const CalibrationPoint& point : calibration()) {
    ModuleArea sum;
    for (const ModuleArea& row : point.report.modules) {
      sum.lut += row.lut;
      sum.ff += row.ff;
      sum.dsp += row.dsp;
      sum.bram18 += row.bram18;
    }
    EXPECT_EQ(sum.lut, point.report.total.lut) << point.name;
    EXPECT_EQ(sum.ff, point.report.total.ff) << point.name;
    EXPECT_EQ(sum.dsp, point.report.total.dsp) << point.name;
    EXPECT_EQ(sum.bram18, point.report.total.bram18) << point.name;
  }
}

TEST(Calibration, CoefficientsAreWhatTheFitGives) {
  const AreaCoefficients fitted = fit_area(calibration());
  ASSERT_EQ(fitted.size(), coefficients().area.size()) << kRenew;
  for (const auto& [module, of_module] : fitted) {
    ASSERT_TRUE(coefficients().area.contains(module)) << module << ": " << kRenew;
    const ModuleCoefficients& committed = coefficients().area.at(module);
    for (const auto& [mine, theirs] :
         {std::pair(of_module.lut, committed.lut), std::pair(of_module.ff, committed.ff)}) {
      ASSERT_EQ(mine.size(), theirs.size()) << module << ": " << kRenew;
      for (const auto& [feature, value] : mine)
        EXPECT_NEAR(value, theirs.at(feature), 1e-3 * std::max(1e-3, value))
            << module << ", " << feature << ": " << kRenew;
    }
  }
}

TEST(Calibration, CoefficientsOfPathsAreWhatTheFitGives) {
  const PathCoefficients fitted = fit_paths(calibration());
  ASSERT_EQ(fitted.size(), coefficients().paths.size()) << kRenew;
  for (const auto& [path, features] : fitted) {
    ASSERT_TRUE(coefficients().paths.contains(path)) << path << ": " << kRenew;
    const FeatureCoefficients& committed = coefficients().paths.at(path);
    ASSERT_EQ(features.size(), committed.size()) << path << ": " << kRenew;
    for (const auto& [feature, value] : features)
      EXPECT_NEAR(value, committed.at(feature), 1e-3 * std::max(1e-3, value))
          << path << ", " << feature << ": " << kRenew;
  }
}

// The held-out ones differ in all that the models are asked about.
TEST(Calibration, HeldOutConfigurationsDiffer) {
  std::set<int64_t> blocks_in, blocks_out, buses, registers, products;
  for (const CalibrationPoint& point : calibration()) {
    if (!point.held_out)
      continue;
    blocks_in.insert(point.config.block_in());
    blocks_out.insert(point.config.block_out());
    buses.insert(point.config.bus_bytes());
    registers.insert(point.config.gemm_pipeline);
    products.insert(point.config.products_per_multiplier);
  }
  EXPECT_GE(blocks_in.size(), 3u);
  EXPECT_GE(blocks_out.size(), 2u);
  EXPECT_GE(buses.size(), 3u);
  EXPECT_TRUE(registers.contains(1) && registers.contains(6));
  EXPECT_TRUE(products.contains(1) && products.contains(2));
}

// The promise of hw/synth/README.md.
TEST(ClockModel, IsWithin8PercentOfEveryHeldOutSynthesis) {
  for (const CalibrationPoint& point : calibration()) {
    if (point.held_out) {
      EXPECT_LE(std::abs(path_error(point)), 0.08) << point.name;
    }
  }
  EXPECT_LE(held_out_path_error(), 0.08);
}

TEST(ClockModel, ReadmeHasItsErrors) {
  const std::string page = read_text_file(VTA_SOURCE_DIR "/hw/synth/README.md");
  EXPECT_THAT(page, testing::HasSubstr(path_error_table(calibration(), coefficients()))) << kRenew;
}

// The promise of hw/synth/README.md.
TEST(AreaModel, IsWithin5PercentOfEveryHeldOutSynthesis) {
  for (const CalibrationPoint& point : calibration()) {
    if (!point.held_out)
      continue;
    const AreaError error = area_error(estimate_area(point.config).total, point.report.total);
    EXPECT_LE(std::abs(error.lut), kMostError) << point.name;
    EXPECT_LE(std::abs(error.ff), kMostError) << point.name;
    EXPECT_LE(std::abs(error.dsp), kMostError) << point.name;
    EXPECT_LE(std::abs(error.bram18), kMostError) << point.name;
  }
  EXPECT_LE(held_out_error().worst(), kMostError);
}

TEST(AreaModel, ReadmeHasItsErrors) {
  const std::string page = read_text_file(VTA_SOURCE_DIR "/hw/synth/README.md");
  EXPECT_THAT(page, testing::HasSubstr(error_table(calibration(), coefficients().area))) << kRenew;
}

std::string with_commas(int64_t value) {
  std::string text = std::to_string(value);
  for (size_t at = text.size(); at > 3; at -= 3)
    text.insert(at - 3, ",");
  return text;
}

// In its prose, too: what the tool prints of these two configurations.
TEST(Calibration, ReadmeHasTheFiguresOfTheDefaultAndOfPynq) {
  std::string page = read_text_file(VTA_SOURCE_DIR "/hw/synth/README.md");
  std::ranges::replace(page, '\n', ' ');
  const ModuleArea& whole = area_of(named_config("default")).report.total;
  EXPECT_THAT(page,
              testing::HasSubstr(fmt::format(
                  "{} LUT of 53,200, {} flip-flops of 106,400, {} DSP48E1 of 220, {} block RAMs "
                  "of 36 Kb of 140",
                  with_commas(whole.lut), with_commas(whole.ff), whole.dsp,
                  static_cast<double>(whole.bram18) / 2)))
      << kRenew;
  const ModuleArea& pynq = area_of(named_config("pynq")).report.total;
  EXPECT_THAT(page, testing::HasSubstr(fmt::format(
                        "{} LUT, {} flip-flops, {} DSP48E1, {} block RAMs", with_commas(pynq.lut),
                        with_commas(pynq.ff), pynq.dsp, static_cast<double>(pynq.bram18) / 2)))
      << kRenew;
}

// Of both: what is counted from the structure of the RTL is exact.
TEST(AreaModel, CountsMultipliersAndBlockRamExactly) {
  for (const CalibrationPoint& point : calibration()) {
    const AreaReport estimate = estimate_area(point.config);
    EXPECT_EQ(estimate.total.dsp, point.report.total.dsp) << point.name;
    EXPECT_EQ(estimate.total.bram18, point.report.total.bram18) << point.name;
  }
}

TEST(AreaModel, HasTheRowsOfASynthesisReport) {
  ASSERT_FALSE(calibration().empty()) << kRenew;
  for (const CalibrationPoint& point : calibration()) {
    const AreaReport estimate = estimate_area(point.config);
    ASSERT_EQ(estimate.modules.size(), point.report.modules.size()) << point.name;
    for (size_t i = 0; i < estimate.modules.size(); ++i) {
      const ModuleArea &mine = estimate.modules[i], &synthesized = point.report.modules[i];
      const std::string where = point.name + ", " + synthesized.name;
      EXPECT_EQ(mine.name, synthesized.name) << where;
      EXPECT_EQ(mine.instances, synthesized.instances) << where;
      EXPECT_EQ(mine.dsp, synthesized.dsp) << where;
      EXPECT_EQ(mine.bram18, synthesized.bram18) << where;
    }
  }
}

// Beyond what was synthesized: more of anything takes no less of anything.
TEST(AreaModel, GrowsWithLanesMultipliersAndBus) {
  VtaConfig base;
  base.log_inp_buff_size = 16;
  base.log_wgt_buff_size = 20;
  base.log_acc_buff_size = 19;
  struct Axis {
    int64_t VtaConfig::*key;
    int64_t last;
  };
  for (const Axis& axis :
       {Axis{&VtaConfig::log_batch, 2}, Axis{&VtaConfig::log_block_in, 6},
        Axis{&VtaConfig::log_block_out, 6}, Axis{&VtaConfig::log_bus_width, 9}}) {
    ModuleArea before;
    for (VtaConfig config = base; config.*axis.key <= axis.last; config.*axis.key += 1) {
      const ModuleArea now = estimate_area(config).total;
      EXPECT_GE(now.dsp, before.dsp) << config.name() << ", bus " << config.bus_bytes();
      EXPECT_GE(1.02 * static_cast<double>(now.lut), static_cast<double>(before.lut))
          << config.name() << ", bus " << config.bus_bytes();
      EXPECT_GE(1.02 * static_cast<double>(now.ff), static_cast<double>(before.ff))
          << config.name() << ", bus " << config.bus_bytes();
      before = now;
    }
  }
}

TEST(Calibration, DamagedFilesAreRefused) {
  ASSERT_FALSE(calibration().empty()) << kRenew;
  EXPECT_THROW(parse_calibration("{}", "x"), InputError);
  EXPECT_THROW(parse_calibration(R"({"schema_version": 1, "points": []})", "x"), InputError);
  EXPECT_THROW(parse_coefficients(R"({"schema_version": 2})", "x"), InputError);
  CalibrationPoint without_paths = calibration().front();
  without_paths.paths.clear();
  EXPECT_THROW(parse_calibration(calibration_text({without_paths}), "x"), InputError);
  const std::string text = calibration_text({calibration().front()});
  EXPECT_EQ(calibration_text(parse_calibration(text, "x")), text);
  std::string short_row = text;
  short_row.replace(short_row.find("\"vta_alu\": ["), 12, "\"vta_alu\": [7, ");
  try {
    parse_calibration(short_row, "x");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(
        error.what(),
        testing::HasSubstr("'vta_alu' is not five counts (instances, lut, ff, dsp, bram18)"));
  }
}

}  // namespace
}  // namespace vta
