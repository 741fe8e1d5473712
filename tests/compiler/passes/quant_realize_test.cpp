// Before and after of the quantize pass, as text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "compiler/interp/interpreter.h"
#include "compiler/passes/quantize.h"
#include "compiler/text/text.h"
#include "tests/compiler/passes/random_float_graph.h"
#include "tests/compiler/text/normalize_listing.h"

namespace vta {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// Constants of the graph, in order, all elements `values[i]`.
Graph parse_filled(std::string_view text, const std::vector<float>& values) {
  const Graph typed = parse_graph(text, "test");
  GraphRewriter rewriter(typed);
  size_t next = 0;
  for (NodeId id = 0; id < typed.size(); ++id) {
    const Node& n = typed.node(id);
    if (n.kind != NodeKind::Constant || n.constant.valid()) {
      rewriter.copy(id);
      continue;
    }
    Tensor t = Tensor::zeros(DType::F32, n.type().shape);
    for (float& v : t.mutable_data<float>())
      v = values.at(next);
    ++next;
    rewriter.map(id, rewriter.graph().add_constant(t));
  }
  return rewriter.finish();
}

PassContext quantize_everything() {
  PassContext context;
  context.quant.skip_conv.clear();
  return context;
}

void expect_listing(const Graph& graph, std::string_view expected) {
  EXPECT_EQ(normalize_listing(print_graph(graph)), normalize_listing(expected))
      << print_graph(graph);
}

constexpr std::string_view kConvBiasRelu = R"(
def @main(%data: Tensor[(1, 2, 4, 4), float32]) -> Tensor[(1, 3, 4, 4), float32] {
  %0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(3, 2, 3, 3), float32] */, padding=[1, 1, 1, 1], channels=3, kernel_size=[3, 3]) /* ty=Tensor[(1, 3, 4, 4), float32] */;
  %1 = add(%0, meta[relay.Constant][1] /* ty=Tensor[(3, 1, 1), float32] */) /* ty=Tensor[(1, 3, 4, 4), float32] */;
  nn.relu(%1) /* ty=Tensor[(1, 3, 4, 4), float32] */
})";

TEST(Quantize, ConvolutionBiasAndReluBecomeThePublishedForm) {
  PassContext context = quantize_everything();
  const Graph q = quantize(parse_filled(kConvBiasRelu, {0.5F, 1.0F}), context);
  verify(q);
  // Weight 0.5: exponent -7, so the shift from 2^(-4-7) to 2^-4 is 7.
  expect_listing(q, R"(
def @main(%data: Tensor[(1, 2, 4, 4), float32]) -> Tensor[(1, 3, 4, 4), float32] {
  %0 = multiply(%data, 16f /* ty=float32 */) /* ty=Tensor[(1, 2, 4, 4), float32] */;
  %1 = round(%0) /* ty=Tensor[(1, 2, 4, 4), float32] */;
  %2 = clip(%1, a_min=-127f, a_max=127f) /* ty=Tensor[(1, 2, 4, 4), float32] */;
  %3 = cast(%2, dtype="int8") /* ty=Tensor[(1, 2, 4, 4), int8] */;
  %4 = nn.conv2d(%3, meta[relay.Constant][0] /* ty=Tensor[(3, 2, 3, 3), int8] */, padding=[1, 1, 1, 1], channels=3, kernel_size=[3, 3], out_dtype="int32") /* ty=Tensor[(1, 3, 4, 4), int32] */;
  %5 = add(%4, meta[relay.Constant][1] /* ty=Tensor[(3, 1, 1), int32] */) /* ty=Tensor[(1, 3, 4, 4), int32] */;
  %6 = nn.relu(%5) /* ty=Tensor[(1, 3, 4, 4), int32] */;
  %7 = add(%6, 64 /* ty=int32 */) /* ty=Tensor[(1, 3, 4, 4), int32] */;
  %8 = right_shift(%7, 7 /* ty=int32 */) /* ty=Tensor[(1, 3, 4, 4), int32] */;
  %9 = clip(%8, a_min=-127f, a_max=127f) /* ty=Tensor[(1, 3, 4, 4), int32] */;
  %10 = cast(%9, dtype="int8") /* ty=Tensor[(1, 3, 4, 4), int8] */;
  %11 = cast(%10, dtype="float32") /* ty=Tensor[(1, 3, 4, 4), float32] */;
  multiply(%11, 0.0625f /* ty=float32 */) /* ty=Tensor[(1, 3, 4, 4), float32] */
})");
}

TEST(Quantize, WeightAndBiasAreRoundedAtTheirScales) {
  PassContext context = quantize_everything();
  const Graph q = quantize(parse_filled(kConvBiasRelu, {0.5F, 1.0F}), context);
  for (NodeId id = 0; id < q.size(); ++id) {
    const Node& n = q.node(id);
    if (n.kind != NodeKind::Constant || n.type().shape.empty())
      continue;
    if (n.type().dtype == DType::I8) {
      EXPECT_EQ(n.constant.data<int8_t>()[0], 64);  // 0.5 / 2^-7
    } else {
      EXPECT_EQ(n.constant.data<int32_t>()[0], 2048);  // 1 / 2^-11
    }
  }
}

TEST(Quantize, SkippedConvolutionStaysFloatAndIsNoted) {
  PassContext context;  // skip_conv = {0}
  const Graph real = parse_filled(kConvBiasRelu, {0.5F, 1.0F});
  const Graph q = quantize(real, context);
  expect_listing(q, print_graph(real));
  EXPECT_THAT(context.notes, Contains(HasSubstr("convolution 0 is left in float")));
}

TEST(Quantize, SkipByNameKnowsTheNames) {
  PassContext context = quantize_everything();
  Graph real = parse_filled(kConvBiasRelu, {0.5F, 1.0F});
  for (NodeId id = 0; id < real.size(); ++id)
    if (real.node(id).op == "nn.conv2d")
      real.node(id).name = "stem";
  context.quant.skip_names = {"stem"};
  expect_listing(quantize(real, context), print_graph(real));
  context.quant.skip_names = {"stam"};
  try {
    quantize(real, context);
    FAIL() << "no error";
  } catch (const CompileError& e) {
    EXPECT_THAT(e.what(), HasSubstr("'stam'"));
    EXPECT_THAT(e.what(), HasSubstr("stem"));
  }
}

// Two convolutions of one input, added: the second operand's scale is the same in mode Global.
constexpr std::string_view kResidual = R"(
def @main(%data: Tensor[(1, 2, 4, 4), float32]) -> Tensor[(1, 2, 4, 4), float32] {
  %0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(2, 2, 1, 1), float32] */, padding=[0, 0, 0, 0], channels=2, kernel_size=[1, 1]) /* ty=Tensor[(1, 2, 4, 4), float32] */;
  %1 = add(%0, %data) /* ty=Tensor[(1, 2, 4, 4), float32] */;
  nn.relu(%1) /* ty=Tensor[(1, 2, 4, 4), float32] */
})";

TEST(Quantize, ClippedSumOfEqualScalesNeedsNoShift) {
  PassContext context = quantize_everything();
  context.quant.residual = ResidualSum::Int8;
  const Graph q = quantize(parse_filled(kResidual, {0.25F}), context);
  EXPECT_THAT(normalize_listing(print_graph(q)), HasSubstr(normalize_listing(R"(
  %9 = cast(%8, dtype="int32") /* ty=Tensor[(1, 2, 4, 4), int32] */;
  %10 = cast(%3, dtype="int32") /* ty=Tensor[(1, 2, 4, 4), int32] */;
  %11 = add(%9, %10) /* ty=Tensor[(1, 2, 4, 4), int32] */;
  %12 = nn.relu(%11) /* ty=Tensor[(1, 2, 4, 4), int32] */;
  %13 = clip(%12, a_min=-127f, a_max=127f) /* ty=Tensor[(1, 2, 4, 4), int32] */;
  %14 = cast(%13, dtype="int8") /* ty=Tensor[(1, 2, 4, 4), int8] */;)")))
      << print_graph(q);
}

TEST(Quantize, ClippedSumOfDifferentScalesUsesTheFinerOne) {
  PassContext context = quantize_everything();
  context.quant.residual = ResidualSum::Int8;
  context.quant.mode = QuantMode::Max;
  // The data covers 8 (exponent -3), the convolution 2 * 0.0625 * 8 = 1 (exponent -6), the sum 9.
  Tensor sample = Tensor::zeros(DType::F32, {1, 2, 4, 4});
  for (float& v : sample.mutable_data<float>())
    v = 8.0F;
  context.quant.calibration = {sample};
  const Graph q = quantize(parse_filled(kResidual, {0.0625F}), context);
  const std::string text = print_graph(q);
  EXPECT_THAT(text, HasSubstr("left_shift(%9, 3 /* ty=int32 */)"));
  EXPECT_THAT(text, HasSubstr("right_shift(%14, 3 /* ty=int32 */)"));
  const float y = interpret(q, std::span(&sample, 1)).front().data<float>()[0];
  EXPECT_EQ(y, 9.0F);
}

// What becomes of kResidual where all weights are `weight` and all data `data`.
struct RealizedSum {
  std::string text;
  float value = 0;
  std::vector<std::string> notes;
};
RealizedSum realized_sum(float weight, float data) {
  PassContext context = quantize_everything();
  context.quant.mode = QuantMode::Max;
  Tensor sample = Tensor::zeros(DType::F32, {1, 2, 4, 4});
  for (float& v : sample.mutable_data<float>())
    v = data;
  context.quant.calibration = {sample};
  const Graph q = quantize(parse_filled(kResidual, {weight}), context);
  return {print_graph(q), interpret(q, std::span(&sample, 1)).front().data<float>()[0],
          texts_of(context.notes)};
}

// Scales: data 2^-3, sums 2^-13, result 2^-3.
TEST(Quantize, ASumAddsTheConvolutionAsItIs) {
  const RealizedSum sum = realized_sum(0.0625F, 8.0F);
  EXPECT_THAT(normalize_listing(sum.text), HasSubstr(normalize_listing(R"(
  %6 = right_shift(%5, 10 /* ty=int32 */) /* ty=Tensor[(1, 2, 4, 4), int32] */;
  %7 = cast(%3, dtype="int32") /* ty=Tensor[(1, 2, 4, 4), int32] */;
  %8 = add(%6, %7) /* ty=Tensor[(1, 2, 4, 4), int32] */;
  %9 = nn.relu(%8) /* ty=Tensor[(1, 2, 4, 4), int32] */;
  %10 = clip(%9, a_min=-127f, a_max=127f) /* ty=Tensor[(1, 2, 4, 4), int32] */;
  %11 = cast(%10, dtype="int8") /* ty=Tensor[(1, 2, 4, 4), int8] */;)")))
      << sum.text;
  EXPECT_EQ(sum.value, 9.0F);
  EXPECT_THAT(sum.notes, testing::IsEmpty());
}

// 8 - 2 * 0.46875 * 8 = 0.5: the result's scale is 2^-7.
TEST(Quantize, ACoarserShortcutIsShiftedLeft) {
  const RealizedSum sum = realized_sum(-0.46875F, 8.0F);
  EXPECT_THAT(sum.text, HasSubstr(", 4 /* ty=int32 */)"));
  EXPECT_THAT(sum.text, HasSubstr("left_shift"));
  EXPECT_EQ(sum.value, 0.5F);
}

// 1 + 2 * 16 = 33: data 2^-6, sums 2^-8, result 2^-1.
TEST(Quantize, AFinerShortcutIsAddedBetweenTwoShifts) {
  const RealizedSum sum = realized_sum(16.0F, 1.0F);
  EXPECT_THAT(sum.text, testing::ContainsRegex("right_shift\\(%[0-9]+, 2 "));
  EXPECT_THAT(sum.text, testing::ContainsRegex("right_shift\\(%[0-9]+, 5 "));
  EXPECT_EQ(sum.value, 33.0F);
}

TEST(Quantize, ASumThatNoKernelCanAddClipsBothOperands) {
  const RealizedSum sum = realized_sum(-0.49609375F, 8.0F);  // 8 - 7.9375: 2^-10
  EXPECT_THAT(sum.notes,
              testing::ElementsAre(
                  HasSubstr("clips both operands to int8: the shortcut would be shifted left by 7, "
                            "at most 6 are possible")));
  EXPECT_EQ(sum.value, 0.0625F);
}

// A convolution's sums that somebody else reads, or that have a relu, exist as int8 alone.
TEST(Quantize, ASumWithoutAConvolutionOfItsOwnClipsBothOperands) {
  const std::string conv =
      "%0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(2, 2, 1, 1), float32] */, "
      "padding=[0, 0, 0, 0], channels=2, kernel_size=[1, 1]) /* ty=Tensor[(1, 2, 4, 4), float32] "
      "*/;\n";
  const std::string relu = "  %1 = nn.relu(%0) /* ty=Tensor[(1, 2, 4, 4), float32] */;\n";
  const std::string bodies[] = {"  add(%0, %0)", relu + "  add(%1, %data)", relu + "  add(%0, %1)"};
  for (const std::string& body : bodies) {
    SCOPED_TRACE(body);
    PassContext context = quantize_everything();
    const Graph q = quantize(
        parse_filled("def @main(%data: Tensor[(1, 2, 4, 4), float32]) -> Tensor[(1, 2, 4, 4), "
                     "float32] {\n  " +
                         conv + body + " /* ty=Tensor[(1, 2, 4, 4), float32] */\n}",
                     {0.25F}),
        context);
    EXPECT_THAT(context.notes, testing::ElementsAre(HasSubstr("clips both operands to int8")));
    Tensor data = Tensor::zeros(DType::F32, {1, 2, 4, 4});
    std::ranges::fill(data.mutable_data<float>(), 2.0F);  // the convolution gives 1
    const float sum = body.find("%data") == std::string::npos ? 2.0F : 3.0F;
    EXPECT_EQ(interpret(q, std::span(&data, 1)).front().data<float>()[0], sum);
  }
}

// Sums and shortcut are of 2^-6 both: between them there is no shift.
TEST(Quantize, ASumWithoutAShiftBeforeTheShortcutClipsBothOperands) {
  EXPECT_THAT(realized_sum(100.0F, 1.0F).notes,
              testing::ElementsAre(HasSubstr(
                  "the convolution would be shifted right by 0 to 0, legal are 1 to 30")));
}

TEST(Quantize, PoolingOfInt8StaysInt8) {
  PassContext context = quantize_everything();
  const Graph real = parse_filled(R"(
def @main(%data: Tensor[(1, 2, 4, 4), float32]) -> Tensor[(1, 2, 2, 2), float32] {
  %0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(2, 2, 1, 1), float32] */, padding=[0, 0, 0, 0], channels=2, kernel_size=[1, 1]) /* ty=Tensor[(1, 2, 4, 4), float32] */;
  nn.max_pool2d(%0, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0]) /* ty=Tensor[(1, 2, 2, 2), float32] */
})",
                                  {0.25F});
  const std::string text = print_graph(quantize(real, context));
  EXPECT_THAT(text, HasSubstr("/* max_pool2d_int8 */ /* ty=Tensor[(1, 2, 2, 2), int8] */"));
}

TEST(Quantize, GroupedConvolutionCanStayOnTheHostInFloat) {
  PassContext context = quantize_everything();
  context.quant.grouped_on_device = false;
  const Graph real = parse_filled(R"(
def @main(%data: Tensor[(1, 2, 4, 4), float32]) -> Tensor[(1, 2, 4, 4), float32] {
  nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(2, 1, 1, 1), float32] */, padding=[0, 0, 0, 0], groups=2, channels=2, kernel_size=[1, 1]) /* ty=Tensor[(1, 2, 4, 4), float32] */
})",
                                  {0.25F});
  expect_listing(quantize(real, context), print_graph(real));
  EXPECT_THAT(context.notes, Contains(HasSubstr("groups=2")));
  context.quant.grouped_on_device = true;
  EXPECT_THAT(print_graph(quantize(real, context)),
              HasSubstr("groups=2, channels=2, kernel_size=[1, 1], out_dtype=\"int32\""));
}

TEST(Quantize, DilatedConvolutionCanStayOnTheHostInFloat) {
  PassContext context = quantize_everything();
  context.quant.dilated_on_device = false;
  const Graph real = parse_filled(R"(
def @main(%data: Tensor[(1, 1, 4, 4), float32]) -> Tensor[(1, 1, 2, 4), float32] {
  nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(1, 1, 2, 1), float32] */, padding=[0, 0, 0, 0], dilation=[2, 1], channels=1, kernel_size=[2, 1]) /* ty=Tensor[(1, 1, 2, 4), float32] */
})",
                                  {0.25F});
  expect_listing(quantize(real, context), print_graph(real));
  EXPECT_THAT(context.notes, Contains(HasSubstr("dilation 2")));
  context.quant.dilated_on_device = true;
  EXPECT_THAT(print_graph(quantize(real, context)), HasSubstr("out_dtype=\"int32\""));
}

TEST(Quantize, ClipToSixBecomesTheUpperBound) {
  PassContext context = quantize_everything();
  const Graph real = parse_filled(R"(
def @main(%data: Tensor[(1, 2, 4, 4), float32]) -> Tensor[(1, 2, 4, 4), float32] {
  %0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(2, 2, 1, 1), float32] */, padding=[0, 0, 0, 0], channels=2, kernel_size=[1, 1]) /* ty=Tensor[(1, 2, 4, 4), float32] */;
  clip(%0, a_min=0f, a_max=6f) /* ty=Tensor[(1, 2, 4, 4), float32] */
})",
                                  {0.25F});
  const std::string text = print_graph(quantize(real, context));
  EXPECT_THAT(text, HasSubstr("a_max=96f"));  // 6 / 2^-4
  EXPECT_THAT(text, HasSubstr("nn.relu"));
}

constexpr std::string_view kDense = R"(
def @main(%data: Tensor[(1, 4), float32]) -> Tensor[(1, 3), float32] {
  %0 = nn.dense(%data, meta[relay.Constant][0] /* ty=Tensor[(3, 4), float32] */, units=3) /* ty=Tensor[(1, 3), float32] */;
  add(%0, meta[relay.Constant][1] /* ty=Tensor[(3), float32] */) /* ty=Tensor[(1, 3), float32] */
})";

TEST(Quantize, DenseStaysFloatUnlessAskedFor) {
  PassContext context = quantize_everything();
  const Graph real = parse_filled(kDense, {0.25F, 0.5F});
  expect_listing(quantize(real, context), print_graph(real));
  context.quant.dense_on_device = true;
  EXPECT_THAT(print_graph(quantize(real, context)),
              HasSubstr("units=3, out_dtype=\"int32\") /* ty=Tensor[(1, 3), int32] */"));
}

std::string pools_after_conv(const std::string& pools) {
  return fmt::format(R"(
def @main(%data: Tensor[(1, 2, 6, 6), float32]) {{
  %0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(2, 2, 1, 1), float32] */, channels=2, kernel_size=[1, 1]);
  {}
}})",
                     pools);
}

TEST(Quantize, PoolsAreInt32ChainsWhereTheyGoToTheDevice) {
  PassContext context = quantize_everything();
  const Graph real = parse_filled(
      pools_after_conv("%1 = nn.max_pool2d(%0, pool_size=[3, 3], strides=[2, 2], "
                       "padding=[1, 1, 1, 1], ceil_mode=True);\n  nn.global_avg_pool2d(%1)"),
      {0.25F});
  const std::string before = print_graph(quantize(real, context));
  EXPECT_THAT(
      before,
      HasSubstr("ceil_mode=True) /* max_pool2d_int8 */ /* ty=Tensor[(1, 2, 4, 4), int8] */"));
  EXPECT_THAT(before, HasSubstr("nn.global_avg_pool2d("));
  context.quant.pools_on_device = true;
  const std::string after = print_graph(quantize(real, context));
  EXPECT_THAT(after, HasSubstr("ceil_mode=True) /* ty=Tensor[(1, 2, 4, 4), int32] */"));
  EXPECT_THAT(after, HasSubstr("nn.sum_pool2d("));
  EXPECT_THAT(after, Not(HasSubstr("nn.global_avg_pool2d")));
}

TEST(Quantize, AveragesOfUnevenCountsStayInFloatWithANote) {
  const std::pair<const char*, const char*> cases[] = {
      {"padding=[1, 1, 1, 1]", "pads do not count"},
      {"ceil_mode=True", "ceil_mode"},
      {"dilation=[2, 2]", "dilated"}};
  for (const auto& [attrs, why] : cases) {
    PassContext context = quantize_everything();
    context.quant.pools_on_device = true;
    const Graph q = quantize(
        parse_filled(pools_after_conv(fmt::format(
                         "nn.avg_pool2d(%0, pool_size=[3, 3], strides=[2, 2], {})", attrs)),
                     {0.25F}),
        context);
    EXPECT_THAT(print_graph(q), HasSubstr("nn.avg_pool2d("));
    EXPECT_THAT(context.notes, Contains(HasSubstr(why)));
  }
}

TEST(Quantize, AveragesAreWithinHalfAStepOfTheirInput) {
  PassContext context = quantize_everything();
  context.quant.pools_on_device = true;
  for (const char* pool :
       {"nn.global_avg_pool2d(%0)", "nn.avg_pool2d(%0, pool_size=[3, 2], strides=[2, 1])",
        "nn.avg_pool2d(%0, pool_size=[3, 3], padding=[1, 1, 1, 1], count_include_pad=True)"}) {
    const Graph real = parse_filled(pools_after_conv(pool), {0.5F});
    Graph q = quantize(real, context);
    Tensor x = Tensor::zeros(DType::F32, {1, 2, 6, 6});
    float value = -3;  // multiples of the scale, and so are the convolution's results
    for (float& v : x.mutable_data<float>())
      v = value += 0.125F;
    const Tensor expected = interpret(real, {&x, 1}).front(), got = interpret(q, {&x, 1}).front();
    for (size_t i = 0; i < expected.data<float>().size(); ++i)
      EXPECT_NEAR(got.data<float>()[i], expected.data<float>()[i], 0.0626F * 0.51F) << pool;
  }
}

TEST(Quantize, PercentileGivesEveryChannelItsShift) {
  PassContext context = quantize_everything();
  context.quant.mode = QuantMode::Percentile;
  Graph real = parse_graph(R"(
def @main(%data: Tensor[(1, 1, 2, 2), float32]) -> Tensor[(1, 2, 2, 2), float32] {
  nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(2, 1, 1, 1), float32] */, padding=[0, 0, 0, 0], channels=2, kernel_size=[1, 1]) /* ty=Tensor[(1, 2, 2, 2), float32] */
})",
                           "test");
  GraphRewriter rewriter(real);
  for (NodeId id = 0; id < real.size(); ++id) {
    if (real.node(id).kind == NodeKind::Constant) {
      const std::vector<float> w = {1.0F, 0.0625F};
      rewriter.map(id, rewriter.graph().add_constant(Tensor::from_span<float>({2, 1, 1, 1}, w)));
    } else {
      rewriter.copy(id);
    }
  }
  const std::vector<float> x = {1, -1, 0.5F, 0.25F};
  context.quant.calibration = {Tensor::from_span<float>({1, 1, 2, 2}, x)};
  const Graph q = quantize(rewriter.finish(), context);
  verify(q);
  EXPECT_THAT(print_graph(q), HasSubstr("meta[relay.Constant][2] /* ty=Tensor[(2, 1, 1), int32]"));
  const Tensor input = context.quant.calibration.front();
  const Tensor y = interpret(q, std::span(&input, 1)).front();
  EXPECT_EQ(y.data<float>()[0], 1.0F);
  EXPECT_NEAR(y.data<float>()[4], 0.0625F, 0.005F);
}

TEST(Quantize, TracedGraphIsReturnedUnchanged) {
  PassContext context = quantize_everything();
  const Graph q = quantize(parse_filled(kConvBiasRelu, {0.5F, 1.0F}), context);
  expect_listing(quantize(q, context), print_graph(q));
}

TEST(Quantize, Int8NamesAreUnique) {
  PassContext context = quantize_everything();
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    const Graph q = quantize(random_float_graph(seed), context);
    std::set<std::string> names;
    for (NodeId id = 0; id < q.size(); ++id)
      if (q.node(id).op == "cast" && q.type(id).dtype == DType::I8) {
        EXPECT_FALSE(q.node(id).name.empty()) << "seed " << seed;
        EXPECT_TRUE(names.insert(q.node(id).name).second) << q.node(id).name << " seed " << seed;
      }
  }
}

// Signal to quantization noise in dB.
double sqnr(const Tensor& real, const Tensor& approximate) {
  const auto x = real.data<float>(), y = approximate.data<float>();
  double signal = 0, noise = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    signal += static_cast<double>(x[i]) * x[i];
    noise += std::pow(static_cast<double>(x[i]) - y[i], 2);
  }
  return 10 * std::log10(signal / std::max(noise, 1e-12));
}

double mean_sqnr(QuantMode mode) {
  double sum = 0;
  constexpr uint64_t kGraphs = 12;
  for (uint64_t seed = 1; seed <= kGraphs; ++seed) {
    const Graph real = random_float_graph(seed);
    PassContext context = quantize_everything();
    context.quant.mode = mode;
    for (uint64_t i = 0; i < 4; ++i)
      context.quant.calibration.push_back(random_input(real, 100 * seed + i));
    const Tensor input = random_input(real, 100 * seed + 50);
    const Graph q = quantize(real, context);
    sum += sqnr(interpret(real, std::span(&input, 1)).front(),
                interpret(q, std::span(&input, 1)).front());
  }
  return sum / kGraphs;
}

TEST(Quantize, RandomNetworksStayCloseToFloatInEveryMode) {
  EXPECT_GT(mean_sqnr(QuantMode::Global), 15);
  EXPECT_GT(mean_sqnr(QuantMode::Max), 20);
  EXPECT_GT(mean_sqnr(QuantMode::Percentile), 25);
}

void expect_error(const PassContext& given, const Graph& graph, std::string_view words) {
  PassContext context = given;
  try {
    quantize(graph, context);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr(words));
  }
}

TEST(Quantize, BadOptionsAreNamed) {
  const Graph real = parse_filled(kConvBiasRelu, {0.5F, 1.0F});
  PassContext context = quantize_everything();
  context.quant.global_scale = -1;
  expect_error(context, real, "global_scale -1 must be");
  context.quant.mode = QuantMode::Max;
  expect_error(context, real, "needs sample inputs");
  context.quant.calibration = {Tensor::zeros(DType::F32, {1, 3, 4, 4})};
  expect_error(context, real, "float32 (1, 3, 4, 4), the network's input is float32 (1, 2, 4, 4)");
  context.quant.mode = QuantMode::Percentile;
  context.quant.percentile = 101;
  expect_error(context, real, "percentile 101 must be");
}

TEST(Quantize, WeightsThatAreNotFiniteAreRefused) {
  expect_error(quantize_everything(), parse_filled(kConvBiasRelu, {INFINITY, 1.0F}),
               "only finite values can be quantized");
}

TEST(Quantize, WeightsWithoutDataAreRefused) {
  expect_error(quantize_everything(), parse_graph(kConvBiasRelu, "test"), "without data");
}

}  // namespace
}  // namespace vta
