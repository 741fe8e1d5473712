// vta profile, run as a user would.
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;

using VtaProfile = NetworkCommand;

TEST_F(VtaProfile, WritesTheDocumentAndPrintsTables) {
  const ApartResult run = run_vta_apart("profile " + model() + " -o " + path("p.json"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("conv2d_0"));
  EXPECT_THAT(run.out, HasSubstr("bytes at the peak"));
  const boost::json::object json = boost::json::parse(read_text_file(path("p.json"))).as_object();
  EXPECT_EQ(json.at("provenance").at("schema"), "vta.profile");
  EXPECT_TRUE(json.at("instructions").is_null());
  EXPECT_EQ(json, json_of("profile " + model()));
}

TEST_F(VtaProfile, HasTheCyclesAndCountersOfARun) {
  const std::string options = " --config 1x32 --memory ddr,bus=16";
  const boost::json::object profile = json_of("profile " + model() + options);
  const boost::json::object run =
      json_of("run " + model() + options + " --backend csim --timing-only");
  EXPECT_EQ(profile.at("cycles"), run.at("cycles"));
  EXPECT_EQ(profile.at("configuration"), run.at("configuration"));
  size_t k = 0;
  for (const auto& op : profile.at("operators").as_array()) {
    if (op.at("execution").is_null())
      continue;
    const auto& kernel = run.at("kernels").at(k++);
    EXPECT_EQ(op.at("name"), kernel.at("name"));
    EXPECT_EQ(op.at("execution").at("counters"), kernel.at("counters"));
    EXPECT_EQ(op.at("execution").at("cycles"), kernel.at("timing").at("cycles"));
  }
  EXPECT_EQ(k, run.at("kernels").as_array().size());
}

TEST_F(VtaProfile, ACompiledProgramHasTheSameProfile) {
  ASSERT_EQ(run_vta("compile " + model() + " -o " + path("net.vta")).exit_code, 0);
  EXPECT_EQ(json_of("profile " + path("net.vta") + " --insns"),
            json_of("profile " + model() + " --insns"));
  expect_failure(
      "profile " + path("net.vta") + " --config tiny", 4,
      "cannot run on 1x4_i8w8a32_10_9_10_11: its instructions depend on LOG_BLOCK_IN (4 in the "
      "program, 2 in --config)");
}

TEST_F(VtaProfile, ALaunchIsBounded) {
  expect_failure("profile " + model() + " --max-cycles 1000", 8,
                 "the bound is 1000 (--max-cycles)");
}

TEST_F(VtaProfile, MistakesHaveTheirExitCodes) {
  expect_failure("profile " + path("nowhere.onnx"), 3, "nowhere.onnx");
  expect_failure("profile " + model() + " -o /nowhere/p.json", 9, "/nowhere/p.json");
  expect_failure("profile " + model() + " --memory slow", 2, "slow");
  expect_failure("profile " + model() + " --stop-after fold_constant", 2,
                 "--stop-after fold_constant leaves no whole program");
}

}  // namespace
}  // namespace vta
