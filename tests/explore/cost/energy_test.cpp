#include "explore/cost/energy.h"

#include <gmock/gmock.h>

#include <cmath>

#include "explore/cost/point_cost.h"

namespace vta::explore {
namespace {

constexpr double kKiB = 1024;

double part(std::string_view name, const VtaConfig& config, const PointResult& result) {
  for (const EnergyPart& p : energy_parts()) {
    if (p.name == name)
      return p.picojoules(config, result);
  }
  ADD_FAILURE() << "no part " << name;
  return 0;
}

TEST(SramAccess, IsAsPublishedAtThePublishedSizes) {
  EXPECT_DOUBLE_EQ(sram_access_pj(8 * kKiB, 64), 10);
  EXPECT_DOUBLE_EQ(sram_access_pj(32 * kKiB, 64), 20);
  EXPECT_DOUBLE_EQ(sram_access_pj(1024 * kKiB, 64), 100);
}

TEST(SramAccess, LiesBetweenThePublishedSizesAndGoesWithTheRootOutside) {
  EXPECT_NEAR(sram_access_pj(16 * kKiB, 64), std::sqrt(10.0 * 20.0), 1e-9);
  EXPECT_NEAR(sram_access_pj(2 * kKiB, 64), 5, 1e-9);
  EXPECT_NEAR(sram_access_pj(4096 * kKiB, 64), 200, 1e-9);
}

// 2048 bits of 256 KiB are 32 banks of 8 KiB.
TEST(SramAccess, WideMemoriesAreBanksOf64Bits) {
  EXPECT_DOUBLE_EQ(sram_access_pj(256 * kKiB, 2048), 32 * 10);
  EXPECT_DOUBLE_EQ(sram_access_pj(8 * kKiB, 32), 5);
}

TEST(Energy, OfOneGemmStepByHand) {
  const VtaConfig config;  // 1x16, 8-byte bus: UOP in two banks of 16 KiB, WGT 256 KiB
  PointResult result;
  result.counters.gemm_counter = 1;
  EXPECT_NEAR(part("mac", config, result), 256 * (0.2 + 0.1), 1e-9);
  EXPECT_NEAR(part("alu", config, result), 0, 1e-9);
  EXPECT_NEAR(part("uop", config, result), 0.5 * std::sqrt(200.0), 1e-9);
  EXPECT_NEAR(part("inp", config, result), 2 * std::sqrt(200.0), 1e-9);      // 2 x 16 KiB
  EXPECT_NEAR(part("wgt", config, result), 32 * 10, 1e-9);                   // 32 x 8 KiB
  EXPECT_NEAR(part("acc", config, result), 2 * 8 * std::sqrt(200.0), 1e-9);  // 8 x 16 KiB, twice
  EXPECT_NEAR(part("out", config, result), 2 * std::sqrt(200.0), 1e-9);      // 2 x 16 KiB
  EXPECT_NEAR(part("dram", config, result), 0, 1e-9);
}

TEST(Energy, OfTransfersByHand) {
  const VtaConfig config;
  PointResult result;
  result.counters.wgt_load_nbytes = 3 * 256;
  result.counters.acc_load_nbytes_vta = 64;
  result.counters.out_store_nbytes = 16;
  result.timing.bus_beats = 100;
  EXPECT_NEAR(part("wgt", config, result), 3 * 320, 1e-9);
  EXPECT_NEAR(part("acc", config, result), 8 * std::sqrt(200.0), 1e-9);
  EXPECT_NEAR(part("out", config, result), 2 * 2 * std::sqrt(200.0), 1e-9);  // written and read
  EXPECT_NEAR(part("dram", config, result), 100 * 1950, 1e-9);
}

TEST(Energy, IsTheSumOfItsParts) {
  const VtaConfig config;
  PointResult result;
  result.counters.gemm_counter = 1000;
  result.counters.alu_counter = 100;
  result.timing.bus_beats = 50;
  const PointCost cost = point_cost(config, result);
  double sum = 0;
  for (const auto& [name, picojoules] : cost.energy)
    sum += picojoules;
  EXPECT_EQ(cost.energy.size(), energy_parts().size());
  EXPECT_DOUBLE_EQ(cost.energy_pj, sum);
  EXPECT_DOUBLE_EQ(energy_pj(config, result), sum);
}

}  // namespace
}  // namespace vta::explore
