// Batch norms of residual sums: what they become, that values stay, and why one does not.
#include "compiler/passes/fold_scale_forward.h"

#include <gmock/gmock.h>

#include <limits>

#include "compiler/passes/channel_norm.h"
#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kPass = "fold_scale_forward";

// A block of a pre-activation network: the sum of its two inputs, batch norm, relu, and a
// convolution that reads it.
constexpr const char* kBlock =
    "def @main(%x: Tensor[(1, 3, 4, 4), float32], %y: Tensor[(1, 3, 4, 4), float32]) {\n"
    "  %0 = add(%x, %y);\n"
    "  %1 = multiply(%0, meta[relay.Constant][0] /* ty=Tensor[(3, 1, 1), float32] */);\n"
    "  %2 = add(%1, meta[relay.Constant][1] /* ty=Tensor[(3, 1, 1), float32] */);\n"
    "  %3 = nn.relu(%2);\n"
    "  nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(2, 3, 3, 3), float32] */, "
    "padding=[1, 1])\n}";

// The same of what layers before are joined to.
constexpr const char* kJoinedBlock =
    "def @main(%x: Tensor[(1, 2, 4, 4), float32], %y: Tensor[(1, 1, 4, 4), float32]) {\n"
    "  %0 = concatenate((%x, %y), axis=1);\n"
    "  %1 = multiply(%0, meta[relay.Constant][0] /* ty=Tensor[(3, 1, 1), float32] */);\n"
    "  %2 = add(%1, meta[relay.Constant][1] /* ty=Tensor[(3, 1, 1), float32] */);\n"
    "  %3 = nn.relu(%2);\n"
    "  nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(2, 3, 3, 3), float32] */, "
    "padding=[1, 1])\n}";

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

// Constants without data, in order, get these values; what is left of them, values of a seed.
Graph filled(const std::string& text, const std::vector<std::vector<float>>& values) {
  const Graph typed = parse_graph(text, "test.ir");
  GraphRewriter rewriter(typed);
  size_t next = 0;
  for (NodeId id = 0; id < typed.size(); ++id) {
    const Node& n = typed.node(id);
    if (n.kind != NodeKind::Constant || n.constant.valid() || next == values.size()) {
      rewriter.copy(id);
      continue;
    }
    rewriter.map(id, rewriter.graph().add_constant(
                         Tensor::from_span<float>(n.type().shape, values[next++])));
  }
  Graph graph = rewriter.finish();
  fill_constants(graph, 3);
  return graph;
}

std::vector<float> constant_of(const Graph& graph, std::string_view op) {
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    if (n.kind == NodeKind::Call && n.op == op &&
        graph.node(n.inputs[1]).kind == NodeKind::Constant) {
      const auto values = graph.node(n.inputs[1]).constant.data<float>();
      return {values.begin(), values.end()};
    }
  }
  return {};
}

TEST(FoldScaleForward, ABatchNormOfASumBecomesASumAndTwoLimits) {
  PassContext context;
  const Graph before = filled(kBlock, {{2, -0.5F, 0}, {3, 1, 0.25F}});
  const Graph after = run_named(before, {kPass}, context);
  expect_listing(
      after,
      "def @main(%x: Tensor[(1, 3, 4, 4), float32], %y: Tensor[(1, 3, 4, 4), float32]) {\n"
      "  %0 = add(%x, %y);\n"
      "  %1 = add(%0, meta[relay.Constant][0] /* ty=Tensor[(3, 1, 1), float32] */);\n"
      "  %2 = maximum(%1, meta[relay.Constant][1] /* ty=Tensor[(3, 1, 1), float32] */);\n"
      "  %3 = minimum(%2, meta[relay.Constant][2] /* ty=Tensor[(3, 1, 1), float32] */);\n"
      "  nn.conv2d(%3, meta[relay.Constant][3] /* ty=Tensor[(2, 3, 3, 3), float32] */, "
      "padding=[1, 1])\n}");
  constexpr float kNone = std::numeric_limits<float>::max();
  EXPECT_EQ(constant_of(after, "add"), (std::vector<float>{1.5F, -2, 0}));
  EXPECT_EQ(constant_of(after, "maximum"), (std::vector<float>{0, -kNone, 0.25F}));
  EXPECT_EQ(constant_of(after, "minimum"), (std::vector<float>{kNone, 0, 0.25F}));
  const auto was = constant_of(before, "nn.conv2d"), is = constant_of(after, "nn.conv2d");
  const float factors[] = {2, -0.5F, 1};
  for (size_t i = 0; i < was.size(); ++i)
    EXPECT_EQ(is[i], was[i] * factors[i / 9 % 3]) << i;
  expect_same_values(before, after, 1e-6);
  EXPECT_THAT(context.notes, IsEmpty());
}

// What follows the activation of kBlock, %3, of three channels on 4x4.
struct Readers {
  const char* name;
  const char* text;
};

class EveryReader : public ::testing::TestWithParam<Readers> {};

TEST_P(EveryReader, TakesTheFactors) {
  const std::string block = kBlock;
  const Graph before = filled(block.substr(0, block.find("  nn.conv2d")) + GetParam().text + "\n}",
                              {{2, -0.5F, 0}, {3, 1, 0.25F}});
  PassContext context;
  const Graph after = run_named(before, {kPass}, context);
  EXPECT_THAT(print_graph(after), HasSubstr("minimum"));
  EXPECT_THAT(context.notes, IsEmpty());
  expect_same_values(before, after, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(
    All, EveryReader,
    ::testing::Values(
        Readers{"TwoConvolutions",
                "  %4 = nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(2, 3, 1, 1), float32] "
                "*/);\n"
                "  %5 = nn.conv2d(%3, meta[relay.Constant][3] /* ty=Tensor[(2, 3, 1, 1), float32] "
                "*/);\n  add(%4, %5)"},
        Readers{"TwoOfOneWeight",
                "  %4 = nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(2, 3, 1, 1), float32] "
                "*/);\n"
                "  %5 = nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(2, 3, 1, 1), float32] "
                "*/);\n  add(%4, %5)"},
        Readers{"Hwio",
                "  nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(3, 3, 3, 5), float32] */, "
                "kernel_layout=\"HWIO\")"},
        Readers{"Depthwise",
                "  nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(6, 1, 3, 3), float32] */, "
                "groups=3)"},
        Readers{"Dense",
                "  %4 = nn.batch_flatten(%3);\n"
                "  nn.dense(%4, meta[relay.Constant][2] /* ty=Tensor[(5, 48), float32] */)"},
        Readers{"DenseOfAverages",
                "  %4 = nn.global_avg_pool2d(%3);\n  %5 = reshape(%4, newshape=[1, 3]);\n"
                "  nn.dense(%5, meta[relay.Constant][2] /* ty=Tensor[(5, 3), float32] */)"},
        Readers{"ConvolutionOfAverages",
                "  %4 = nn.avg_pool2d(%3, pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, "
                "1]);\n"
                "  nn.conv2d(%4, meta[relay.Constant][2] /* ty=Tensor[(2, 3, 1, 1), float32] */)"}),
    [](const auto& p) { return p.param.name; });

TEST(FoldScaleForward, AClipLimitsOnItsOtherSide) {
  const Graph before = filled(replaced(kBlock, "nn.relu(%2)", "clip(%2, a_min=0f, a_max=6f)"),
                              {{2, -0.5F, 0}, {3, 1, 7}});
  PassContext context;
  const Graph after = run_named(before, {kPass}, context);
  EXPECT_EQ(constant_of(after, "maximum"), (std::vector<float>{0, -12, 6}));
  EXPECT_EQ(constant_of(after, "minimum"), (std::vector<float>{3, 0, 6}));
  expect_same_values(before, after, 1e-6);
}

TEST(FoldScaleForward, OneOfMultiplyAndAddIsEnough) {
  for (const char* line :
       {"  %1 = multiply(%0, meta[relay.Constant][0] /* ty=Tensor[(3, 1, 1), float32] */);\n",
        "  %2 = add(%1, meta[relay.Constant][1] /* ty=Tensor[(3, 1, 1), float32] */);\n"}) {
    std::string text = replaced(kBlock, line, "");
    text =
        line[3] == '1' ? replaced(text, "add(%1", "add(%0") : replaced(text, "relu(%2", "relu(%1");
    PassContext context;
    const Graph before = filled(text, {{2, -0.5F, 1}});
    const Graph after = run_named(before, {kPass}, context);
    EXPECT_THAT(print_graph(after), HasSubstr("minimum")) << text;
    expect_same_values(before, after, 1e-6);
  }
}

// A factor so small that the quotient is no number: the channel is a constant.
TEST(FoldScaleForward, AVanishingFactorIsNone) {
  PassContext context;
  const Graph after =
      run_named(filled(kBlock, {{1e-40F, -1e-42F, 1}, {3, -3, 0}}), {kPass}, context);
  EXPECT_EQ(constant_of(after, "add"), (std::vector<float>{0, 0, 0}));
  EXPECT_EQ(constant_of(after, "maximum"), (std::vector<float>{3, 0, 0}));
}

struct Refusal {
  const char* name;
  const char* what;  // replaced in kBlock
  const char* by;
  const char* reason;
};

class StaysInFloat : public ::testing::TestWithParam<Refusal> {};

TEST_P(StaysInFloat, WithItsReason) {
  const auto& [name, what, by, reason] = GetParam();
  Graph before = parse_graph(replaced(kBlock, what, by), "test.ir");
  fill_constants(before, 3);
  PassContext context;
  expect_listing(run_named(before, {kPass}, context), print_graph(before));
  EXPECT_THAT(context.notes, ElementsAre(HasSubstr(reason)));
}

INSTANTIATE_TEST_SUITE_P(
    All, StaysInFloat,
    ::testing::Values(
        Refusal{"NoRelu", "nn.relu(%2)", "sigmoid(%2)", "no relu follows it alone"},
        Refusal{"ClipFromOne", "nn.relu(%2)", "clip(%2, a_min=1f, a_max=6f)",
                "no relu follows it alone"},
        Refusal{"ReadBesideTheRelu", "  nn.conv2d(%3", "  %4 = add(%2, %3);\n  nn.conv2d(%4",
                "no relu follows it alone"},
        Refusal{"MaximumPool", "  nn.conv2d(%3",
                "  %4 = nn.max_pool2d(%3, pool_size=[2, 2]);\n  nn.conv2d(%4",
                "its reader nn.max_pool2d (node"},
        Refusal{"PoolBehindAnAverage", "  nn.conv2d(%3",
                "  %4 = nn.avg_pool2d(%3, pool_size=[2, 2]);\n"
                "  %5 = nn.max_pool2d(%4, pool_size=[1, 1], strides=[2, 2]);\n  nn.conv2d(%5",
                "its reader nn.max_pool2d (node"},
        Refusal{"Sum", "  nn.conv2d(%3", "  %4 = add(%3, %0);\n  nn.conv2d(%4",
                "its reader add (node"},
        Refusal{"Output",
                "  nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(2, 3, 3, 3), float32] */, "
                "padding=[1, 1])",
                "  %4 = nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(2, 3, 3, 3), float32] "
                "*/);\n  (%3, %4)",
                "it is an output of the network"},
        Refusal{"SumIsAnOutput",
                "  nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(2, 3, 3, 3), float32] */, "
                "padding=[1, 1])",
                "  %4 = nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(2, 3, 3, 3), float32] "
                "*/);\n  (%2, %4)",
                "no relu follows it alone"},
        Refusal{"ProductIsAnOutput",
                "  nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(2, 3, 3, 3), float32] */, "
                "padding=[1, 1])",
                "  %4 = nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(2, 3, 3, 3), float32] "
                "*/);\n  (%1, %4)",
                "no relu follows it alone"},
        Refusal{"NothingButAnAverage",
                "  nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(2, 3, 3, 3), float32] */, "
                "padding=[1, 1])",
                "  nn.global_avg_pool2d(%3)", "it is an output of the network"},
        Refusal{"DenseOfItsLastAxis",
                "  nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(2, 3, 3, 3), float32] */, "
                "padding=[1, 1])",
                "  nn.dense(%3, meta[relay.Constant][2] /* ty=Tensor[(2, 4), float32] */)",
                "multiplies its last axis"},
        Refusal{"ComputedWeights", "meta[relay.Constant][2] /* ty=Tensor[(2, 3, 3, 3), float32] */",
                "%3", "takes it as weights"}),
    [](const auto& p) { return p.param.name; });

TEST(FoldScaleForward, WithoutDataItStays) {
  PassContext context;
  const Graph graph = parse_graph(kBlock, "test.ir");
  expect_listing(run_named(graph, {kPass}, context), kBlock);
}

TEST(FoldScaleForward, OnTheHostItStaysWithoutANote) {
  PassContext context;
  context.quant.batch_norms = BatchNorms::Host;
  const Graph graph = filled(kBlock, {{2, -0.5F, 0}, {3, 1, 0.25F}});
  expect_listing(run_named(graph, {kPass}, context), kBlock);
  EXPECT_THAT(context.notes, IsEmpty());
}

// A value that the accelerator does not compute.
TEST(FoldScaleForward, OfAnInputItStays) {
  PassContext context;
  const std::string text = replaced(kBlock, "multiply(%0", "multiply(%x");
  const Graph graph = filled(replaced(text, "  %0 = add(%x, %y);\n", ""), {{2, 1, 1}, {3, 1, 1}});
  expect_listing(run_named(graph, {kPass}, context), print_graph(graph));
}

TEST(FoldScaleForward, OfAMaximumWhereThatIsOnTheAccelerator) {
  const Graph graph =
      filled(replaced(kBlock, "add(%x, %y)", "nn.max_pool2d(%x, pool_size=[3, 3], padding=[1, 1])"),
             {{2, -1, 1}, {3, 1, 1}});
  for (const bool pools : {false, true}) {
    PassContext context;
    context.quant.pools_on_device = pools;
    const Graph after = run_named(graph, {kPass}, context);
    EXPECT_EQ(print_graph(after).find("maximum") != std::string::npos, pools);
    expect_same_values(graph, after, 1e-6);
  }
}

TEST(FoldScaleForward, OfAConcatenationWhereThatIsOnTheAccelerator) {
  PassContext context;
  const Graph before = run_on_text(kJoinedBlock, {}, context, 4);
  const Graph after = run_on_text(kJoinedBlock, {kPass}, context, 4);
  EXPECT_THAT(print_graph(after), HasSubstr("minimum("));
  expect_same_values(before, after, 1e-5);
  context.quant.concats_on_device = false;
  expect_listing(run_on_text(kJoinedBlock, {kPass}, context, 4), print_graph(before));
}

TEST(FoldScaleForward, NamesStay) {
  Graph graph = filled(kBlock, {{2, -0.5F, 0}, {3, 1, 0.25F}});
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).op == "nn.relu" || graph.node(id).op == "nn.conv2d") {
      graph.node(id).name = graph.node(id).op;
      graph.node(id).onnx_nodes = {"onnx " + graph.node(id).op};
    }
  PassContext context;
  const Graph after = run_named(graph, {kPass}, context);
  for (NodeId id = 0; id < after.size(); ++id) {
    if (after.node(id).op == "minimum") {
      EXPECT_EQ(after.node(id).name, "nn.relu");
      EXPECT_THAT(after.node(id).onnx_nodes, ElementsAre("onnx nn.relu"));
    }
    if (after.node(id).op == "nn.conv2d") {
      EXPECT_EQ(after.node(id).name, "nn.conv2d");
      EXPECT_THAT(after.node(id).onnx_nodes, ElementsAre("onnx nn.conv2d"));
    }
  }
}

// ---- in integers ---------------------------------------------------------------------------

TEST(ChannelNorm, IsRecognizedWhole) {
  PassContext context;
  const Graph graph = run_named(filled(kBlock, {{2, -0.5F, 0}, {3, 1, 0.25F}}), {kPass}, context);
  int found = 0;
  for (NodeId id = 0; id < graph.size(); ++id) {
    if (graph.node(id).kind != NodeKind::Call || graph.node(id).op != "add")
      continue;
    const auto norm = match_channel_norm(graph, graph.users(), id);
    if (!norm)
      continue;
    ++found;
    EXPECT_EQ(norm->addend, (std::vector<float>{1.5F, -2, 0}));
    EXPECT_EQ(graph.node(norm->end).op, "minimum");
    EXPECT_EQ(norm->calls.size(), 3u);
  }
  EXPECT_EQ(found, 1);
}

TEST(ChannelNorm, ValuesAreRoundedAndLimited) {
  constexpr float kNone = std::numeric_limits<float>::max();
  const ChannelNorm norm{
      .addend = {0.3F, -100, 100, 0}, .low = {0, -kNone, 0, 1.04F}, .high = {kNone, 0, 3, 1.04F}};
  const IntegerNorm q = quantize_norm(norm, -4);
  EXPECT_THAT(q.addend, ElementsAre(5, -254, 254, 0));
  EXPECT_THAT(q.low, ElementsAre(0, -127, 0, 17));
  EXPECT_THAT(q.high, ElementsAre(127, 0, 48, 17));
}

// Beyond an addend of 254 nothing changes.
TEST(ChannelNorm, LimitedAddendsMakeTheSameValues) {
  for (const int addend : {-1000, -255, -254, 254, 255, 1000})
    for (const auto& [low, high] : {std::pair{0, 127}, {-127, 0}, {-127, 127}})
      for (int x = -127; x <= 127; ++x) {
        const ChannelNorm norm{.addend = {static_cast<float>(addend)},
                               .low = {static_cast<float>(low)},
                               .high = {static_cast<float>(high)}};
        const IntegerNorm q = quantize_norm(norm, 0);
        EXPECT_EQ(std::clamp(x + q.addend[0], q.low[0], q.high[0]),
                  std::clamp(x + addend, low, high));
      }
}

}  // namespace
}  // namespace vta
