// Linears of any rank and the share of a network's MACs, run as a user would.
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;

class VtaLinears : public NetworkCommand {
 protected:
  static std::string run_of(const std::string& name) {
    return "run " + data("strangers/" + name) +
           " --all-int8 --quant global --config 1x32 --backend csim --memory ideal8";
  }
};

TEST_F(VtaLinears, OfTwoThreeAndFourDimensionsAreOne) {
  const boost::json::object two = json_of(run_of("dense2d.onnx"));
  EXPECT_EQ(two.at("device_macs"), 65536);
  for (const char* name : {"dense3d.onnx", "dense4d.onnx"}) {
    const boost::json::object run = json_of(run_of(name) + " --verify");
    EXPECT_EQ(run.at("device_macs"), 65536) << name;
    EXPECT_EQ(run.at("host_macs"), 0) << name;
    EXPECT_EQ(run.at("cycles"), two.at("cycles")) << name;
  }
}

// 262,144 MACs of linears, 2,097,152 of activations with each other.
TEST_F(VtaLinears, ShareCountsProductsOfActivations) {
  const std::string file = data("strangers/act_x_act.onnx");
  const ApartResult run = run_vta_apart(run_of("act_x_act.onnx"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("262144 of 2359296 (11.1 % of the network's MACs)"));
  EXPECT_THAT(run.out, HasSubstr("nn.batch_matmul (2,097,152 MACs)"));
  EXPECT_THAT(run.out, testing::Not(HasSubstr("100.0 % of the network's MACs")));
  const boost::json::object json = json_of(run_of("act_x_act.onnx"));
  EXPECT_EQ(json.at("host_macs"), 2097152);
  EXPECT_EQ(json.at("device_macs"), 262144);
  const boost::json::object profile =
      json_of("profile " + file + " --all-int8 --quant global --config 1x32");
  EXPECT_EQ(profile.at("host_macs"), 2097152);
  EXPECT_EQ(profile.at("totals").at("macs"), 2359296);
  const ApartResult text =
      run_vta_apart("profile " + file + " --all-int8 --quant global --config 1x32");
  EXPECT_THAT(text.out, HasSubstr("11.1 % of the network's MACs"));
}

}  // namespace
}  // namespace vta
