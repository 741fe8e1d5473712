// What the comparison of host operators allows, and how it says so.
#include "compiler/oracle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vta {
namespace {

TEST(FloatDepth, IsTheLongestWayThroughOperatorsWithFloatResults) {
  Graph g;
  const NodeId x = g.add_input("x", {{4}, DType::F32});
  const NodeId a = g.add_call("nn.relu", {x}), b = g.add_call("exp", {a});
  const NodeId i = g.add_call("cast", {x}, {{"dtype", std::string("int8")}});
  const NodeId f = g.add_call("cast", {i}, {{"dtype", std::string("float32")}});
  g.set_outputs({g.add_call("add", {b, f}), x});
  EXPECT_EQ(float_depth(g), 3);
  EXPECT_EQ(float_depth({}), 0);
}

TEST(FloatBound, GrowsWithDepth) {
  EXPECT_EQ(float_bound(0), 1e-5);
  EXPECT_LT(float_bound(10), 1.3e-5);
  EXPECT_GT(float_bound(100), 2.2e-5);
  EXPECT_LT(float_bound(1000), 3e-4);
}

TEST(VerifyReport, SaysWhatIsAllowedAndWhatFailed) {
  VerifyReport report{.kernels = 1, .elements = 8, .first_mismatch = {}, .output_error = 2.2e-5};
  report.depth = 1;
  EXPECT_TRUE(report.failed());
  EXPECT_EQ(output_error_text(report),
            "FAILED: largest difference 2.2e-05 of the largest output; 1e-05 is allowed of 1 "
            "operator in a row");
  report.depth = 471;
  EXPECT_FALSE(report.failed());
  EXPECT_EQ(output_error_text(report),
            "largest difference 2.2e-05 of the largest output; 0.00012 is allowed of 471 operators "
            "in a row");
  report.mismatched_elements = 1;
  EXPECT_TRUE(report.failed());
  report.mismatched_elements = 0;
  report.output_error = std::nan("");
  EXPECT_TRUE(report.failed());
}

}  // namespace
}  // namespace vta
