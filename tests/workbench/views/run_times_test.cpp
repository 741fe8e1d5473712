#include "workbench/views/run_times.h"

#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;
using testing::Not;
using workbench::RunTimes;
using workbench::Spread;
using workbench::spread_of;

TEST(Spread, OfFewValuesByHand) {
  const Spread odd = spread_of({4, 1, 1});
  EXPECT_DOUBLE_EQ(odd.mean, 2);
  EXPECT_DOUBLE_EQ(odd.median, 1);
  EXPECT_DOUBLE_EQ(odd.deviation, std::sqrt(2.0));
  const Spread even = spread_of({8, 2, 4, 2});
  EXPECT_DOUBLE_EQ(even.median, 3);
  EXPECT_DOUBLE_EQ(spread_of({5}).deviation, 0);
}

RunStats stats_of(double host_seconds, double device_seconds, int64_t cycles) {
  RunStats stats;
  stats.host_seconds = host_seconds;
  stats.host_step_seconds = {host_seconds};
  stats.device_seconds = device_seconds;
  if (cycles > 0) {
    stats.timing.emplace();
    stats.timing->cycles = cycles;
  }
  return stats;
}

TEST(RunTimes, AMeasurementIsTheMeanOfItsRuns) {
  RunTimes times(2, 2);
  EXPECT_FALSE(times.any());
  for (const double ms : {1.0, 3.0, 5.0, 7.0})
    times.add(stats_of(ms * 1e-3, 0.5, 2000));
  VtaConfig config;
  config.clock = {.mhz = 100};
  const boost::json::value json = times.json(config);
  EXPECT_NEAR(json.at("host_ms").at("values").at(0).as_double(), 2, 1e-12);
  EXPECT_NEAR(json.at("host_ms").at("values").at(1).as_double(), 6, 1e-12);
  EXPECT_NEAR(json.at("host_ms").at("mean").as_double(), 4, 1e-12);
  EXPECT_NEAR(json.at("host_ms").at("std").as_double(), 2, 1e-12);
  EXPECT_NEAR(json.at("cycles").at("median").as_double(), 2000, 1e-9);
  EXPECT_NEAR(json.at("simulated_ms").at("mean").as_double(), 0.02, 1e-12);
  EXPECT_NEAR(json.at("simulation_ms").at("mean").as_double(), 500, 1e-9);
  EXPECT_THAT(times.text(config), HasSubstr("accelerator, ms at 100 MHz"));
}

TEST(RunTimes, WhatThereIsNotHasNoRow) {
  RunTimes times(1, 2);
  times.add(stats_of(1, 1, 0));
  times.add(stats_of(1, 1, 0));
  const boost::json::value json = times.json(VtaConfig{});
  EXPECT_TRUE(json.at("cycles").is_null());
  EXPECT_TRUE(json.at("simulated_ms").is_null());
  EXPECT_THAT(times.text(VtaConfig{}), Not(HasSubstr("accelerator")));
  EXPECT_TRUE(RunTimes().json(VtaConfig{}).is_null());
}

using RunMeasured = NetworkCommand;

TEST_F(RunMeasured, HostAndSimulatedAreApart) {
  const std::string command =
      "run " + model() + " --backend csim --clock 100 --repeat 3 --number 2";
  const boost::json::object json = json_of(command);
  const boost::json::object& m = json.at("measurements").as_object();
  EXPECT_EQ(m.at("repeat"), 3);
  EXPECT_EQ(m.at("number"), 2);
  for (const char* name : {"host_ms", "cycles", "simulated_ms", "simulation_ms"})
    EXPECT_EQ(m.at(name).at("values").as_array().size(), 3u) << name;
  EXPECT_EQ(m.at("cycles").at("mean").to_number<double>(),
            static_cast<double>(json.at("cycles").as_int64()));
  EXPECT_EQ(m.at("cycles").at("std").to_number<double>(), 0);
  EXPECT_NEAR(m.at("simulated_ms").at("median").to_number<double>(),
              json.at("times").at("milliseconds").to_number<double>(), 1e-9);
  EXPECT_GT(m.at("host_ms").at("mean").to_number<double>(), 0);
  EXPECT_THAT(run_vta_apart(command).out,
              testing::AllOf(HasSubstr("3 measurements, each of 2 runs"), HasSubstr("median"),
                             HasSubstr("host operators, ms here")));
}

TEST_F(RunMeasured, OneRunIsNotMeasured) {
  EXPECT_TRUE(json_of("run " + model()).at("measurements").is_null());
  EXPECT_THAT(run_vta_apart("run " + model()).out, Not(HasSubstr("measurement")));
  expect_failure("run " + model() + " --number 0", 2, "--number: Value 0 not in range");
}

TEST_F(RunMeasured, TimingOnlyHasNoHostTimes) {
  const auto m =
      json_of("run " + model() + " --backend csim --timing-only --repeat 2").at("measurements");
  EXPECT_TRUE(m.at("host_ms").is_null());
  EXPECT_EQ(m.at("cycles").at("values").as_array().size(), 2u);
}

}  // namespace
}  // namespace vta
