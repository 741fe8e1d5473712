// The search, on a network that plain rules quantize badly.
#include "compiler/quant/auto_quant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "compiler/passes/quantize.h"
#include "compiler/quant/all_int8.h"
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
  const AutoQuant found = find_quantization(graph, with_samples(32));
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
  const AutoQuant found = find_quantization(uneven_network(), with_samples(9));
  EXPECT_THAT(found.warnings, testing::Contains(HasSubstr("warning: 9 samples for calibration")));
}

TEST(AutoQuant, SamplesThatAreAllAlikeAreWarnedOf) {
  Graph g;
  const NodeId x = g.add_input("x", {{1, 2}, DType::F32}), y = g.add_input("y", {{1}, DType::F32});
  g.set_outputs({x, y});
  const auto sample = [](float a, float b) {
    return Tensor::from_span<float>({1, 2}, std::vector<float>{a, b});
  };
  const auto number = [](float a) { return Tensor::from_span<float>({1}, std::vector<float>{a}); };
  const auto warnings = [&](const std::vector<Tensor>& samples) {
    return alike_samples_warnings(g, samples);
  };
  EXPECT_THAT(warnings({sample(1, 2), number(0), sample(1, 3), number(1)}), testing::IsEmpty());
  EXPECT_THAT(warnings({sample(0, 0), number(0), sample(0, 0), number(1)}),
              testing::ElementsAre("warning: 2 samples for calibration of 'x' are all zero "
                                   "throughout: scales taken from them do not fit other "
                                   "inputs"));
  EXPECT_THAT(warnings({sample(7, 7), number(0), sample(7, 7), number(1)}),
              testing::ElementsAre(HasSubstr("of 'x' are all one value throughout")));
  EXPECT_THAT(warnings({sample(1, 2), number(5), sample(1, 2), number(5)}),
              testing::ElementsAre(HasSubstr("of 'x' are all the same: "),
                                   HasSubstr("of 'y' are all one value throughout")));
  EXPECT_THAT(warnings({sample(0, 0), number(1)}),
              testing::ElementsAre(HasSubstr("1 sample for calibration of 'x' is zero throughout"),
                                   HasSubstr("of 'y' is one value throughout")));
  // Rows of one array are samples, too.
  const Tensor rows = Tensor::from_span<float>({2, 2}, std::vector<float>{1, 2, 1, 2});
  EXPECT_THAT(warnings({rows, Tensor::from_span<float>({2}, std::vector<float>{1, 2})}),
              testing::ElementsAre(HasSubstr("2 samples for calibration of 'x' are all the same")));
}

TEST(AutoQuant, ThatSamplesAreFewMattersWhereScalesAreOfThem) {
  const Graph graph = uneven_network();
  const QuantHarness harness(graph, with_samples(2), 1);
  const Graph quantized =
      harness.quantized(initial_plan(harness, {ActivationRule::Max, true})).graph;
  const std::vector<Tensor> samples = uneven_inputs(2, 1);
  const auto few = testing::Contains(HasSubstr("2 samples for calibration"));
  EXPECT_THAT(quantization_warnings(graph, quantized, samples, true), few);
  EXPECT_THAT(quantization_warnings(graph, quantized, samples, false), testing::Not(few));
}

TEST(AutoQuant, ProgressIsShownToItsEnd) {
  std::vector<double> parts;
  SearchProgress progress([&](double part) { parts.push_back(part); });
  find_quantization(uneven_network(), with_samples(4), {.threads = 1, .progress = &progress});
  EXPECT_LT(parts.back(), 1);
  progress.finish();
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
  const AutoQuant one = find_quantization(graph, with_samples(9), {.threads = 1});
  const AutoQuant three = find_quantization(graph, with_samples(9), {.threads = 3});
  EXPECT_EQ(*one.plan, *three.plan);
  EXPECT_EQ(one.steps, three.steps);
}

TEST(AutoQuant, LittleWorkMeansFewerSamplesAndFewerTrials) {
  const AutoQuant found =
      find_quantization(uneven_network(), with_samples(24), {.threads = 1, .work = 15'000'000});
  EXPECT_THAT(found.steps, testing::Contains(HasSubstr("searched on the first 8 of 24 samples")));
  EXPECT_THAT(found.steps, testing::Contains(HasSubstr("stopped at the limit of work")));
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

TEST(AutoQuant, WhatIsFarOffIsToldByTheFirstSamples) {
  const Graph graph = uneven_network();
  QuantHarness harness(graph, with_samples(64), 1);
  const QuantPlan good = *find_quantization(graph, with_samples(64)).plan;
  EXPECT_TRUE(harness.compare(good, 1, 0.1).whole);  // nothing is kept to compare with
  harness.keep();
  const int64_t before = harness.work();
  const Comparison same = harness.compare(good, 1, 0.1);
  EXPECT_TRUE(same.whole);
  EXPECT_EQ(same.noise_ratio, 1);
  EXPECT_EQ(same.score.rows, 64);
  EXPECT_EQ(harness.work(), before);  // all was there
  const QuantPlan poor = initial_plan(harness, {ActivationRule::Max, false});
  const Comparison off = harness.compare(poor, 1, 0.1);
  EXPECT_FALSE(off.whole);
  EXPECT_EQ(off.score.rows, 8);
  EXPECT_GT(off.noise_ratio, 1.1);
  EXPECT_EQ(harness.measure(poor).rows, 64);
}

TEST(AutoQuant, StepsThatWereFarOffAreNotTriedAgain) {
  const Graph graph = uneven_network();
  QuantHarness harness(graph, with_samples(16), 1);
  FarOff far_off;
  SearchLimits limits;
  limits.far_off = &far_off;
  const SearchResult first =
      search_exponents(harness, initial_plan(harness, {ActivationRule::Max, true}), limits);
  EXPECT_FALSE(far_off.empty());
  const SearchResult second = search_exponents(harness, first.plan, limits);
  EXPECT_LT(second.trials, first.trials);
  EXPECT_LE(second.score.noise, first.score.noise);
}

TEST(AutoQuant, WhatWasFoundForOneFormIsAStartOfAnother) {
  const Graph graph = uneven_network();
  QuantOptions partly = with_samples(32), all = partly;
  partly.skip_conv = {0};
  all.all_int8();
  const AutoQuant found = find_quantization(graph, partly, {.threads = 1});
  const AutoQuant whole = find_quantization(graph, all, {.threads = 1, .other_form = &found});
  EXPECT_THAT(whole.steps,
              testing::Contains(HasSubstr(
                  "of what the other form has in float; all else is as it was found there")));
  EXPECT_EQ(found.layers.size() + 2, whole.layers.size());
  EXPECT_TRUE(std::ranges::includes(whole.layers, found.layers));
  EXPECT_LE(whole.score.noise, whole.start.noise);
}

TEST(AutoQuant, RulesAloneAreWhereASearchBegins) {
  const Graph graph = uneven_network();
  const AutoQuant rules = find_quantization(graph, with_samples(16), {.searched = false});
  const AutoQuant searched = find_quantization(graph, with_samples(16));
  EXPECT_EQ(rules.score.noise, searched.start.noise);
  EXPECT_LE(searched.score.noise, rules.score.noise);
}

LogitScore score_of(double db, double agreement, int64_t rows = 64) {
  return {.sqnr_db = db, .agreement = agreement, .rows = rows};
}

TEST(AllInt8, IsGoodWhereItCostsLittle) {
  const auto good = [](const LogitScore& all, const LogitScore& partly) {
    return all_int8_is_good(all, partly, 0.9);
  };
  EXPECT_TRUE(good(score_of(25, 98.5), score_of(27.5, 100)));
  EXPECT_FALSE(good(score_of(24.9, 98.5), score_of(27.5, 100)));  // 2.6 dB
  EXPECT_FALSE(good(score_of(26, 96.8), score_of(27.5, 100)));    // two rows
  EXPECT_FALSE(good(score_of(30.3, 98.4), score_of(33.5, 100)));  // 3.2 dB: good beside less
  EXPECT_FALSE(good(score_of(19.9, 100), score_of(20.1, 100)));
  EXPECT_TRUE(good(score_of(26, 90, 10), score_of(27, 100, 10)));  // one row
  EXPECT_TRUE(good(score_of(26, 100), score_of(22, 98.4)));
}

TEST(AllInt8, IsNeverComparedWithTheFloatNetwork) {
  const double exact = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(all_int8_is_good(score_of(exact, 100), score_of(exact, 100), 0));
  EXPECT_TRUE(all_int8_is_good(score_of(35, 100), score_of(exact, 100), 0));
  EXPECT_TRUE(all_int8_is_good(score_of(20, 90), score_of(exact, 100), 0));
  EXPECT_FALSE(all_int8_is_good(score_of(19.9, 100), score_of(exact, 100), 0));
  // Next to nothing of the other form is in int8.
  EXPECT_TRUE(all_int8_is_good(score_of(25, 98.4), score_of(68.8, 100), 0.49));
  EXPECT_FALSE(all_int8_is_good(score_of(25, 98.4), score_of(68.8, 100), 0.51));
  // Good is good, whatever is better.
  EXPECT_TRUE(all_int8_is_good(score_of(32.5, 100), score_of(68.8, 100), 0.51));
  EXPECT_FALSE(all_int8_is_good(score_of(32.4, 100), score_of(68.8, 100), 0.51));
}

TEST(AllInt8, SharesAreOfTheLayersMultiplications) {
  Graph g;
  const NodeId x = g.add_input("x", {{2, 4}, DType::F32});
  const NodeId a = g.add_call("nn.dense", {x, g.add_constant(Tensor::zeros(DType::F32, {6, 4}))},
                              {{"units", int64_t{6}}});
  const NodeId b = g.add_call("nn.dense", {a, g.add_constant(Tensor::zeros(DType::F32, {1, 6}))},
                              {{"units", int64_t{1}}});
  g.set_outputs({b});
  EXPECT_EQ(share_of_layers(g, {}), 0);
  EXPECT_EQ(share_of_layers(g, {a}), 0.8);  // 48 of 60
  EXPECT_EQ(share_of_layers(g, {a, b}), 1);
  EXPECT_EQ(share_of_layers({}, {}), 1);
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
  // The quantized network's own answers: it is never worse than float.
  const DropResult r = limit_drop(harness_, held_out_, poor_, 0, held_out_.answers(poor_));
  EXPECT_LT(r.drop_before, 0);
  EXPECT_EQ(count_in_float(r), 0);
}

TEST(QuantPlan, QuantizeCarriesItOutAndTellsWhere) {
  const Graph graph = uneven_network();
  QuantHarness harness(graph, with_samples(4), 1);
  QuantPlan plan = initial_plan(harness, {ActivationRule::Max, true});
  const TracedGraph all = harness.quantized(plan);
  ASSERT_EQ(all.trace.layers.size(), 3U);  // the classifier is in float
  const auto& [layer, made] = *all.trace.layers.begin();
  EXPECT_EQ(all.graph.node(made.sums).op, "nn.conv2d");
  EXPECT_EQ(all.graph.type(made.sums).dtype, DType::I32);
  EXPECT_EQ(made.weight_exponents, plan.layers.at(layer).weight_exponents);
  EXPECT_EQ(made.input_exponent, plan.exponents.at(made.data));
  for (const auto& [id, value] : all.trace.values)
    EXPECT_EQ(all.graph.type(value.i8).dtype, DType::I8);
  plan.layers.at(layer).in_float = true;
  const TracedGraph rest = harness.quantized(plan);
  EXPECT_EQ(rest.trace.layers.size(), 2U);
  EXPECT_THAT(rest.notes, testing::Contains(HasSubstr("left in float by the quantization plan")));
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
  EXPECT_THAT(error(), HasSubstr("quantization mode auto has no plan"));
  context.quant.plan = std::make_shared<QuantPlan>();
  EXPECT_THAT(error(), HasSubstr("the quantization plan has no exponent of node"));
}

}  // namespace
}  // namespace vta
