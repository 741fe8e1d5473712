#include <gmock/gmock.h>

#include <cmath>

#include "tests/compiler/interp/eval_test_util.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::FloatNear;

std::vector<Tensor> batch_norm_inputs() {
  return {make<float>({1, 2, 1, 2}, {1, 2, 3, 4}), make<float>({2}, {2, 3}),
          make<float>({2}, {10, 20}), make<float>({2}, {1, 3}), make<float>({2}, {4, 9})};
}

TEST(BatchNorm, ScalesAndShiftsEachChannel) {
  const auto results = evaluate_op("nn.batch_norm", {{"epsilon", 0.0}}, batch_norm_inputs());
  ASSERT_EQ(results.size(), 3u);
  EXPECT_THAT(values<float>(results[0]), ElementsAre(10, 11, 20, 21));
  EXPECT_THAT(values<float>(results[1]), ElementsAre(1, 3));
  EXPECT_THAT(values<float>(results[2]), ElementsAre(4, 9));
}

TEST(BatchNorm, CenterAndScaleCanBeOff) {
  const Tensor y = eval("nn.batch_norm", batch_norm_inputs(),
                        {{"epsilon", 0.0}, {"center", false}, {"scale", false}});
  EXPECT_THAT(values<float>(y), ElementsAre(0, 0.5f, 0, FloatNear(1.0f / 3, 1e-6f)));
}

TEST(BatchNorm, EpsilonKeepsZeroVarianceFinite) {
  auto inputs = batch_norm_inputs();
  inputs[4] = make<float>({2}, {0, 0});
  const Tensor y = eval("nn.batch_norm", inputs);
  for (float v : values<float>(y))
    EXPECT_TRUE(std::isfinite(v));
}

TEST(BiasAdd, AddsAlongItsAxis) {
  const Tensor x = make<int32_t>({1, 2, 2}, {1, 2, 3, 4});
  EXPECT_THAT(values<int32_t>(eval("nn.bias_add", {x, make<int32_t>({2}, {10, 20})})),
              ElementsAre(11, 12, 23, 24));
  EXPECT_THAT(values<int32_t>(
                  eval("nn.bias_add", {x, make<int32_t>({2}, {10, 20})}, {{"axis", int64_t{-1}}})),
              ElementsAre(11, 22, 13, 24));
}

TEST(Softmax, SumsToOneAndDoesNotOverflow) {
  const Tensor y = eval("nn.softmax", {make<float>({1, 2}, {1000, 1000})});
  EXPECT_THAT(values<float>(y), ElementsAre(0.5f, 0.5f));
}

TEST(Softmax, WorksAlongAnInnerAxis) {
  const Tensor y =
      eval("nn.softmax", {make<float>({1, 2, 2}, {0, 5, 0, 5})}, {{"axis", int64_t{1}}});
  EXPECT_THAT(values<float>(y), ElementsAre(0.5f, 0.5f, 0.5f, 0.5f));
}

TEST(Softmax, LogSoftmaxIsItsLogarithm) {
  const Tensor x = make<float>({1, 3}, {0.5f, -1, 2});
  const Tensor p = eval("nn.softmax", {x}), log_p = eval("nn.log_softmax", {x});
  for (size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(std::log(values<float>(p)[i]), values<float>(log_p)[i], 1e-6);
}

TEST(Lrn, SumsSquaresOfNeighbouringChannels) {
  const Tensor x = make<float>({1, 3, 1, 1}, {1, 2, 3});
  const Tensor y =
      eval("nn.lrn", {x}, {{"size", int64_t{3}}, {"bias", 1.0}, {"alpha", 3.0}, {"beta", 1.0}});
  EXPECT_THAT(values<float>(y), ElementsAre(FloatNear(1.0f / 6, 1e-6f), FloatNear(2.0f / 15, 1e-6f),
                                            FloatNear(3.0f / 14, 1e-6f)));
}

// An even window reaches one further to the right.
TEST(Lrn, EvenWindowLeansRight) {
  const Tensor x = make<float>({1, 2, 1, 1}, {1, 2});
  const Tensor y =
      eval("nn.lrn", {x}, {{"size", int64_t{2}}, {"bias", 1.0}, {"alpha", 2.0}, {"beta", 1.0}});
  EXPECT_THAT(values<float>(y),
              ElementsAre(FloatNear(1.0f / 6, 1e-6f), FloatNear(2.0f / 5, 1e-6f)));
}

TEST(Mean, ReducesNamedAxes) {
  const Tensor x = make<float>({1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  const Tensor y = eval("mean", {x}, {{"axis", IntList{2, 3}}, {"keepdims", true}});
  EXPECT_EQ(y.shape(), (Shape{1, 2, 1, 1}));
  EXPECT_THAT(values<float>(y), ElementsAre(2.5f, 6.5f));
}

TEST(Mean, ReducesAnOuterAxis) {
  const Tensor x = make<float>({2, 2}, {1, 2, 3, 6});
  EXPECT_THAT(values<float>(eval("mean", {x}, {{"axis", IntList{0}}})), ElementsAre(2, 4));
}

TEST(Mean, ExcludeReducesTheOthers) {
  const Tensor x = make<float>({2, 2}, {1, 2, 3, 6});
  EXPECT_THAT(values<float>(eval("mean", {x}, {{"axis", IntList{0}}, {"exclude", true}})),
              ElementsAre(1.5f, 4.5f));
}

TEST(Mean, WithoutAxesReducesAll) {
  const Tensor y = eval("mean", {make<int32_t>({2, 2}, {1, 2, 3, 5})});
  EXPECT_EQ(y.shape(), Shape{});
  EXPECT_THAT(values<int32_t>(y), ElementsAre(2));
}

}  // namespace
}  // namespace vta
