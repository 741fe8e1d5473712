#include <gmock/gmock.h>

#include "compiler/passes/pass_util.h"
#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Graph run(const std::string& text, const std::vector<std::string>& names, int64_t seed = -1) {
  PassContext context;
  return run_on_text(text, names, context, seed);
}

// The whole float part keeps what the graph computes.
void expect_float_passes_keep(const std::string& text) {
  const Graph before = run(text, {}, 3);
  const Graph after = run(text,
                          {"channels_first", "canonicalize", "simplify_inference", "fold_constants",
                           "fold_scale_axis", "combine_parallel_conv2d", "dead_code"},
                          3);
  expect_same_values(before, after, 1e-5);
}

TEST(DeadCode, LeavesOutWhatNoOutputNeeds) {
  expect_listing(run("def @main(%x: Tensor[(4), float32], %y: Tensor[(4), float32]) {\n"
                     "  %0 = nn.relu(%x);\n  %1 = exp(%x);\n  abs(%0)\n}",
                     {"dead_code"}),
                 "def @main(%x: Tensor[(4), float32], %y: Tensor[(4), float32]) {\n"
                 "  %0 = nn.relu(%x);\n  abs(%0)\n}");
}

TEST(DeadCode, ShortensTheNodeList) {
  Graph g;
  const NodeId x = g.add_input("x", {{4}, DType::F32});
  g.add_call("exp", {x});
  g.add_constant_type({{9}, DType::F32});
  g.set_outputs({g.add_call("nn.relu", {x})});
  PassContext context;
  EXPECT_EQ(run_named(std::move(g), {"dead_code"}, context).size(), 2);
}

TEST(Canonicalize, BiasAddBecomesAddOfAColumn) {
  expect_listing(run("def @main(%x: Tensor[(1, 3, 4, 4), float32]) {\n"
                     "  nn.bias_add(%x, meta[relay.Constant][0] /* ty=Tensor[(3), float32] */)\n}",
                     {"canonicalize"}),
                 "def @main(%x: Tensor[(1, 3, 4, 4), float32]) {\n"
                 "  add(%x, meta[relay.Constant][0] /* ty=Tensor[(3, 1, 1), float32] */)\n}");
}

TEST(Canonicalize, BiasOnTheLastAxisNeedsNoReshape) {
  expect_listing(run("def @main(%x: Tensor[(2, 3), float32], %b: Tensor[(3), float32]) {\n"
                     "  nn.bias_add(%x, %b, axis=-1)\n}",
                     {"canonicalize"}),
                 "def @main(%x: Tensor[(2, 3), float32], %b: Tensor[(3), float32]) {\n"
                 "  add(%x, %b)\n}");
}

TEST(Canonicalize, BiasThatIsNoConstantIsReshaped) {
  expect_listing(run("def @main(%x: Tensor[(2, 3, 1, 1), float32], %b: Tensor[(3), float32]) {\n"
                     "  nn.bias_add(%x, %b)\n}",
                     {"canonicalize"}),
                 "def @main(%x: Tensor[(2, 3, 1, 1), float32], %b: Tensor[(3), float32]) {\n"
                 "  %0 = reshape(%b, newshape=[3, 1, 1]);\n  add(%x, %0)\n}");
}

TEST(Canonicalize, ConstantsComeSecondWithoutLeadingOnes) {
  expect_listing(run("def @main(%x: Tensor[(1, 3, 4, 4), float32]) {\n"
                     "  %0 = multiply(2f, %x);\n"
                     "  add(meta[relay.Constant][0] /* ty=Tensor[(1, 3, 1, 1), float32] */, %0)\n}",
                     {"canonicalize"}),
                 "def @main(%x: Tensor[(1, 3, 4, 4), float32]) {\n"
                 "  %0 = multiply(%x, 2f /* ty=float32 */);\n"
                 "  add(%0, meta[relay.Constant][0] /* ty=Tensor[(3, 1, 1), float32] */)\n}");
}

TEST(Canonicalize, ConstantOfHigherRankKeepsItsShape) {
  const std::string text =
      "def @main(%x: Tensor[(4), float32]) {\n"
      "  add(%x, meta[relay.Constant][0] /* ty=Tensor[(1, 1, 4), float32] */)\n}";
  expect_listing(run(text, {"canonicalize"}), text);
}

TEST(Canonicalize, SubtractingAConstantIsAddingItsNegative) {
  expect_listing(
      run("def @main(%x: Tensor[(4), float32]) {\n  subtract(%x, 2.5f)\n}", {"canonicalize"}),
      "def @main(%x: Tensor[(4), float32]) {\n  add(%x, -2.5f /* ty=float32 */)\n}");
}

TEST(Canonicalize, IdentitiesGo) {
  expect_listing(run("def @main(%x: Tensor[(2, 3), float32]) {\n"
                     "  %0 = nn.dropout(%x, rate=0.5f);\n  %1 = copy(%0);\n"
                     "  %2 = reshape(%1, newshape=[2, 3]);\n  %3 = transpose(%2, axes=[0, 1]);\n"
                     "  %4 = cast(%3, dtype=\"float32\");\n  nn.relu(%4)\n}",
                     {"canonicalize"}),
                 "def @main(%x: Tensor[(2, 3), float32]) {\n  nn.relu(%x)\n}");
}

TEST(Canonicalize, TransposeOfASquareIsNoIdentity) {
  const std::string text =
      "def @main(%x: Tensor[(3, 3), float32]) {\n  transpose(%x, axes=[1, 0])\n}";
  expect_listing(run(text, {"canonicalize"}), text);
}

TEST(Canonicalize, ReshapesInARowBecomeOne) {
  expect_listing(run("def @main(%x: Tensor[(2, 6), float32]) {\n"
                     "  %0 = reshape(%x, newshape=[3, 4]);\n  reshape(%0, newshape=[-1])\n}",
                     {"canonicalize"}),
                 "def @main(%x: Tensor[(2, 6), float32]) {\n  reshape(%x, newshape=[12])\n}");
}

constexpr const char* kPaddedConv =
    "def @main(%x: Tensor[(1, 2, 5, 5), float32]) {{\n"
    "  %0 = nn.pad(%x, {}f, pad_width=[[0, 0], {}, [1, 2], [3, 4]]{});\n"
    "  nn.conv2d(%0, meta[relay.Constant][0] /* ty=Tensor[(4, {}, 3, 3), float32] */, "
    "padding=[0, 1])\n}}";

TEST(Canonicalize, ZeroPadsJoinTheConvolution) {
  const std::string text = fmt::format(kPaddedConv, 0, "[0, 0]", "", 2);
  expect_listing(run(text, {"canonicalize"}),
                 "def @main(%x: Tensor[(1, 2, 5, 5), float32]) {\n"
                 "  nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(4, 2, 3, 3), float32] */, "
                 "padding=[1, 4, 2, 5])\n}");
  expect_same_values(run(text, {}, 1), run(text, {"canonicalize"}, 1), 1e-6);
}

TEST(Canonicalize, OtherPadsStay) {
  for (const std::string& text :
       {fmt::format(kPaddedConv, 1, "[0, 0]", "", 2), fmt::format(kPaddedConv, 0, "[0, 1]", "", 3),
        fmt::format(kPaddedConv, 0, "[0, 0]", ", pad_mode=\"edge\"", 2)})
    EXPECT_THAT(print_graph(run(text, {"canonicalize"})), HasSubstr("nn.pad("));
}

// A pool of x after a pad: the window and what is before it.
std::string padded_pool(const char* op, const char* before, const char* value,
                        const char* attributes) {
  return fmt::format(
      "def @main(%x: Tensor[(1, 2, 5, 5), float32]) {{\n  %0 = {}(%x);\n"
      "  %1 = nn.pad(%0, {}f, pad_width=[[0, 0], [0, 0], [1, 0], [0, 1]]);\n"
      "  nn.{}_pool2d(%1, pool_size=[3, 3], strides=[2, 2], {})\n}}",
      before, value, op, attributes);
}

TEST(Canonicalize, PadsThatChangeNoMaximumAndZerosOfAnAverageJoinThePool) {
  const std::string texts[] = {
      padded_pool("max", "nn.relu", "0", "padding=[0, 1, 1, 0]"),
      padded_pool("max", "exp", "-3.40282347e+38", "padding=[0, 0, 0, 0]"),
      padded_pool("avg", "exp", "0", "padding=[0, 0, 0, 0]"),
      padded_pool("avg", "exp", "0", "padding=[0, 1, 1, 0], count_include_pad=True"),
  };
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    const Graph joined = run(text, {"canonicalize", "dead_code"});
    EXPECT_THAT(print_graph(joined), testing::Not(HasSubstr("nn.pad(")));
    expect_same_values(run(text, {}), joined, 1e-6);
  }
}

TEST(Canonicalize, OtherPadsOfPoolsStay) {
  const std::string texts[] = {
      padded_pool("max", "negative", "0", "padding=[0, 0, 0, 0]"),
      padded_pool("max", "nn.relu", "1", "padding=[0, 0, 0, 0]"),
      padded_pool("max", "nn.relu", "0", "padding=[2, 0, 0, 0]"),
      padded_pool("max", "nn.relu", "0", "padding=[0, 0, 0, 0], ceil_mode=True"),
      padded_pool("avg", "exp", "1", "padding=[0, 0, 0, 0]"),
      padded_pool("avg", "exp", "0", "padding=[1, 1, 1, 1]"),
  };
  for (const std::string& text : texts)
    EXPECT_THAT(print_graph(run(text, {"canonicalize"})), HasSubstr("nn.pad(")) << text;
}

TEST(Canonicalize, AConcatenationThatBeginsAsAnotherIsOfThatOne) {
  const std::string begin =
      "def @main(%a: Tensor[(1, 2), float32], %b: Tensor[(1, 2), float32], "
      "%c: Tensor[(1, 2), float32], %d: Tensor[(1, 2), float32]) {\n"
      "  %0 = concatenate((%a, %b), axis=1);\n";
  const std::string end =
      "  %3 = concatenate((%b, %a, %c), axis=1);\n"
      "  concatenate((%0, %1, %2, %3), axis=1)\n}";
  expect_listing(run(begin +
                         "  %1 = concatenate((%a, %b, %c), axis=1);\n"
                         "  %2 = concatenate((%a, %b, %c, %d), axis=1);\n" +
                         end,
                     {"canonicalize"}),
                 begin +
                     "  %1 = concatenate((%0, %c), axis=1);\n"
                     "  %2 = concatenate((%1, %d), axis=1);\n" +
                     end);
}

constexpr const char* kNorm =
    "def @main(%x: Tensor[(1, 3, 4, 4), float32]) {\n"
    "  %0 = nn.batch_norm(%x, meta[relay.Constant][0] /* ty=Tensor[(3), float32] */, "
    "meta[relay.Constant][1] /* ty=Tensor[(3), float32] */, meta[relay.Constant][2] "
    "/* ty=Tensor[(3), float32] */, meta[relay.Constant][3] /* ty=Tensor[(3), float32] */, "
    "epsilon=0.001f);\n  %1 = %0.0;\n  nn.relu(%1)\n}";

TEST(SimplifyInference, BatchNormBecomesMultiplyAndAdd) {
  const Graph after = run(kNorm, {"simplify_inference", "dead_code"}, 1);
  expect_listing(after,
                 "def @main(%x: Tensor[(1, 3, 4, 4), float32]) {\n"
                 "  %0 = multiply(%x, meta[relay.Constant][0] /* ty=Tensor[(3, 1, 1), float32] */);"
                 "\n  %1 = add(%0, meta[relay.Constant][1] /* ty=Tensor[(3, 1, 1), float32] */);\n"
                 "  nn.relu(%1)\n}");
  expect_same_values(run(kNorm, {}, 1), after, 1e-6);
}

TEST(SimplifyInference, LastAxisNeedsNoColumn) {
  const std::string text =
      "def @main(%x: Tensor[(2, 3), float32]) {\n"
      "  %0 = nn.batch_norm(%x, meta[relay.Constant][0] /* ty=Tensor[(3), float32] */, "
      "meta[relay.Constant][1] /* ty=Tensor[(3), float32] */, meta[relay.Constant][2] "
      "/* ty=Tensor[(3), float32] */, meta[relay.Constant][3] /* ty=Tensor[(3), float32] */, "
      "axis=-1, scale=False);\n  %0.0\n}";
  expect_same_values(run(text, {}, 1), run(text, {"simplify_inference"}, 1), 1e-6);
  EXPECT_THAT(print_graph(run(text, {"simplify_inference"}, 1)),
              HasSubstr("multiply(%x, meta[relay.Constant][0] /* ty=Tensor[(3), float32] */)"));
}

TEST(SimplifyInference, WithoutDataItStaysAndSaysSo) {
  PassContext context;
  expect_listing(run_on_text(kNorm, {"simplify_inference"}, context), kNorm);
  EXPECT_THAT(context.notes, ElementsAre(HasSubstr("1 batch norms stay")));
}

TEST(FoldConstants, ComputesWhatDependsOnConstantsOnly) {
  expect_listing(run("def @main(%x: Tensor[(4), float32]) {\n"
                     "  %0 = multiply(2f, 3f);\n  %1 = add(%0, 0.5f);\n  add(%x, %1)\n}",
                     {"fold_constants"}),
                 "def @main(%x: Tensor[(4), float32]) {\n  add(%x, 6.5f /* ty=float32 */)\n}");
}

TEST(FoldConstants, ReadsFoldedTuples) {
  const std::string text =
      "def @main(%x: Tensor[(2), float32]) {\n"
      "  %0 = split(meta[relay.Constant][0] /* ty=Tensor[(4), float32] */, "
      "indices_or_sections=2);\n  %1 = %0.1;\n  add(%x, %1)\n}";
  const Graph after = run(text, {"fold_constants"}, 2);
  expect_listing(after,
                 "def @main(%x: Tensor[(2), float32]) {\n"
                 "  add(%x, meta[relay.Constant][0] /* ty=Tensor[(2), float32] */)\n}");
  expect_same_values(run(text, {}, 2), after, 0);
}

TEST(FoldConstants, LeavesConstantsWithoutDataAndAnnotations) {
  const std::string text =
      "def @main(%x: Tensor[(4), float32]) {\n"
      "  %0 = nn.relu(meta[relay.Constant][0] /* ty=Tensor[(4), float32] */);\n"
      "  %1 = annotation.stop_fusion(2f /* ty=float32 */);\n  %2 = add(%x, %0);\n"
      "  add(%2, %1)\n}";
  EXPECT_THAT(print_graph(run(text, {"fold_constants"})), HasSubstr("nn.relu(meta"));
  EXPECT_THAT(print_graph(run(text, {"fold_constants"})), HasSubstr("annotation.stop_fusion(2f"));
}

TEST(FoldConstants, DoesNotStoreLargeBroadcasts) {
  EXPECT_THAT(print_graph(run("def @main(%x: Tensor[(4096), float32]) {\n"
                              "  %0 = broadcast_to(2f, shape=[4096]);\n  add(%x, %0)\n}",
                              {"fold_constants"})),
              HasSubstr("broadcast_to(2f"));
}

constexpr const char* kScaledConv =
    "def @main(%x: Tensor[(1, 2, 4, 4), float32]) {\n"
    "  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(3, 2, 1, 1), float32] */);\n"
    "  %1 = add(%0, meta[relay.Constant][1] /* ty=Tensor[(3, 1, 1), float32] */);\n"
    "  %2 = multiply(%1, meta[relay.Constant][2] /* ty=Tensor[(3, 1, 1), float32] */);\n"
    "  %3 = add(%2, meta[relay.Constant][3] /* ty=Tensor[(1, 3, 1, 1), float32] */);\n"
    "  nn.relu(%3)\n}";

TEST(FoldScaleAxis, FactorsGoIntoWeightsAndBiasesIntoOne) {
  const Graph after = run(kScaledConv, {"fold_scale_axis"}, 4);
  expect_listing(
      after,
      "def @main(%x: Tensor[(1, 2, 4, 4), float32]) {\n"
      "  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(3, 2, 1, 1), float32] */);\n"
      "  %1 = add(%0, meta[relay.Constant][1] /* ty=Tensor[(3, 1, 1), float32] */);\n"
      "  nn.relu(%1)\n}");
  expect_same_values(run(kScaledConv, {}, 4), after, 1e-5);
}

TEST(FoldScaleAxis, WithoutDataTheChainStaysAndSaysSo) {
  PassContext context;
  expect_listing(run_on_text(kScaledConv, {"fold_scale_axis"}, context), kScaledConv);
  EXPECT_THAT(context.notes,
              ElementsAre(HasSubstr("1 layer stays as it is, constants have no data")));
}

TEST(FoldScaleAxis, AValueThatOthersReadIsLeftAlone) {
  const std::string text =
      "def @main(%x: Tensor[(1, 2, 4, 4), float32]) {\n"
      "  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(3, 2, 1, 1), float32] */);\n"
      "  %1 = multiply(%0, meta[relay.Constant][1] /* ty=Tensor[(3, 1, 1), float32] */);\n"
      "  add(%0, %1)\n}";
  expect_listing(run(text, {"fold_scale_axis"}, 4), text);
}

TEST(FoldScaleAxis, FactorsAlongAnotherAxisAreLeftAlone) {
  const std::string text =
      "def @main(%x: Tensor[(1, 2, 3, 3), float32]) {\n"
      "  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(3, 2, 1, 1), float32] */);\n"
      "  multiply(%0, meta[relay.Constant][1] /* ty=Tensor[(3), float32] */)\n}";
  expect_listing(run(text, {"fold_scale_axis"}, 4), text);
}

TEST(FoldScaleAxis, NhwcDepthwiseDenseAndScalarsKeepTheirValues) {
  expect_float_passes_keep(
      "def @main(%x: Tensor[(1, 5, 5, 2), float32]) {\n"
      "  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(3, 3, 2, 4), float32] */, "
      "data_layout=\"NHWC\", kernel_layout=\"HWIO\");\n"
      "  %1 = multiply(%0, meta[relay.Constant][1] /* ty=Tensor[(4), float32] */);\n"
      "  add(%1, meta[relay.Constant][2] /* ty=Tensor[(4), float32] */)\n}");
  expect_float_passes_keep(
      "def @main(%x: Tensor[(1, 4, 5, 5), float32]) {\n"
      "  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(8, 1, 3, 3), float32] */, "
      "groups=4);\n  %1 = multiply(%0, 0.5f);\n"
      "  %2 = multiply(%1, meta[relay.Constant][1] /* ty=Tensor[(8, 1, 1), float32] */);\n"
      "  nn.bias_add(%2, meta[relay.Constant][2] /* ty=Tensor[(8), float32] */)\n}");
  expect_float_passes_keep(
      "def @main(%x: Tensor[(2, 6), float32]) {\n"
      "  %0 = nn.dense(%x, meta[relay.Constant][0] /* ty=Tensor[(3, 6), float32] */);\n"
      "  %1 = multiply(%0, meta[relay.Constant][1] /* ty=Tensor[(3), float32] */);\n"
      "  add(%1, meta[relay.Constant][2] /* ty=Tensor[(1, 3), float32] */)\n}");
}

TEST(FoldScaleAxis, NamesOfLayersStay) {
  const std::string text =
      "def @main(%x: Tensor[(1, 2, 4, 4), float32]) {\n"
      "  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(3, 2, 1, 1), float32] */) "
      "/* stem */;\n  multiply(%0, 2f)\n}";
  EXPECT_THAT(print_graph(run(text, {"fold_scale_axis"}, 1)), HasSubstr("/* stem */"));
}

std::string parallel(int branches) {
  std::string text = "def @main(%x: Tensor[(1, 2, 4, 4), float32]) {\n", names;
  for (int i = 0; i < branches; ++i) {
    text += fmt::format(
        "  %{} = nn.conv2d(%x, meta[relay.Constant][{}] /* ty=Tensor[({}, 2, 3, 3), float32] */, "
        "padding=[1, 1]);\n",
        i, i, i + 1);
    names += fmt::format("{}%{}", i == 0 ? "" : ", ", i);
  }
  return text + fmt::format("  concatenate(({}), axis=1)\n}}", names);
}

TEST(CombineParallelConv2d, ThreeBranchesBecomeOneExactly) {
  const Graph after = run(parallel(3), {"combine_parallel_conv2d", "dead_code"}, 5);
  expect_listing(
      after,
      "def @main(%x: Tensor[(1, 2, 4, 4), float32]) {\n"
      "  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(6, 2, 3, 3), float32] */, "
      "padding=[1, 1], channels=6);\n"
      "  %1 = strided_slice(%0, begin=[0], end=[1], strides=[1], axes=[1]);\n"
      "  %2 = strided_slice(%0, begin=[1], end=[3], strides=[1], axes=[1]);\n"
      "  %3 = strided_slice(%0, begin=[3], end=[6], strides=[1], axes=[1]);\n"
      "  concatenate((%1, %2, %3), axis=1)\n}");
  expect_same_values(run(parallel(3), {}, 5), after, 0);
}

TEST(CombineParallelConv2d, TwoBranchesStay) {
  expect_listing(run(parallel(2), {"combine_parallel_conv2d"}, 5), parallel(2));
}

TEST(CombineParallelConv2d, BranchesStayWhereTheAcceleratorJoinsThem) {
  PassContext context;
  context.combine_parallel = false;
  expect_listing(run_on_text(parallel(3), {"combine_parallel_conv2d"}, context, 5), parallel(3));
}

TEST(CombineParallelConv2d, WithoutDataBranchesStay) {
  expect_listing(run(parallel(3), {"combine_parallel_conv2d"}), parallel(3));
}

TEST(CombineParallelConv2d, DeadBranchesDoNotCount) {
  Graph g = parse_graph(parallel(2), "test.ir");
  fill_constants(g, 1);
  const NodeId weight = g.add_constant(Tensor::zeros(DType::F32, {1, 2, 3, 3}));
  g.add_call("nn.conv2d", {g.inputs()[0], weight}, {{"padding", IntList{1, 1}}});
  PassContext context;
  expect_listing(run_named(std::move(g), {"combine_parallel_conv2d"}, context), parallel(2));
}

TEST(FloatPasses, KeepANetworksValues) {
  expect_float_passes_keep(R"(
def @main(%x: Tensor[(1, 3, 9, 9), float32]) {
  %0 = nn.pad(%x, 0f, pad_width=[[0, 0], [0, 0], [1, 1], [0, 2]]);
  %1 = nn.conv2d(%0, meta[relay.Constant][0] /* ty=Tensor[(4, 3, 3, 3), float32] */, strides=[2, 2]);
  %2 = nn.batch_norm(%1, meta[relay.Constant][1] /* ty=Tensor[(4), float32] */, meta[relay.Constant][2] /* ty=Tensor[(4), float32] */, meta[relay.Constant][3] /* ty=Tensor[(4), float32] */, meta[relay.Constant][4] /* ty=Tensor[(4), float32] */);
  %3 = nn.relu(%2.0);
  %4 = nn.conv2d(%3, meta[relay.Constant][5] /* ty=Tensor[(4, 4, 1, 1), float32] */);
  %5 = nn.bias_add(%4, meta[relay.Constant][6] /* ty=Tensor[(4), float32] */);
  %6 = nn.batch_norm(%5, meta[relay.Constant][7] /* ty=Tensor[(4), float32] */, meta[relay.Constant][8] /* ty=Tensor[(4), float32] */, meta[relay.Constant][9] /* ty=Tensor[(4), float32] */, meta[relay.Constant][10] /* ty=Tensor[(4), float32] */);
  %7 = add(%6.0, %3);
  %8 = nn.dropout(%7, rate=0.1f);
  %9 = nn.global_avg_pool2d(%8);
  %10 = nn.batch_flatten(%9);
  %11 = nn.dense(%10, meta[relay.Constant][11] /* ty=Tensor[(5, 4), float32] */);
  nn.bias_add(%11, meta[relay.Constant][12] /* ty=Tensor[(5), float32] */)
})");
}

// After the float passes a convolution's bias is add(conv, constant [C, 1, 1]), and nothing else
// stands between it and its activation.
TEST(FloatPasses, ConvolutionsEndAsConvAddRelu) {
  const Graph after = run(R"(
def @main(%x: Tensor[(1, 3, 9, 9), float32]) {
  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(4, 3, 3, 3), float32] */);
  %1 = nn.bias_add(%0, meta[relay.Constant][5] /* ty=Tensor[(4), float32] */);
  %2 = nn.batch_norm(%1, meta[relay.Constant][1] /* ty=Tensor[(4), float32] */, meta[relay.Constant][2] /* ty=Tensor[(4), float32] */, meta[relay.Constant][3] /* ty=Tensor[(4), float32] */, meta[relay.Constant][4] /* ty=Tensor[(4), float32] */);
  nn.relu(%2.0)
})",
                          {"canonicalize", "simplify_inference", "fold_scale_axis"}, 9);
  expect_listing(
      after,
      "def @main(%x: Tensor[(1, 3, 9, 9), float32]) {\n"
      "  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(4, 3, 3, 3), float32] */);\n"
      "  %1 = add(%0, meta[relay.Constant][1] /* ty=Tensor[(4, 1, 1), float32] */);\n"
      "  nn.relu(%1)\n}");
}

}  // namespace
}  // namespace vta
