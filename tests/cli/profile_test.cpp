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
  boost::json::object program = json_of("profile " + path("net.vta") + " --insns");
  boost::json::object network = json_of("profile " + model() + " --insns");
  for (const char* of_the_file : {"nodes", "totals"}) {
    EXPECT_TRUE(program.at(of_the_file).is_null());
    network[of_the_file] = nullptr;
  }
  EXPECT_EQ(program, network);
  expect_failure(
      "profile " + path("net.vta") + " --config tiny", 4,
      "cannot run on 1x4_i8w8a32_10_9_10_11: its instructions depend on LOG_BLOCK_IN (4 in the "
      "program, 2 in --config)");
}

TEST_F(VtaProfile, NodesAreTheNetworksOwn) {
  const boost::json::object json = json_of("profile " + model() + " --batch 3");
  const boost::json::array& nodes = json.at("nodes").as_array();
  const auto sum = [&](const char* member) {
    int64_t all = 0;
    for (const auto& node : nodes)
      all += node.at(member).as_int64();
    return all;
  };
  for (const char* member : {"macs", "operations", "int8_bytes", "float32_bytes"})
    EXPECT_EQ(json.at("totals").at(member), sum(member)) << member;
  EXPECT_EQ(json.at("totals").at("macs"),
            json.at("host_macs").as_int64() + json.at("device_macs").as_int64());
  EXPECT_EQ(nodes[0].at("name"), "conv0");
  EXPECT_EQ(nodes[0].at("where"), "host");
  EXPECT_EQ(nodes[0].at("operations"), 2 * 3 * 8 * 32 * 32 * 27);
  EXPECT_EQ(nodes[0].at("int8_bytes"), 3 * 3 * 32 * 32 + 8 * 27 + 3 * 8 * 32 * 32);
  EXPECT_EQ(nodes[0].at("weights"), boost::json::parse("[[8, 3, 3, 3]]"));
  EXPECT_TRUE(nodes[0].at("host_ms").is_null());
  EXPECT_EQ(nodes[4].at("name"), "stage1.block0.conv1.bn");
  EXPECT_EQ(nodes[4].at("where"), "accelerator");
  EXPECT_EQ(nodes[4].at("kernels"), boost::json::parse("[\"conv2d_0\"]"));
}

TEST_F(VtaProfile, HostTimesAreThereWhenAskedFor) {
  const boost::json::object json = json_of("profile " + model() + " --host-times");
  EXPECT_GT(json.at("nodes").at(0).at("host_ms").to_number<double>(), 0);
  for (const auto& op : json.at("operators").as_array())
    EXPECT_EQ(op.at("host_ms").is_null(), op.at("where") == "accelerator") << op.at("name");
  EXPECT_THAT(run_vta_apart("profile " + model() + " --host-times").out, HasSubstr("host ms"));
}

TEST_F(VtaProfile, AListingHasNodesWithoutKernels) {
  const boost::json::object json =
      json_of("profile " + data("packed_int8_small.ir") + " --schedule reference");
  EXPECT_GT(json.at("totals").at("operations").as_int64(), 0);
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
                 "--stop-after fold_constant leaves no complete program");
}

}  // namespace
}  // namespace vta
