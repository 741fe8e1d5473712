// Models that came quantized, on text: folded to float with known scales, or kept in integers.
#include <gmock/gmock.h>

#include "compiler/passes/model_weights.h"
#include "compiler/passes/quantized_values.h"
#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

using testing::ElementsAre;

Graph taken(const std::string& text, QuantMode mode, int64_t seed = -1) {
  PassContext context;
  context.quant.mode = mode;
  return run_on_text(text, {"take_quantized"}, context, seed);
}

const char* const kPair =
    "def @main(%x: Tensor[(1, 4), float32]) {\n"
    "  %0 = qnn.quantize(%x, 0.5f /* ty=float32 */, 0 /* ty=int8 */);\n"
    "  %1 = qnn.dequantize(%0, 0.5f /* ty=float32 */, 0 /* ty=int8 */);\n"
    "  %2 = tanh(%1);\n"
    "  %3 = qnn.quantize(%2, 0.01f /* ty=float32 */, 0 /* ty=uint8 */);\n"
    "  %4 = reshape(%3, newshape=[4, 1]);\n"
    "  qnn.dequantize(%4, 0.01f /* ty=float32 */, 0 /* ty=uint8 */)\n}";

TEST(TakeQuantized, PairsGoAndLeaveScales) {
  const Graph folded = taken(kPair, QuantMode::Global);
  expect_listing(
      folded,
      "def @main(%x: Tensor[(1, 4), float32]) {\n  %0 = tanh(%x);\n"
      "  %1 = clip(%0, a_min=0f, a_max=2.5499999430030584f);\n  reshape(%1, newshape=[4, 1])\n}");
  const auto& values = folded.model_scales().values;
  EXPECT_TRUE(folded.model_scales().present);
  EXPECT_TRUE(values.at("x").exact);
  EXPECT_EQ(values.at("x").exponent, -1);
  EXPECT_FALSE(values.at("clipped").exact);
  EXPECT_EQ(values.at("clipped").exponent, -5);  // 127 / 32 covers 2.55
}

TEST(TakeQuantized, ConversionsAtInputsAndOutputsStay) {
  const std::string text =
      "def @main(%x: Tensor[(1, 4), uint8]) {\n"
      "  %0 = qnn.dequantize(%x, 0.25f /* ty=float32 */, 128 /* ty=uint8 */);\n"
      "  %1 = nn.relu(%0);\n  qnn.quantize(%1, 0.5f /* ty=float32 */, 3 /* ty=uint8 */)\n}";
  const Graph folded = taken(text, QuantMode::Global);
  expect_listing(folded, text);
  EXPECT_EQ(folded.model_scales().values.at("dequantize").exponent, -2);
  EXPECT_TRUE(folded.model_scales().values.at("dequantize").exact);
}

TEST(TakeQuantized, PairsOfTwoScalesStay) {
  const std::string text =
      "def @main(%x: Tensor[(1, 4), float32]) {\n"
      "  %0 = qnn.quantize(%x, 0.5f /* ty=float32 */, 0 /* ty=int8 */);\n"
      "  qnn.dequantize(%0, 0.25f /* ty=float32 */, 0 /* ty=int8 */)\n}";
  expect_listing(taken(text, QuantMode::Global), text);
}

TEST(TakeQuantized, KeepSumsInInt32) {
  expect_listing(
      taken("def @main(%x: Tensor[(1, 4), int8]) {\n"
            "  %0 = qnn.dequantize(%x, 0.5f /* ty=float32 */, 3 /* ty=int8 */);\n"
            "  %1 = qnn.dequantize(meta[relay.Constant][0] /* ty=Tensor[(2, 4), uint8] */, 0.25f "
            "/* ty=float32 */, 7 /* ty=uint8 */);\n"
            "  %2 = nn.dense(%0, %1, units=2);\n"
            "  qnn.quantize(%2, 2f /* ty=float32 */, 1 /* ty=int8 */)\n}",
            QuantMode::Keep),
      "def @main(%x: Tensor[(1, 4), int8]) {\n"
      "  %0 = qnn.dense(%x, meta[relay.Constant][0] /* ty=Tensor[(2, 4), uint8] */, 3 /* ty=int8 "
      "*/, 7 /* ty=uint8 */, units=2);\n"
      "  qnn.requantize(1 /* ty=int8 */, 2f /* ty=float32 */, 1 /* ty=int32 */, %0, 0.5f /* "
      "ty=float32 */, "
      "0.25f /* ty=float32 */)\n}");
}

// Quantized at this scale and zero point, and read as a real value.
std::string pair_of(const std::string& value, const std::string& scale, const std::string& zero,
                    const std::string& type) {
  const std::string how = ", " + scale + "f /* ty=float32 */, " + zero + " /* ty=" + type + " */)";
  return "  %1 = " + value + ";\n  %2 = qnn.quantize(%1" + how + ";\n  %3 = qnn.dequantize(%2" +
         how + ";\n  exp(%3)\n}";
}

TEST(TakeQuantized, WhatAPairClipsStaysClipped) {
  const std::string head = "def @main(%x: Tensor[(1, 4), float32]) {\n  %0 = sin(%x);\n";
  const auto folded = [&](const std::string& value, const std::string& scale,
                          const std::string& zero, const std::string& type) {
    return taken(head + pair_of(value, scale, zero, type), QuantMode::Global);
  };
  const auto listing = [&](const std::string& calls) { return head + calls + "\n}"; };
  expect_listing(folded("exp(%0)", "3", "0", "int8"),
                 listing("  %1 = exp(%0);\n  %2 = clip(%1, a_min=-384f, a_max=381f);\n  exp(%2)"));
  expect_listing(folded("exp(%0)", "3", "128", "uint8"),
                 listing("  %1 = exp(%0);\n  %2 = clip(%1, a_min=-384f, a_max=381f);\n  exp(%2)"));
  expect_listing(folded("exp(%0)", "3", "-28", "int8"),
                 listing("  %1 = exp(%0);\n  %2 = clip(%1, a_min=-300f, a_max=465f);\n  exp(%2)"));
  // One with a relu or clip before it.
  expect_listing(folded("nn.relu(%0)", "3", "0", "int8"),
                 listing("  %1 = clip(%0, a_min=0f, a_max=381f);\n  exp(%1)"));
  expect_listing(folded("clip(%0, a_min=-2f, a_max=500f)", "3", "0", "int8"),
                 listing("  %1 = clip(%0, a_min=-2f, a_max=381f);\n  exp(%1)"));
  expect_listing(folded("clip(%0, a_min=400f, a_max=500f)", "3", "0", "int8"),
                 listing("  %1 = clip(%0, a_min=381f, a_max=381f);\n  exp(%1)"));
  // Known to be within, and exact scales, whose int8 values clip.
  for (const std::string value : {"sigmoid(%0)", "tanh(%0)", "clip(%0, a_min=-5f, a_max=6f)"})
    expect_listing(folded(value, "3", "0", "int8"), listing("  %1 = " + value + ";\n  exp(%1)"));
  expect_listing(folded("exp(%0)", "4", "0", "int8"), listing("  %1 = exp(%0);\n  exp(%1)"));
}

const char* const kDynamic =
    "def @main(%x: Tensor[(1, 4), float32]) {\n"
    "  %0 = max(%x, axis=[0, 1]);\n  %1 = cast(%0, dtype=\"uint8\");\n"
    "  %2 = qnn.quantize(%x, %0, %1);\n"
    "  %3 = qnn.dense(%2, meta[relay.Constant][0] /* ty=Tensor[(2, 4), int8] */, %1, 3 /* ty=int8 "
    "*/, units=2);\n"
    "  %4 = cast(%3, dtype=\"float32\");\n";

TEST(TakeQuantized, ProductsOfScalesThatAreComputedAreFloatProducts) {
  const std::string float_product =
      "def @main(%x: Tensor[(1, 4), float32]) {\n"
      "  %0 = nn.dense(%x, meta[relay.Constant][0] /* ty=Tensor[(2, 4), float32] */, units=2);\n"
      "  multiply(%0, 0.5f /* ty=float32 */)\n}";
  const std::string text = kDynamic;
  expect_listing(taken(text + "  %5 = multiply(%0, 0.5f /* ty=float32 */);\n  multiply(%4, %5)\n}",
                       QuantMode::Global, 1),
                 float_product);
  EXPECT_FALSE(has_quantized_values(
      taken(text + "  %5 = multiply(%4, %0);\n  nn.relu(%5)\n}", QuantMode::Global, 1)));
  EXPECT_TRUE(has_quantized_values(
      taken(text + "  multiply(%4, 0.5f /* ty=float32 */)\n}", QuantMode::Global, 1)));
}

// Of every uint8 value; only inputs and outputs are such.
TEST(TakeQuantized, ModelHasIntegersOfInt8) {
  const std::string text =
      "def @main(%x: Tensor[(256, 1), uint8]) {\n"
      "  %0 = qnn.dequantize(%x, 0.5f /* ty=float32 */, 130 /* ty=uint8 */);\n"
      "  %1 = qnn.dequantize(meta[relay.Constant][0] /* ty=Tensor[(2, 1), int8] */, 0.25f /* "
      "ty=float32 */, 0 /* ty=int8 */);\n"
      "  %2 = nn.dense(%0, %1, units=2);\n  %3 = clip(%2, a_min=-200f, a_max=150f);\n"
      "  qnn.quantize(%3, 2f /* ty=float32 */, 99 /* ty=uint8 */)\n}";
  PassContext context;
  const Graph defined = run_on_text(text, {}, context, 1);
  const Graph model = taken(text, QuantMode::Model, 1);
  int64_t rescales = 0;
  for (NodeId id = 0; id < model.size(); ++id) {
    const Node& n = model.node(id);
    if (n.op == "qnn.rescale") {
      ++rescales;
      EXPECT_EQ(n.attrs.get_string("rounding", ""), "even");
      EXPECT_EQ(n.attrs.get_int("a_min", 0), -128);  // 99 - 100, 128 less, is beyond
      EXPECT_EQ(n.attrs.get_int("a_max", 0), 99 + 75 - 128);
    }
    if (n.type().dtype == DType::U8) {
      EXPECT_TRUE(id == model.outputs().front() || n.kind == NodeKind::Input);
    }
  }
  EXPECT_EQ(rescales, 1);
  Tensor x = Tensor::zeros(DType::U8, {256, 1});
  for (size_t i = 0; i < 256; ++i)
    x.mutable_data<uint8_t>()[i] = static_cast<uint8_t>(i);
  const Tensor wanted = interpret(defined, std::span(&x, 1)).front(),
               have = interpret(model, std::span(&x, 1)).front();
  EXPECT_TRUE(std::ranges::equal(wanted.bytes(), have.bytes()));
}

// Converted, kept and in int8: at every step that values have.
TEST(TakeQuantized, LimitsOfStepsAreLimitsOfRealValues) {
  const std::string text =
      "def @main(%x: Tensor[(1, 600), float32]) {\n"
      "  %0 = qnn.quantize(%x, 0.3f /* ty=float32 */, 40 /* ty=uint8 */);\n"
      "  %1 = clip(%0, a_min=11, a_max=127);\n"
      "  qnn.dequantize(%1, 0.3f /* ty=float32 */, 40 /* ty=uint8 */)\n}";
  Tensor x = Tensor::zeros(DType::F32, {1, 600});
  for (size_t i = 0; i < 600; ++i)
    x.mutable_data<float>()[i] = static_cast<float>(i) * 0.15F - 30;
  PassContext context;
  const Tensor wanted = interpret(run_on_text(text, {}, context, -1), std::span(&x, 1)).front();
  EXPECT_EQ(wanted.data<float>()[0], -29 * 0.3F);
  EXPECT_EQ(wanted.data<float>()[599], 87 * 0.3F);
  for (const QuantMode mode : {QuantMode::Keep, QuantMode::Model}) {
    const Graph graph = taken(text, mode);
    EXPECT_TRUE(
        std::ranges::equal(wanted.bytes(), interpret(graph, std::span(&x, 1)).front().bytes()));
  }
  expect_listing(taken(text, QuantMode::Global),
                 "def @main(%x: Tensor[(1, 600), float32]) {\n"
                 "  clip(%x, a_min=-8.70000034570694f, a_max=26.10000103712082f)\n}");
}

TEST(TakeQuantized, FloatGraphsAreLeftAlone) {
  const std::string text = "def @main(%x: Tensor[(1, 4), float32]) {\n  nn.relu(%x)\n}";
  const Graph graph = taken(text, QuantMode::Global);
  expect_listing(graph, text);
  EXPECT_FALSE(graph.model_scales().present);
}

Tensor weights(const std::vector<float>& values, int64_t channels) {
  return Tensor::from_span<float>({channels, std::ssize(values) / channels},
                                  std::span<const float>(values));
}

TEST(ModelWeights, WholeStepsAreExactAndDeadChannelsAreTheCoarsest) {
  const ModelWeights w = model_weights(weights({127 * 0.25F, -0.25F, 0, 0, 2, -64, 127, 5}, 4));
  EXPECT_TRUE(w.exact);
  EXPECT_THAT(w.exponents, ElementsAre(-2, 0, 0, 0));
}

TEST(ModelWeights, Minus128IsClippedWhereThatLosesLess) {
  const ModelWeights clipped = model_weights(weights({-128, 1, 3, 5}, 1));
  EXPECT_FALSE(clipped.exact);
  EXPECT_EQ(clipped.clipped, 1);
  EXPECT_THAT(clipped.exponents, ElementsAre(0));
  const ModelWeights even = model_weights(weights({-128, 2, 4, 6}, 1));
  EXPECT_TRUE(even.exact);
  EXPECT_THAT(even.exponents, ElementsAre(1));
}

}  // namespace
}  // namespace vta
