// The search, on a network that plain rules quantise badly.
#include "compiler/quant/auto_quant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/passes/quantize.h"
#include "compiler/quant/bias_correction.h"
#include "compiler/quant/drop_limit.h"
#include "compiler/quant/initial_plan.h"
#include "compiler/quant/quant_warnings.h"
#include "tests/compiler/quant/uneven_network.h"

namespace vta {
namespace {

using testing::HasSubstr;

QuantOptions with_samples(int64_t count, uint32_t seed = 1) {
  QuantOptions options;
  options.skip_conv.clear();
  options.calibration = uneven_inputs(count, seed);
  return options;
}

// On samples that the plan was not found on.
LogitScore held_out(const Graph& graph, const QuantPlan& plan) {
  return QuantHarness(graph, with_samples(64, 99), 1).measure(plan);
}

TEST(AutoQuant, BeatsPerTensorMaximumByFifteenDecibelsOnUnevenChannels) {
  const Graph graph = uneven_network();
  QuantHarness harness(graph, with_samples(32), 1);
  const LogitScore max = held_out(graph, initial_plan(harness, {ActivationRule::Max, false}));
  const AutoQuant found = find_quantisation(graph, with_samples(32));
  const LogitScore searched = held_out(graph, *found.plan);
  EXPECT_GE(searched.sqnr_db, max.sqnr_db + 15) << max.sqnr_db;
  EXPECT_EQ(found.score.rows, 32);
  EXPECT_THAT(found.steps.front(), HasSubstr("start: max "));
  EXPECT_THAT(found.steps.back(), HasSubstr("on the 32 calibration samples"));
}

TEST(AutoQuant, PoorLogitsAndFewSamplesAreWarnedOf) {
  EXPECT_THAT(poor_score_warnings({.sqnr_db = 14.9}),
              testing::ElementsAre(HasSubstr("below 15 is poor")));
  EXPECT_THAT(poor_score_warnings({.sqnr_db = kPoorSqnrDb}), testing::IsEmpty());
  const AutoQuant found = find_quantisation(uneven_network(), with_samples(9));
  EXPECT_THAT(found.warnings, testing::Contains(HasSubstr("warning: 9 samples for calibration")));
}

TEST(AutoQuant, ThatSamplesAreFewMattersWhereScalesAreOfThem) {
  const Graph graph = uneven_network();
  const QuantHarness harness(graph, with_samples(2), 1);
  const Graph quantised =
      harness.quantised(initial_plan(harness, {ActivationRule::Max, true})).graph;
  const std::vector<Tensor> samples = uneven_inputs(2, 1);
  const auto few = testing::Contains(HasSubstr("2 samples for calibration"));
  EXPECT_THAT(quantisation_warnings(graph, quantised, samples, true), few);
  EXPECT_THAT(quantisation_warnings(graph, quantised, samples, false), testing::Not(few));
}

TEST(AutoQuant, ProgressIsShownToItsEnd) {
  std::vector<double> parts;
  find_quantisation(uneven_network(), with_samples(4),
                    {.threads = 1, .progress = [&](double part) { parts.push_back(part); }});
  ASSERT_GT(parts.size(), 20U);
  EXPECT_TRUE(std::ranges::is_sorted(parts));
  EXPECT_EQ(parts.back(), 1);
}

TEST(AutoQuant, SaturatedTensorsAreNamed) {
  const Graph graph = uneven_network();
  QuantHarness harness(graph, with_samples(4), 1);
  QuantPlan plan = initial_plan(harness, {ActivationRule::Max, false});
  EXPECT_TRUE(saturation_warnings(harness, plan).empty());
  plan.exponents.at(graph.inputs().front()) -= 3;
  const std::vector<std::string> warnings = saturation_warnings(harness, plan);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_THAT(warnings.front(), testing::HasSubstr("values of 1 tensor saturate: "));
  EXPECT_THAT(warnings.front(), testing::HasSubstr(" % of 'data'"));
}

TEST(AutoQuant, ThePlanDoesNotDependOnTheNumberOfThreads) {
  const Graph graph = uneven_network();
  const AutoQuant one = find_quantisation(graph, with_samples(9), {.threads = 1});
  const AutoQuant three = find_quantisation(graph, with_samples(9), {.threads = 3});
  EXPECT_EQ(*one.plan, *three.plan);
  EXPECT_EQ(one.steps, three.steps);
}

TEST(AutoQuant, LittleWorkMeansFewerSamplesAndFewerTrials) {
  const AutoQuant found =
      find_quantisation(uneven_network(), with_samples(24), {.threads = 1, .work = 40'000'000});
  EXPECT_THAT(found.steps, testing::Contains(HasSubstr("searched on the first 8 of 24 samples")));
  EXPECT_THAT(found.steps, testing::Contains(HasSubstr("ended by its limit of work")));
  EXPECT_EQ(found.score.rows, 24);
}

// One 1x1 convolution of two channels whose means are 1 and -2: of weights 0.505 and 1, steps of
// 2^-6 leave 0.505 - 32 / 64 and nothing.
TEST(WeightCorrections, AreWhatRoundingLosesTimesTheMeanOfTheInput) {
  Graph g;
  const NodeId x = g.add_input("x", {{1, 2, 1, 1}, DType::F32});
  const NodeId weight =
      g.add_constant(Tensor::from_span<float>({1, 2, 1, 1}, std::vector<float>{0.505F, 1}));
  const NodeId y = g.add_call("nn.conv2d", {x, weight},
                              {{"channels", int64_t{1}}, {"kernel_size", IntList{1, 1}}});
  g.set_outputs({y});
  QuantOptions options;
  options.skip_conv.clear();
  options.calibration = {Tensor::from_span<float>({1, 2, 1, 1}, std::vector<float>{1, -2})};
  const QuantHarness harness(g, options, 1);
  QuantPlan plan = initial_plan(harness, {ActivationRule::Max, false});
  plan.layers[y].weight_exponents = {-6};
  const QuantPlan corrected = with_weight_corrections(harness, plan);
  ASSERT_EQ(corrected.layers.at(y).bias_correction.size(), 1U);
  EXPECT_NEAR(corrected.layers.at(y).bias_correction[0], 0.505 - 0.5, 1e-6);
}

TEST(AutoQuant, StepsNeverLoseOnTheirSamples) {
  const Graph graph = uneven_network();
  QuantHarness harness(graph, with_samples(16), 1);
  const QuantPlan plan = initial_plan(harness, {ActivationRule::LeastSquares, true});
  const LogitScore start = harness.measure(plan);
  const SearchResult biases = correct_biases(harness, plan, {});
  EXPECT_LE(biases.score.noise, start.noise);
  EXPECT_GT(biases.changes, 0);
  const SearchResult exponents = search_exponents(harness, biases.plan, {});
  EXPECT_LE(exponents.score.noise, biases.score.noise);
  EXPECT_EQ(exponents.score.noise, harness.measure(exponents.plan).noise);
}

int64_t count_in_float(const DropResult& r) {
  return std::ranges::count(r.layers, true, &LayerSensitivity::in_float);
}

class DropLimit : public testing::Test {
 protected:
  Graph graph_ = uneven_network();
  QuantHarness harness_{graph_, with_samples(16), 1}, held_out_{graph_, with_samples(64, 99), 1};
  QuantPlan poor_ = initial_plan(harness_, {ActivationRule::Max, false});
};

TEST_F(DropLimit, NoChangedAnswerTakesLayersInFloatAndNamesThem) {
  const DropResult r = limit_drop(harness_, held_out_, poor_, 0);
  EXPECT_GT(r.drop_before, 0);
  EXPECT_EQ(r.drop, 0);
  EXPECT_EQ(held_out_.answers(r.plan), held_out_.real_answers());
  EXPECT_GT(count_in_float(r), 0);
  ASSERT_EQ(r.layers.size(), 3U);
  for (const LayerSensitivity& layer : r.layers) {
    EXPECT_FALSE(layer.name.empty());
    QuantPlan without = r.plan;  // none is there in vain
    EXPECT_EQ(without.layers[layer.layer].in_float, layer.in_float);
    without.layers[layer.layer].in_float = false;
    if (layer.in_float) {
      EXPECT_NE(held_out_.answers(without), held_out_.real_answers()) << layer.name;
    }
  }
  EXPECT_GE(r.layers[0].gain_db, r.layers[1].gain_db);
}

TEST_F(DropLimit, WhatIsAllowedStaysInIntegers) {
  const DropResult r = limit_drop(harness_, held_out_, poor_, 100);
  EXPECT_EQ(count_in_float(r), 0);
  EXPECT_EQ(r.drop, r.drop_before);
}

TEST_F(DropLimit, WithLabelsOnlyRightAnswersCount) {
  // The quantised network's own answers: it is never worse than float.
  const DropResult r = limit_drop(harness_, held_out_, poor_, 0, held_out_.answers(poor_));
  EXPECT_LT(r.drop_before, 0);
  EXPECT_EQ(count_in_float(r), 0);
}

TEST(QuantPlan, QuantizeCarriesItOutAndTellsWhere) {
  const Graph graph = uneven_network();
  QuantHarness harness(graph, with_samples(4), 1);
  QuantPlan plan = initial_plan(harness, {ActivationRule::Max, true});
  const QuantisedGraph all = harness.quantised(plan);
  ASSERT_EQ(all.trace.layers.size(), 3U);  // the classifier is in float
  const auto& [layer, made] = *all.trace.layers.begin();
  EXPECT_EQ(all.graph.node(made.sums).op, "nn.conv2d");
  EXPECT_EQ(all.graph.type(made.sums).dtype, DType::I32);
  EXPECT_EQ(made.weight_exponents, plan.layers.at(layer).weight_exponents);
  EXPECT_EQ(made.input_exponent, plan.exponents.at(made.data));
  for (const auto& [id, value] : all.trace.values)
    EXPECT_EQ(all.graph.type(value.i8).dtype, DType::I8);
  plan.layers.at(layer).in_float = true;
  const QuantisedGraph rest = harness.quantised(plan);
  EXPECT_EQ(rest.trace.layers.size(), 2U);
  EXPECT_THAT(rest.notes, testing::Contains(HasSubstr("left in float by the quantisation plan")));
}

TEST(QuantPlan, WithoutOneOrAnExponentModeAutoIsAnError) {
  const Graph graph = uneven_network();
  PassContext context;
  context.quant.mode = QuantMode::Auto;
  const auto error = [&] {
    try {
      quantize(graph, context);
    } catch (const CompileError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(error(), HasSubstr("quantisation mode auto has no plan"));
  context.quant.plan = std::make_shared<QuantPlan>();
  EXPECT_THAT(error(), HasSubstr("the quantisation plan has no exponent of node"));
}

}  // namespace
}  // namespace vta
