// Operators of quantized values: what they compute on a few values, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<int> steps_of(const Tensor& t) {
  if (t.dtype() == DType::U8)
    return {t.data<uint8_t>().begin(), t.data<uint8_t>().end()};
  return {t.data<int8_t>().begin(), t.data<int8_t>().end()};
}

TestModel quantizing(int64_t opset) {
  TestModel m(opset);
  m.input("x", {1, 6}).floats("s", {}, {2});
  return m;
}

TEST(QuantizeLinear, RoundsHalfToEvenAndSaturates) {
  TestModel m = quantizing(13);
  m.i8("z", {}, {1}).node("QuantizeLinear", {"x", "s", "z"}, "y").output("y");
  EXPECT_THAT(steps_of(m.run({1, 6}, {1, 3, -1, -3, 1e9F, -1e9F})),
              ElementsAre(1, 3, 1, -1, 127, -128));
}

TEST(QuantizeLinear, WithoutAZeroPointItIsUint8Of0) {
  TestModel m = quantizing(10);
  m.node("QuantizeLinear", {"x", "s"}, "y").output("y");
  const Tensor y = m.run({1, 6}, {5, 7, -1, 600, 0, 2});
  EXPECT_EQ(y.dtype(), DType::U8);
  EXPECT_THAT(steps_of(y), ElementsAre(2, 4, 0, 255, 0, 1));
}

TEST(QuantizeLinear, OutputDtypeOfOpset21) {
  TestModel m = quantizing(21);
  m.node("QuantizeLinear", {"x", "s"}, "y").attr("output_dtype", onnx::TensorProto::INT8);
  EXPECT_THAT(steps_of(m.output("y").run({1, 6}, {5, 7, -1, -600, 0, 2})),
              ElementsAre(2, 4, 0, -128, 0, 1));
}

TEST(QuantizeLinear, OtherTypesOfOpset23AreRefused) {
  TestModel m = quantizing(23);
  m.node("QuantizeLinear", {"x", "s"}, "q").attr("precision", onnx::TensorProto::FLOAT16);
  EXPECT_THAT(m.output("q").error(), HasSubstr("precision=10 is not supported: 1 (FLOAT) is"));
  m = quantizing(23);
  m.node("QuantizeLinear", {"x", "s"}, "q").node("DequantizeLinear", {"q", "s"}, "y");
  m.attr("output_dtype", onnx::TensorProto::BFLOAT16).output("y");
  EXPECT_THAT(m.error(), HasSubstr("output_dtype=16 is not supported: 1 (FLOAT) is"));
}

TEST(DequantizeLinear, PerAxisWithNegativeAxisAndEachType) {
  TestModel m(19);
  m.input("x", {1, 2}).floats("s", {2}, {2, 0.5F}).u8("q", {1, 2}, {3, 200}).u8("z", {2}, {4, 100});
  m.node("DequantizeLinear", {"q", "s", "z"}, "a").attr("axis", -1);
  m.typed("b", onnx::TensorProto::INT32, {1, 2}, {-70000, 9});
  m.node("DequantizeLinear", {"b", "s"}, "c");
  m.node("Add", {"a", "c"}, "d").node("Add", {"d", "x"}, "y").output("y");
  EXPECT_THAT(floats_of(m.run({1, 2}, {0, 0})), ElementsAre(-140002, 54.5F));
}

// (x - 128) times (w - 3), sums in int32.
TEST(MatMulInteger, TakesZeroPointsPerColumn) {
  TestModel m(13);
  m.input("x", {2, 2}).floats("s", {}, {1}).u8("z", {}, {128}).u8("w", {2, 2}, {4, 2, 3, 255});
  m.u8("zw", {2}, {3, 2}).node("QuantizeLinear", {"x", "s", "z"}, "q");
  m.node("MatMulInteger", {"q", "w", "z", "zw"}, "y").output("y");
  const Tensor y = m.run({2, 2}, {1, 2, -128, 127});
  EXPECT_EQ(y.dtype(), DType::I32);
  EXPECT_THAT(std::vector<int>(y.data<int32_t>().begin(), y.data<int32_t>().end()),
              ElementsAre(1, 506, -128, 32131));
}

TEST(ConvInteger, OneDimensionWithPadsOfZeroPoints) {
  TestModel m(13);
  m.input("x", {1, 1, 3}).floats("s", {}, {1}).u8("z", {}, {10}).i8("w", {1, 1, 2}, {1, -1});
  m.node("QuantizeLinear", {"x", "s", "z"}, "q").node("ConvInteger", {"q", "w", "z"}, "y");
  m.attr_ints("pads", {1, 0}).output("y");
  const Tensor y = m.run({1, 1, 3}, {5, 7, 2});
  EXPECT_EQ(y.shape(), (Shape{1, 1, 3}));
  EXPECT_THAT(std::vector<int>(y.data<int32_t>().begin(), y.data<int32_t>().end()),
              ElementsAre(-5, -2, 5));
}

TEST(QLinearMicrosoft, SumsProductsAndFunctions) {
  const auto model = [](const std::string& op, const std::vector<std::string>& operands) {
    TestModel m(13);
    m.input("x", {1, 4}).floats("s", {}, {0.5F}).floats("t", {}, {0.25F}).i8("z", {}, {1});
    m.i8("w", {1, 4}, {4, -4, 2, 1}).node("QuantizeLinear", {"x", "s", "z"}, "q");
    m.other(op, operands, "y").output("y");
    return m;
  };
  const std::vector<float> x = {1, -1, 0.5F, 100};
  auto sum = model("QLinearAdd", {"q", "s", "z", "w", "t", "", "s", "z"});
  EXPECT_THAT(steps_of(sum.run({1, 4}, x)), ElementsAre(5, -3, 3, 127));
  auto product = model("QLinearMul", {"q", "s", "z", "w", "t", "", "s"});
  EXPECT_THAT(steps_of(product.run({1, 4}, x)), ElementsAre(2, 2, 0, 32));
  auto leaky = model("QLinearLeakyRelu", {"q", "s", "z", "t", "z"});
  leaky.attr_float("alpha", 0.5F);
  EXPECT_THAT(steps_of(leaky.run({1, 4}, x)), ElementsAre(5, -1, 3, 127));
  auto sigmoid = model("QLinearSigmoid", {"q", "s", "", "t", "z"});
  EXPECT_THAT(steps_of(sigmoid.run({1, 4}, {-0.5F, -100, 0, 100})), ElementsAre(3, 1, 3, 5));
}

// ---- 16 bits ------------------------------------------------------------------------------------
TEST(ShortIntegers, AreQuantizedMovedAndDequantized) {
  for (const auto& [type, zero, low, high] :
       {std::tuple{onnx::TensorProto::INT16, -5, -65526, 65544},
        {onnx::TensorProto::UINT16, 7, -14, 131056}}) {
    TestModel m = quantizing(21);
    m.typed("z", type, {}, {zero}).node("QuantizeLinear", {"x", "s", "z"}, "q");
    m.node("Transpose", {"q"}, "t").node("DequantizeLinear", {"t", "s", "z"}, "y").output("y");
    // Steps of 2: halves go to the even one, the ends are where the type ends.
    EXPECT_THAT(floats_of(m.run({1, 6}, {5, 7, -1, 1e6F, -1e6F, 2})),
                ElementsAre(4, 8, 0, static_cast<float>(high), static_cast<float>(low), 2));
  }
}

TEST(ShortIntegers, ResultsMayBeOutputsAndHaveTheirTypeByAnAttribute) {
  TestModel m = quantizing(21);
  m.node("QuantizeLinear", {"x", "s"}, "y").attr("output_dtype", onnx::TensorProto::UINT16);
  const Tensor y = m.output("y").run({1, 6}, {5, 7, -1, 1e6F, 0, 2});
  EXPECT_EQ(y.dtype(), DType::I32);
  EXPECT_THAT(std::vector<int32_t>(y.data<int32_t>().begin(), y.data<int32_t>().end()),
              ElementsAre(2, 4, 0, 65535, 0, 1));
}

TEST(ShortIntegers, AreNotComputedWith) {
  TestModel m = quantizing(21);
  m.typed("z", onnx::TensorProto::INT16, {}, {0}).node("QuantizeLinear", {"x", "s", "z"}, "q");
  m.node("Add", {"q", "q"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("node 'y_node' (Add): has an operand of type INT16: such values "
                                   "are supported between QuantizeLinear and DequantizeLinear, "
                                   "where they may be moved"));
  TestModel other = quantizing(21);
  other.typed("z", onnx::TensorProto::INT16, {}, {0}).u8("b", {}, {0});
  other.node("QuantizeLinear", {"x", "s", "z"}, "q");
  other.node("DequantizeLinear", {"q", "s", "b"}, "y").output("y");
  EXPECT_THAT(other.error(), HasSubstr("the zero point must have the type of the values"));
  TestModel words = quantizing(21);
  words.typed("z", onnx::TensorProto::INT32, {}, {0});
  words.node("QuantizeLinear", {"x", "s", "z"}, "y").output("y");
  EXPECT_THAT(words.error(),
              HasSubstr("the zero point is int32: supported are int8, uint8, int16 and uint16"));
}

// ---- What is refused ----------------------------------------------------------------------------
TEST(QuantizedOperators, BlocksOtherTypesAndScalesThatAreNoneAreRefused) {
  TestModel blocks = quantizing(21);
  blocks.node("QuantizeLinear", {"x", "s"}, "y").attr("block_size", 2).output("y");
  EXPECT_THAT(blocks.error(), HasSubstr("block_size=2 is not supported: scales must be per tensor "
                                        "or per axis"));
  TestModel four = quantizing(21);
  four.node("QuantizeLinear", {"x", "s"}, "y").attr("output_dtype", 22);
  EXPECT_THAT(four.output("y").error(),
              HasSubstr("output_dtype=22 is not supported: 2 (UINT8), 3 (INT8), 4 (UINT16) and 5 "
                        "(INT16) are"));
  TestModel differ = quantizing(21);
  differ.u8("z", {}, {0}).node("QuantizeLinear", {"x", "s", "z"}, "y").attr("output_dtype", 3);
  EXPECT_THAT(differ.output("y").error(),
              HasSubstr("output_dtype=3 does not agree with the zero point of type UINT8"));
  TestModel none = quantizing(13);
  none.floats("o", {}, {0}).node("QuantizeLinear", {"x", "o"}, "y").output("y");
  EXPECT_THAT(none.error(), HasSubstr("the scale has the value 0: must be above 0 and finite"));
  TestModel old = quantizing(10);
  old.node("QuantizeLinear", {"x", "s"}, "y").attr("axis", 1).output("y");
  EXPECT_THAT(old.error(), HasSubstr("attribute 'axis' is not supported at opset 10"));
}

TEST(QuantizedOperators, ScalesHaveOneValuePerIndexOfTheirAxis) {
  TestModel m = quantizing(13);
  m.floats("v", {5}, {1, 1, 1, 1, 1}).node("QuantizeLinear", {"x", "v"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("the scale has 5 values, axis 1 of (1, 6) has 6"));
  TestModel n = quantizing(13);
  n.floats("v", {1, 6}, {1, 1, 1, 1, 1, 1}).node("QuantizeLinear", {"x", "v"}, "y").output("y");
  EXPECT_THAT(n.error(), HasSubstr("the scale has shape (1, 6): supported are one value, or one "
                                   "per index of an axis"));
}

TEST(QLinearOperators, ScalesMustBeConstantAndChannelsFirst) {
  TestModel m(13);
  m.input("x", {1, 1, 2, 2}).floats("s", {}, {1}).u8("z", {}, {0});
  m.node("QuantizeLinear", {"x", "s", "z"}, "q").node("ReduceMax", {"x"}, "m").attr("keepdims", 0);
  m.other("QLinearGlobalAveragePool", {"q", "m", "z", "s", "z"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("the scale ('m') must be a constant"));
  m.graph().mutable_node(2)->set_input(1, "s");
  m.attr("channels_last", 1);
  EXPECT_THAT(m.error(), HasSubstr("channels_last=1 is not supported: channels must be axis 1"));
}

TEST(QLinearOperators, ConcatHasThreeOperandsForEachPart) {
  TestModel m(13);
  m.input("x", {1, 2}).floats("s", {}, {1}).u8("z", {}, {0});
  m.node("QuantizeLinear", {"x", "s", "z"}, "q");
  m.other("QLinearConcat", {"s", "z", "q", "s", "z", "q"}, "y").attr("axis", 1).output("y");
  EXPECT_THAT(m.error(), HasSubstr("has 6 operands: a scale and a zero point, and three for each "
                                   "part"));
}

TEST(QLinearOperators, OthersOfTheDomainAreRefusedByName) {
  TestModel m(13);
  m.input("x", {1, 2}).other("QLinearSoftmax", {"x"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("operator 'QLinearSoftmax' of domain 'com.microsoft' is not "
                                   "supported"));
}

}  // namespace
}  // namespace vta
