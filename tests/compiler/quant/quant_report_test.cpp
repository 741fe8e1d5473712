// Every number of a report, computed again from the interpreter's values.
#include "compiler/quant/report/quant_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/npy.h"
#include "compiler/interp/interpreter.h"
#include "compiler/limited_quantization.h"
#include "compiler/quant/initial_plan.h"
#include "compiler/quant/report/report_document.h"
#include "tests/compiler/passes/random_float_graph.h"

namespace vta {
namespace {

using Values = std::vector<std::map<NodeId, Tensor>>;  // by batch

Values interpreted(const Graph& graph, std::span<const Tensor> samples) {
  Values all;
  for (const std::vector<Tensor>& inputs : calibration_batches(graph, samples)) {
    std::map<NodeId, Tensor>& values = all.emplace_back();
    interpret(graph, inputs, {[&](NodeId id, const Tensor& value) { values[id] = value; }});
  }
  return all;
}

struct Expected {
  double signal = 0, noise = 0, least = HUGE_VAL, most = -HUGE_VAL;
  int64_t count = 0, clipped = 0, at_limits = 0;
  double sqnr_db() const { return 10 * std::log10(signal / noise); }
};

// The straight way: element by element, by its channel's factor.
Expected expected(const Values& real, const Values& quantized, NodeId id,
                  const QuantTrace::Value& v) {
  Expected e;
  for (size_t b = 0; b < real.size(); ++b) {
    const Tensor &a = real[b].at(id), &q = quantized[b].at(v.i8);
    const int64_t channels = a.rank() > 1 ? a.shape()[1] : 1;
    const int64_t inner = a.size() / (a.shape()[0] * channels);
    for (int64_t i = 0; i < a.size(); ++i) {
      const auto c = static_cast<size_t>(i / inner % channels);
      const double step =
          std::ldexp(v.factors.empty() ? 1.0 : static_cast<double>(v.factors[c]), v.exponent);
      const double offset = v.offset.empty() ? 0 : static_cast<double>(v.offset[c]);
      const double x = static_cast<double>(a.data<float>()[static_cast<size_t>(i)]);
      const int y = q.data<int8_t>()[static_cast<size_t>(i)];
      e.signal += x * x;
      e.noise += std::pow(x - (y * step + offset), 2);
      e.least = std::min(e.least, x);
      e.most = std::max(e.most, x);
      ++e.count;
      e.clipped += std::abs((x - offset) / step) >= 127.5 ? 1 : 0;
      e.at_limits += std::abs(y) == 127 ? 1 : 0;
    }
  }
  return e;
}

void name_all(Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).kind == NodeKind::Call && graph.node(id).name.empty())
      graph.node(id).name = fmt::format("v{}", id);
}

TracedGraph quantized_by(const Graph& graph, const QuantOptions& options, const QuantPlan& plan) {
  return QuantHarness(graph, options, 1).quantized(plan);
}

void expect_values(const QuantReport& report, const Graph& graph, const TracedGraph& q,
                   std::span<const Tensor> samples) {
  const Values real = interpreted(graph, samples), integers = interpreted(q.graph, samples);
  size_t seen = 0;
  for (const ValueReport& v : report.values) {
    if (!v.is_int8)
      continue;
    ++seen;
    const Expected e = expected(real, integers, v.id, q.trace.values.at(v.id));
    SCOPED_TRACE(v.name);
    // Float values of the host's operators may differ in their last bits.
    EXPECT_NEAR(v.sqnr_db, e.sqnr_db(), 0.02);
    EXPECT_NEAR(v.least, e.least, 1e-4 * (1 + std::abs(e.least)));
    EXPECT_NEAR(v.most, e.most, 1e-4 * (1 + std::abs(e.most)));
    const double one = 100.0 / static_cast<double>(e.count);
    EXPECT_NEAR(v.clipped_percent, one * static_cast<double>(e.clipped), 2 * one);
    EXPECT_NEAR(v.at_limits_percent, one * static_cast<double>(e.at_limits), 2 * one);
    int64_t counted = 0;
    for (const int64_t n : v.histogram.counts)
      counted += n;
    EXPECT_EQ(counted, e.count);
  }
  EXPECT_EQ(seen, q.trace.values.size());
}

class Report : public testing::TestWithParam<uint64_t> {};

TEST_P(Report, OfARandomBranchedNetworkIsWhatTheInterpreterFinds) {
  Graph graph = random_float_graph(GetParam());
  name_all(graph);
  QuantOptions searched;
  searched.all_int8();
  for (uint64_t i = 0; i < 4; ++i)
    searched.calibration.push_back(random_input(graph, 50 + i));
  QuantOptions held = searched;
  held.calibration = {random_input(graph, 60), random_input(graph, 61)};
  QuantHarness harness(graph, searched, 1), held_out(graph, held, 1);
  const QuantPlan plan = initial_plan(harness, {ActivationRule::Percentile, true});
  const DropResult kept = limit_drop(harness, held_out, plan, 100);
  const QuantReport report = quant_report(
      {.graph = graph, .searched = searched, .measured = held, .found = plan, .kept = kept});
  const TracedGraph q = quantized_by(graph, held, plan);
  expect_values(report, graph, q, held.calibration);
  ASSERT_EQ(report.layers.size(), q.trace.layers.size());
  for (const LayerReport& layer : report.layers) {
    ASSERT_TRUE(layer.value) << layer.name;
    EXPECT_TRUE(report.values[*layer.value].is_int8) << layer.name;
    ASSERT_TRUE(layer.sums_sqnr_db);
    ASSERT_TRUE(layer.gain_db);
    EXPECT_EQ(layer.weights.exponents, q.trace.layers.at(layer.id).weight_exponents);
    EXPECT_GT(*layer.weights.sqnr_db, 20) << layer.name;
  }
  ASSERT_EQ(report.modes.size(), 5U);
  EXPECT_EQ(report.modes[3].score->noise, report.modes[4].score->noise);
  EXPECT_EQ(report.modes[4].score->noise, held_out.measure(plan).noise);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Report, testing::Range<uint64_t>(1, 7));

// Four convolutions in a row; the weights of one are rounded to whole numbers.
class OneBadLayer : public testing::Test {
 protected:
  OneBadLayer() {
    Graph g;
    NodeId x = g.add_input("data", {{1, 4, 6, 6}, DType::F32});
    for (int i = 0; i < 4; ++i) {
      std::vector<float> weights(8 * static_cast<size_t>(g.type(x).shape[1]));
      for (size_t k = 0; k < weights.size(); ++k)
        weights[k] = 0.9F * std::sin(static_cast<float>(k * k) + static_cast<float>(i));
      const Tensor w = Tensor::from_span<float>({8, g.type(x).shape[1], 1, 1}, weights);
      x = g.add_call("nn.conv2d", {x, g.add_constant(w)},
                     {{"channels", int64_t{8}}, {"kernel_size", IntList{1, 1}}});
      g.node(x).name = fmt::format("conv{}", i);
      layers_.push_back(x);
      x = g.add_call("nn.relu", {x});
      g.node(x).name = fmt::format("relu{}", i);
    }
    x = g.add_call("nn.global_avg_pool2d", {x});
    x = g.add_call("nn.batch_flatten", {x});
    g.set_outputs({x});
    graph_ = std::move(g);
    options_.all_int8();
    for (uint64_t i = 0; i < 3; ++i)
      options_.calibration.push_back(random_input(graph_, i));
  }

  Graph graph_;
  std::vector<NodeId> layers_;
  QuantOptions options_;
};

TEST_F(OneBadLayer, IsNamedFirst) {
  for (const size_t bad : {0U, 1U, 3U}) {
    QuantHarness harness(graph_, options_, 1), held_out(graph_, options_, 1);
    QuantPlan plan = initial_plan(harness, {ActivationRule::Max, true});
    plan.layers[layers_[bad]].weight_exponents.assign(8, 0);
    const DropResult kept = limit_drop(harness, held_out, plan, 100);
    const QuantReport report = quant_report(
        {.graph = graph_, .searched = options_, .measured = options_, .found = plan, .kept = kept});
    const auto ranked = ranking(report);
    ASSERT_EQ(ranked.size(), 4U);
    EXPECT_EQ(ranked.front()->name, fmt::format("conv{}", bad));
    EXPECT_GT(*ranked.front()->gain_db, *ranked[1]->gain_db + 3);
    EXPECT_LT(*ranked.front()->weights.sqnr_db, 10);
    EXPECT_GT(*ranked[1]->weights.sqnr_db, 30);
    EXPECT_LT(*ranked.front()->sums_sqnr_db, 12);
  }
}

TEST_F(OneBadLayer, InFloatSaysWhyAndHasNoIntegers) {
  options_.skip_names = {"conv2"};
  QuantHarness harness(graph_, options_, 1), held_out(graph_, options_, 1);
  QuantPlan plan = initial_plan(harness, {ActivationRule::Max, true});
  DropResult kept = limit_drop(harness, held_out, plan, 100);
  kept.plan.layers[layers_[1]].in_float = true;
  for (LayerSensitivity& layer : kept.layers)
    layer.in_float = layer.layer == layers_[1];
  std::vector<double> parts;
  const QuantReport report =
      quant_report({.graph = graph_,
                    .searched = options_,
                    .measured = options_,
                    .found = plan,
                    .kept = kept,
                    .most_mode_work = 1,
                    .progress = [&](double part) { parts.push_back(part); }});
  EXPECT_EQ(report.layers[0].place, LayerPlace::Accelerator);
  for (const size_t i : {1U, 2U}) {
    const LayerReport& layer = report.layers[i];
    EXPECT_EQ(layer.place, LayerPlace::HostFloat);
    EXPECT_FALSE(layer.sums_sqnr_db);
    EXPECT_TRUE(layer.weights.exponents.empty());
    ASSERT_TRUE(layer.value);
    EXPECT_FALSE(report.values[*layer.value].is_int8);
    EXPECT_GT(report.values[*layer.value].sqnr_db, 20);  // of what it is given
  }
  EXPECT_EQ(report.layers[1].why, "in float to keep within the accuracy limit");
  EXPECT_EQ(report.layers[2].why, "left in float by name");
  EXPECT_FALSE(report.layers[2].gain_db);
  EXPECT_FALSE(report.modes[1].score);
  EXPECT_THAT(report.modes[1].note, testing::HasSubstr("not measured"));
  EXPECT_TRUE(report.modes[0].score);
  EXPECT_TRUE(std::ranges::is_sorted(parts));
  EXPECT_EQ(parts.back(), 1);
}

TEST(WeightReports, ChannelsOfZerosAreDead) {
  const std::vector<float> w = {0, 0, 1.5F, -0.25F};
  Graph graph;
  const NodeId x = graph.add_input("x", {{1, 2}, DType::F32});
  const NodeId y =
      graph.add_call("nn.dense", {x, graph.add_constant(Tensor::from_span<float>({2, 2}, w))},
                     {{"units", int64_t{2}}});
  graph.node(y).name = "y";
  graph.set_outputs({y});
  QuantOptions options;
  options.all_int8();
  options.calibration = {Tensor::from_span<float>({1, 2}, std::vector<float>{1, 1})};
  QuantHarness harness(graph, options, 1), held_out(graph, options, 1);
  QuantPlan plan = initial_plan(harness, {ActivationRule::Max, true});
  plan.layers[y].weight_exponents = {0, 0};
  const DropResult kept = limit_drop(harness, held_out, plan, 100);
  const QuantReport report = quant_report(
      {.graph = graph, .searched = options, .measured = options, .found = plan, .kept = kept});
  const WeightReport& weights = report.layers.front().weights;
  EXPECT_EQ(weights.dead_channels, 1);
  EXPECT_EQ(weights.channels, 2);
  EXPECT_EQ(weights.least, -0.25);
  EXPECT_EQ(weights.most, 1.5);
  // 1.5 becomes 2, -0.25 becomes 0.
  EXPECT_NEAR(*weights.sqnr_db, 10 * std::log10((2.25 + 0.0625) / (0.25 + 0.0625)), 1e-9);
}

// The first images of (N, H, W, C) pixels as the network takes them.
std::vector<Tensor> digits(const Tensor& pixels, int64_t count) {
  const int64_t height = pixels.shape()[1], width = pixels.shape()[2], channels = pixels.shape()[3];
  std::vector<Tensor> images;
  const uint8_t* p = pixels.data<uint8_t>().data();
  for (int64_t i = 0; i < count; ++i) {
    Tensor& image = images.emplace_back(Tensor::zeros(DType::F32, {1, channels, height, width}));
    const auto out = image.mutable_data<float>();
    for (int64_t k = 0; k < height * width; ++k)
      for (int64_t c = 0; c < channels; ++c)
        out[static_cast<size_t>(c * height * width + k)] = static_cast<float>(*p++) / 64 - 2;
  }
  return images;
}

TEST(DigitsReport, IsWhatTheInterpreterFinds) {
  const std::string data = std::string(VTA_SOURCE_DIR) + "/tests/data/";
  CompileOptions options;
  options.recipe.set("quant", "auto");
  options.recipe.set("all_int8", "true");
  options.calibration = digits(read_npy(data + "digits_calib_64_u8.npy"), 12);
  const std::string model = data + "digits_resnet8.onnx";
  LimitedQuantization found = quantize_within(model, options, 100, {}, {.wanted = true});
  ASSERT_TRUE(found.report);
  CompileOptions in_float = options;
  in_float.recipe.set("quant", "global");
  in_float.calibration.clear();
  in_float.stop_after = passes_of(Stage::Float, Stage::Float).back()->name;
  const Graph graph = compile_model(model, in_float).quantized;
  QuantOptions held = settled_options(options).quant;
  held.calibration = {options.calibration.begin() + 6, options.calibration.end()};
  expect_values(*found.report, graph, quantized_by(graph, held, *found.plan), held.calibration);
  EXPECT_EQ(found.report->values.back().sqnr_db, found.score.sqnr_db);  // logits

  options.quant_plan = found.plan;
  place_layers(*found.report, compile_model(model, options).program, {});
  ASSERT_EQ(found.report->layers.size(), 10U);
  for (const LayerReport& layer : found.report->layers) {
    EXPECT_EQ(layer.place, LayerPlace::Accelerator) << layer.name;
    EXPECT_FALSE(layer.kernel.empty()) << layer.name;
  }
  options.recipe.set("host_only", "true");
  place_layers(*found.report, compile_model(model, options).program, {"'/c/Conv' is here"});
  EXPECT_EQ(found.report->layers[0].place, LayerPlace::HostInt8);
  EXPECT_EQ(found.report->layers[0].why, "'/c/Conv' is here");
  EXPECT_THAT(found.report->layers[1].why, testing::HasSubstr("no kernel computes it"));
}

}  // namespace
}  // namespace vta
