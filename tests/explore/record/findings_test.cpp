#include "explore/record/findings.h"

#include <gmock/gmock.h>

#include "tests/sim/unit_cycles.h"

namespace vta::explore {
namespace {

using test::units_of;

constexpr auto kOfCompute = TimedUnit::Compute;

// A kernel of 100 cycles, of which `busy` are GEMM steps and the others wait for load.
LayerResult kernel_with(const VtaConfig& config, int64_t busy, int64_t useful_steps) {
  LayerResult layer;
  layer.name = "conv2d_0";
  layer.kind = "conv2d";
  layer.least_compute = layer.least_memory = 50;
  layer.useful_macs = useful_steps * config.macs();
  layer.counters.gemm_counter = busy;
  layer.timing.cycles = 100;
  layer.timing.units = units_of({{kOfCompute, UnitState::Busy, busy},
                                 {kOfCompute, UnitState::TokenPrev, 100 - busy},
                                 {TimedUnit::Load, UnitState::MemData, 100}});
  return layer;
}

TEST(Findings, LanesAreTheCauseWhereTheyCostMoreThanAnyWait) {
  const VtaConfig config;
  // 90 steps, 50 of them useful: 40 % in lanes, 10 % waiting.
  const Finding lanes = finding_of(config, kernel_with(config, 90, 50));
  EXPECT_EQ(lanes.most_lost, "works in few lanes");
  EXPECT_NEAR(lanes.most_lost_percent, 40, 1e-9);
  EXPECT_EQ(lanes.array_text, "40.0 % in lanes that have nothing to multiply, 10.0 % waiting");
  // 60 steps, all useful but 10: 10 % in lanes, 40 % waiting.
  const Finding waits = finding_of(config, kernel_with(config, 60, 50));
  EXPECT_THAT(waits.most_lost, ::testing::StartsWith("waits for load"));
  EXPECT_NEAR(waits.most_lost_percent, 40, 1e-9);
  EXPECT_EQ(waits.lost_text, lost_text(kernel_with(config, 60, 50).timing.units));
}

TEST(Findings, MillisecondsNeedAClock) {
  VtaConfig config;
  EXPECT_FALSE(finding_of(config, kernel_with(config, 60, 50)).milliseconds);
  config.clock.mhz = 100;
  EXPECT_DOUBLE_EQ(*finding_of(config, kernel_with(config, 60, 50)).milliseconds, 1e-3);
}

TEST(Findings, WhatBelongsToNoKernelIsOne) {
  RunRecord record;
  record.result.layers = {kernel_with(record.config, 60, 50), kernel_with(record.config, 90, 50)};
  record.result.timing.cycles = 207;
  record.result.timing.outside = {7, units_of({{kOfCompute, UnitState::None, 7}})};
  record.result.bound_compute = 30, record.result.bound_memory = 40;
  const Findings findings = findings_of(record);
  EXPECT_EQ(findings.outside_layer.name, "outside");
  EXPECT_EQ(findings.outside.cycles, 7);
  EXPECT_EQ(findings.kernels.size(), 2u);
  ASSERT_EQ(findings.kinds.size(), 1u);
  EXPECT_EQ(findings.kinds.front().finding.cycles, 200);
  EXPECT_EQ(findings.issued.by(), "memory");
  EXPECT_EQ(findings.issued.cycles(), 40);
  EXPECT_FALSE(findings.times);
  EXPECT_EQ(findings.times_text, "");
}

}  // namespace
}  // namespace vta::explore
