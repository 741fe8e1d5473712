#include "compiler/quant/equalization.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "compiler/interp/interpreter.h"
#include "compiler/passes/channel_factors.h"
#include "compiler/passes/quantize_layer.h"
#include "compiler/quant/bias_correction.h"
#include "compiler/quant/initial_plan.h"
#include "compiler/quant/quant_warnings.h"
#include "tests/compiler/quant/uneven_network.h"

namespace vta {
namespace {

QuantOptions in_int8(int64_t count, uint32_t seed) {
  QuantOptions options;
  options.all_int8();
  options.calibration = uneven_inputs(count, seed);
  return options;
}

class EqualizedNetwork : public testing::Test {
 protected:
  QuantPlan plan(const Equalization& how) {
    return with_weight_corrections(harness_, initial_plan(harness_, ActivationRule::LeastSquares,
                                                          equalizing_factors(harness_, how)));
  }
  double held_out_db(const QuantPlan& plan) {
    return QuantHarness(graph_, in_int8(64, 99), 1).measure(plan).sqnr_db;
  }
  Graph graph_ = uneven_network();
  QuantHarness harness_{graph_, in_int8(32, 1), 1};
};

TEST_F(EqualizedNetwork, InputsLayersAndAveragesHaveFactorsAndLogitsHaveNone) {
  const auto factors = equalizing_factors(harness_, {});
  std::vector<std::string> ops;
  for (const auto& [id, unused] : factors)
    ops.push_back(graph_.node(id).kind == NodeKind::Input ? "input" : graph_.node(id).op);
  EXPECT_THAT(ops, testing::ElementsAre("input", "clip", "clip", "nn.global_avg_pool2d"));
}

TEST_F(EqualizedNetwork, ValuesFillInt8InEveryChannelOrInTheLargest) {
  for (const bool by_channel : {false, true}) {
    const auto factors = equalizing_factors(harness_, {by_channel, 1});
    for (const auto& [id, own] : factors) {
      if (graph_.node(id).op == "nn.global_avg_pool2d")
        continue;  // few values
      const auto& largest = harness_.stats()[static_cast<size_t>(id)].channel_max_abs;
      double most = 0;
      for (size_t c = 0; c < own.size(); ++c) {
        const double stored = largest[c] / static_cast<double>(own[c]);
        most = std::max(most, stored);
        EXPECT_EQ(own[c] == own[0], !by_channel || c == 0 || own[c] == own[0]);
        EXPECT_LE(own[0] / own[c], std::exp2(kMostChannelSpread) * 1.0001);
      }
      EXPECT_NEAR(most, 127, 1e-3);
    }
  }
}

TEST_F(EqualizedNetwork, BeatsPlainScalesOnOtherSamples) {
  QuantPlan plain = initial_plan(harness_, {ActivationRule::LeastSquares, true});
  plain = with_weight_corrections(harness_, plain);
  const double before = held_out_db(plain);
  EXPECT_GT(held_out_db(plan({true, 0.5})), before + 3) << before;
}

TEST_F(EqualizedNetwork, ABoundOfValuesBecomesOnePerChannel) {
  const QuantPlan equalized = plan({true, 0.5});
  const TracedGraph q = harness_.quantized(equalized);
  int64_t checked = 0;
  for (NodeId id = 0; id < q.graph.size(); ++id) {
    const Node& n = q.graph.node(id);
    if (n.op != "minimum")
      continue;
    const auto steps = q.graph.node(n.inputs[1]).constant.data<int32_t>();
    for (const auto& [value, own] : equalized.factors) {
      if (graph_.node(value).op != "clip" || own.size() != steps.size())
        continue;
      const double step = std::exp2(q.trace.values.at(value).exponent);
      bool all = true;
      for (size_t c = 0; c < own.size(); ++c)
        all =
            all && steps[c] == std::min(127.0, std::round(6 / static_cast<double>(own[c]) / step));
      checked += all ? 1 : 0;
    }
  }
  EXPECT_EQ(checked, 2);
}

TEST_F(EqualizedNetwork, SaturationIsOfWhatIsStored) {
  QuantPlan equalized = plan({true, 1});
  for (auto& [id, exponent] : equalized.exponents)
    exponent = std::max(exponent, 0);  // 127 steps cover all
  for (const std::string& warning : saturation_warnings(harness_, equalized))
    EXPECT_EQ(warning.find("'data'"), std::string::npos) << warning;
}

// x -> conv -> relu -> conv: factors that are powers of two are exact, and change nothing.
TEST(ChannelFactors, PowersOfTwoThatWeightsCanTakeChangeNoValue) {
  Graph g;
  const NodeId x = g.add_input("x", {{1, 1, 1, 1}, DType::F32});
  const auto conv = [&](NodeId in, const Shape& shape, const std::vector<float>& w) {
    return g.add_call("nn.conv2d", {in, g.add_constant(Tensor::from_span<float>(shape, w))},
                      {{"channels", shape[0]}, {"kernel_size", IntList{1, 1}}});
  };
  const NodeId relu = g.add_call("nn.relu", {conv(x, {2, 1, 1, 1}, {1, 0.25F})});
  const NodeId y = conv(relu, {1, 2, 1, 1}, {0.5F, 1});
  g.set_outputs({y});
  QuantOptions options;
  options.skip_conv.clear();
  options.calibration = {Tensor::from_span<float>({1, 1, 1, 1}, std::vector<float>{0.75F})};
  QuantHarness harness(g, options, 1);
  QuantPlan plan = initial_plan(harness, {ActivationRule::Max, true});
  EXPECT_EQ(harness.measure(plan).noise, 0);
  plan.factors[relu] = {1, 0.25F};
  fit_weights(g, {relu}, plan);
  EXPECT_EQ(harness.measure(plan).noise, 0);
  const TracedGraph q = harness.quantized(plan);
  EXPECT_EQ(q.trace.layers.begin()->second.weight.data<float>()[1], 1);
}

TEST(ChannelFactors, ValuesThatOthersThanLayersReadHaveNone) {
  Graph g;
  const NodeId x = g.add_input("x", {{1, 2, 1, 1}, DType::F32});
  const Tensor weight = Tensor::from_span<float>({2, 2, 1, 1}, std::vector<float>{1, 0, 0, 1});
  const NodeId a = g.add_call("nn.conv2d", {x, g.add_constant(weight)},
                              {{"channels", int64_t{2}}, {"kernel_size", IntList{1, 1}}});
  g.set_outputs({g.add_call("add", {a, x})});
  EXPECT_TRUE(values_for_factors(g).empty());
}

// Its channels are on the last axis, where factors are of axis 1: 16 of them beside 3 columns.
TEST(ChannelFactors, DenseLayersOfMapsTakeAndHaveNone) {
  Graph g;
  const NodeId x = g.add_input("x", {{1, 16, 8, 3}, DType::F32});
  const NodeId dense =
      g.add_call("nn.dense", {x, g.add_constant(Tensor::zeros(DType::F32, {17, 3}))},
                 {{"units", int64_t{17}}});
  const NodeId conv =
      g.add_call("nn.conv2d", {dense, g.add_constant(Tensor::zeros(DType::F32, {2, 16, 1, 1}))},
                 {{"channels", int64_t{2}}, {"kernel_size", IntList{1, 1}}});
  g.set_outputs({conv});
  EXPECT_THAT(values_for_factors(g), testing::IsEmpty());
}

TEST(MeanFactors, HaveOneShiftAndAreAsPreciseAsOne) {
  const auto one = mean_factors(64, 0, {});
  ASSERT_TRUE(one);
  EXPECT_EQ(one->factors, std::vector<int32_t>{mean_factor(64, 0)->factor});
  const auto two = mean_factors(49, 0, std::vector<float>{1, 3});
  ASSERT_TRUE(two);
  for (size_t i = 0; i < 2; ++i)
    EXPECT_NEAR(std::ldexp(two->factors[i], -two->shift), 1.0 / 49 / (i == 0 ? 1 : 3), 1e-5);
  // A factor beside one that is 2^12 times as large has 3 bits.
  EXPECT_FALSE(mean_factors(7, 0, std::vector<float>{1, 4096.0F * 1.3F}));
}

}  // namespace
}  // namespace vta
