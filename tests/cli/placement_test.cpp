// --region and --host-only: what runs where changes, what comes out does not.
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;

class Placement : public NetworkCommand {
 protected:
  std::string run() const { return "run " + model() + " --input random:3 --top 10"; }
};

TEST_F(Placement, HostOnlyHasTheValuesOfTheAccelerator) {
  const boost::json::object both = json_of(run()), host = json_of(run() + " --host-only");
  EXPECT_EQ(host.at("top"), both.at("top"));
  EXPECT_EQ(host.at("device_ops"), 0);
  EXPECT_EQ(host.at("launches"), 0);
  EXPECT_GT(both.at("launches").as_int64(), 0);
  EXPECT_THAT(boost::json::serialize(host.at("notes")),
              HasSubstr("host only: 8 chains of operators that the accelerator may be able to "
                        "compute are left to the host"));
}

TEST_F(Placement, HostOnlyIsAProgramLikeAnyOther) {
  const std::string program = path("host.vta");
  ASSERT_EQ(run_vta_apart("compile " + model() + " --host-only -o " + program).exit_code, 0);
  EXPECT_EQ(json_of("run " + program + " --input random:3 --top 10").at("top"),
            json_of(run()).at("top"));
}

TEST_F(Placement, HostOnlyInFloatIsWithoutQuantization) {
  const boost::json::object json = json_of(run() + " --host-only --skip quantize");
  EXPECT_EQ(json.at("device_ops"), 0);
  EXPECT_NE(json.at("top"), json_of(run()).at("top"));
}

TEST_F(Placement, EveryRegionHasTheSameValues) {
  const boost::json::object whole = json_of(run());
  const auto all = whole.at("device_ops").as_int64();
  for (const char* region : {"conv2d:0..global_avg_pool2d", "conv2d:2..conv2d:6",
                             "nn.conv2d:4..nn.global_avg_pool2d:0", "nn.relu..add:9"}) {
    const boost::json::object part = json_of(run() + " --verify --region " + region);
    EXPECT_EQ(part.at("top"), whole.at("top")) << region;
    EXPECT_LE(part.at("device_ops").as_int64(), all) << region;
  }
  EXPECT_EQ(json_of(run() + " --region conv2d:0..global_avg_pool2d").at("device_ops"), all);
  // Three convolutions stand strictly between the third and the seventh.
  EXPECT_EQ(json_of(run() + " --region conv2d:2..conv2d:6").at("kernels").as_array().size(), 3u);
}

TEST_F(Placement, WhatTheAcceleratorCannotRunInsideIsNamed) {
  const ApartResult r = run_vta_apart(run() + " --region conv2d:0..dense");
  EXPECT_EQ(r.exit_code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("of its"));
  EXPECT_THAT(r.out, HasSubstr("the host has "));
  EXPECT_THAT(r.out, HasSubstr("nn.global_avg_pool2d"));
}

TEST_F(Placement, RegionsThatAreNotThereAreRefused) {
  expect_failure(run() + " --region max_pool2d..global_avg_pool2d", 2,
                 "the graph has no operator 'max_pool2d'; it has add:0 to ");
  expect_failure(run() + " --region conv2d:30..dense", 2,
                 "there is no conv2d:30, the graph has conv2d:0 to ");
  expect_failure(run() + " --region dense..conv2d:2", 2, "a region goes forward");
  expect_failure(run() + " --region dense", 2, "a region is FROM[:N]..TO[:N]");
  expect_failure(run() + " --region a..b --host-only", 2, "excludes");
}

TEST_F(Placement, HostOnlyLeavesNothingToVerifyOrTime) {
  expect_failure(run() + " --host-only --verify", 2,
                 "--verify needs kernels on the accelerator, and --host-only leaves none");
  expect_failure(run() + " --host-only --backend csim --timing-only", 2,
                 "--timing-only needs kernels");
  expect_failure(run() + " --host-only --backend csim --roofline " + path("r.svg"), 2,
                 "--roofline needs kernels");
}

TEST_F(Placement, ACompiledProgramHasItsPlaces) {
  const std::string program = path("net.vta");
  ASSERT_EQ(run_vta_apart("compile " + model() + " -o " + program).exit_code, 0);
  expect_failure("run " + program + " --host-only", 2, "--host-only has no effect on");
  expect_failure("run " + program + " --region a..b", 2, "--region has no effect on");
}

}  // namespace
}  // namespace vta
