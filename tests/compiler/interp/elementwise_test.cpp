#include <gmock/gmock.h>

#include <limits>

#include "tests/compiler/interp/eval_test_util.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;

constexpr int32_t kMax32 = std::numeric_limits<int32_t>::max();
constexpr int32_t kMin32 = std::numeric_limits<int32_t>::min();

TEST(Elementwise, AddBroadcastsAChannelVector) {
  const Tensor y =
      eval("add", {make<float>({1, 2, 1, 2}, {1, 2, 3, 4}), make<float>({2, 1, 1}, {10, 20})});
  EXPECT_EQ(y.shape(), (Shape{1, 2, 1, 2}));
  EXPECT_THAT(values<float>(y), ElementsAre(11, 12, 23, 24));
}

TEST(Elementwise, AddBroadcastsAScalar) {
  const Tensor y = eval("add", {make<int32_t>({2, 2}, {1, 2, 3, 4}), Tensor::scalar<int32_t>(7)});
  EXPECT_THAT(values<int32_t>(y), ElementsAre(8, 9, 10, 11));
}

TEST(Elementwise, BothOperandsMayBroadcast) {
  const Tensor y = eval("add", {make<int32_t>({2, 1}, {10, 20}), make<int32_t>({1, 3}, {1, 2, 3})});
  EXPECT_THAT(values<int32_t>(y), ElementsAre(11, 12, 13, 21, 22, 23));
}

TEST(Elementwise, FirstOperandMayBeTheScalar) {
  const Tensor y = eval("subtract", {Tensor::scalar<float>(1), make<float>({2}, {3, 5})});
  EXPECT_THAT(values<float>(y), ElementsAre(-2, -4));
}

TEST(Elementwise, PackedBiasRepeatsOverRowsAndColumns) {
  std::vector<int32_t> bias = {1, 2, 3, 4};
  const Tensor y = eval(
      "add", {Tensor::zeros(DType::I32, {1, 2, 1, 2, 1, 2}), make<int32_t>({2, 1, 1, 1, 2}, bias)});
  EXPECT_THAT(values<int32_t>(y), ElementsAre(1, 2, 1, 2, 3, 4, 3, 4));
}

TEST(Elementwise, Int32AddSubtractMultiplyWrapAround) {
  EXPECT_THAT(values<int32_t>(eval("add", {Tensor::scalar(kMax32), Tensor::scalar(1)})),
              ElementsAre(kMin32));
  EXPECT_THAT(values<int32_t>(eval("subtract", {Tensor::scalar(kMin32), Tensor::scalar(1)})),
              ElementsAre(kMax32));
  EXPECT_THAT(values<int32_t>(eval("multiply", {Tensor::scalar(1 << 30), Tensor::scalar(6)})),
              ElementsAre(kMin32));
}

TEST(Elementwise, IntegerDivisionGoesTowardsZero) {
  EXPECT_THAT(values<int32_t>(eval(
                  "divide", {make<int32_t>({3}, {7, -7, kMin32}), make<int32_t>({3}, {2, 2, -1})})),
              ElementsAre(3, -3, kMin32));
}

TEST(Elementwise, IntegerDivisionByZeroIsAnError) {
  const auto call = [] { eval("divide", {Tensor::scalar(1), Tensor::scalar(0)}); };
  EXPECT_THAT(error_of<CompileError>(call), HasSubstr("division by zero"));
}

TEST(Elementwise, RightShiftIsArithmetic) {
  EXPECT_THAT(values<int32_t>(eval("right_shift",
                                   {make<int32_t>({4}, {5, -5, -1, kMin32}), Tensor::scalar(1)})),
              ElementsAre(2, -3, -1, kMin32 / 2));
}

TEST(Elementwise, LeftShiftLosesHighBits) {
  EXPECT_THAT(values<int32_t>(
                  eval("left_shift", {make<int32_t>({3}, {1, -3, 0x40000001}), Tensor::scalar(2)})),
              ElementsAre(4, -12, 4));
}

TEST(Elementwise, ShiftAmountsAreChecked) {
  for (int32_t amount : {-1, 32}) {
    const auto call = [&] { eval("right_shift", {Tensor::scalar(1), Tensor::scalar(amount)}); };
    EXPECT_THAT(error_of<CompileError>(call), HasSubstr("legal amounts are 0 to 31"));
  }
}

TEST(Elementwise, MaximumAndMinimumChoose) {
  const Tensor a = make<int8_t>({2}, {-3, 4}), b = make<int8_t>({2}, {1, 2});
  EXPECT_THAT(values<int8_t>(eval("maximum", {a, b})), ElementsAre(1, 4));
  EXPECT_THAT(values<int8_t>(eval("minimum", {a, b})), ElementsAre(-3, 2));
}

TEST(Elementwise, ReluKeepsPositivesOfEveryType) {
  EXPECT_THAT(values<float>(eval("nn.relu", {make<float>({2}, {-1.5f, 2.5f})})),
              ElementsAre(0, 2.5f));
  EXPECT_THAT(values<int8_t>(eval("nn.relu", {make<int8_t>({2}, {-128, 127})})),
              ElementsAre(0, 127));
}

TEST(Elementwise, LeakyReluScalesNegatives) {
  EXPECT_THAT(values<float>(eval("nn.leaky_relu", {make<float>({2}, {-2, 2})}, {{"alpha", 0.25}})),
              ElementsAre(-0.5f, 2));
}

TEST(Elementwise, RoundGoesHalfAwayFromZero) {
  EXPECT_THAT(values<float>(
                  eval("round", {make<float>({6}, {0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 0.49999997f})})),
              ElementsAre(1, -1, 2, 3, -3, 0));
}

TEST(Elementwise, ClipLimitsFloatsAndIntegers) {
  const Attrs attrs{{"a_min", -127.0}, {"a_max", 127.0}};
  EXPECT_THAT(values<float>(eval("clip", {make<float>({3}, {-500, 3.5f, 500})}, attrs)),
              ElementsAre(-127, 3.5f, 127));
  EXPECT_THAT(values<int32_t>(eval("clip", {make<int32_t>({3}, {-500, 3, 500})}, attrs)),
              ElementsAre(-127, 3, 127));
  EXPECT_THAT(values<int8_t>(eval("clip", {make<int8_t>({2}, {-128, 127})}, attrs)),
              ElementsAre(-127, 127));
}

TEST(Elementwise, ClipBoundsBeyondTheTypeDoNothing) {
  const Attrs attrs{{"a_min", -1e9}, {"a_max", 1e9}};
  EXPECT_THAT(values<int8_t>(eval("clip", {make<int8_t>({2}, {-128, 127})}, attrs)),
              ElementsAre(-128, 127));
}

TEST(Elementwise, CastBetweenIntegersKeepsLowBits) {
  EXPECT_THAT(values<int8_t>(eval("cast", {make<int32_t>({4}, {127, 128, -129, 511})},
                                  {{"dtype", std::string("int8")}})),
              ElementsAre(127, -128, 127, -1));
}

TEST(Elementwise, CastFromFloatTruncatesAndSaturates) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(values<int8_t>(eval("cast", {make<float>({5}, {1.9f, -1.9f, 300, -300, nan})},
                                  {{"dtype", std::string("int8")}})),
              ElementsAre(1, -1, 127, -128, 0));
  EXPECT_THAT(values<int32_t>(eval("cast", {make<float>({2}, {3e9f, -3e9f})},
                                   {{"dtype", std::string("int32")}})),
              ElementsAre(kMax32, kMin32));
}

TEST(Elementwise, CastToBoolTellsZeroFromTheRest) {
  EXPECT_THAT(
      values<bool>(eval("cast", {make<float>({2}, {0, 0.1f})}, {{"dtype", std::string("bool")}})),
      ElementsAre(false, true));
}

TEST(Elementwise, NegativeAndAbsWork) {
  EXPECT_THAT(values<int32_t>(eval("negative", {make<int32_t>({2}, {3, kMin32})})),
              ElementsAre(-3, kMin32));
  EXPECT_THAT(values<float>(eval("abs", {make<float>({2}, {-3, 2})})), ElementsAre(3, 2));
  EXPECT_THAT(values<int32_t>(eval("abs", {make<int32_t>({2}, {-3, 2})})), ElementsAre(3, 2));
}

TEST(Elementwise, TranscendentalsMatchTheirDefinitions) {
  const Tensor x = make<float>({2}, {0, 1});
  EXPECT_THAT(values<float>(eval("sigmoid", {x})), ElementsAre(0.5f, FloatNear(0.7310586f, 1e-6f)));
  EXPECT_THAT(values<float>(eval("tanh", {x})), ElementsAre(0, FloatNear(0.7615942f, 1e-6f)));
  EXPECT_THAT(values<float>(eval("exp", {x})), ElementsAre(1, FloatNear(2.7182817f, 1e-6f)));
  EXPECT_THAT(values<float>(eval("sqrt", {make<float>({2}, {4, 9})})), ElementsAre(2, 3));
}

TEST(Elementwise, AnnotationsAndDropoutAreIdentities) {
  const Tensor x = make<float>({2}, {1, -2});
  EXPECT_THAT(values<float>(eval("annotation.stop_fusion", {x})), ElementsAre(1, -2));
  EXPECT_THAT(values<float>(eval("annotation.cast_hint", {x}, {{"dtype", std::string("int8")}})),
              ElementsAre(1, -2));
  EXPECT_THAT(values<float>(eval("nn.dropout", {x}, {{"rate", 0.5}})), ElementsAre(1, -2));
  EXPECT_THAT(values<float>(eval("copy", {x})), ElementsAre(1, -2));
}

}  // namespace
}  // namespace vta
