#include "compiler/quant/logit_score.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace vta {
namespace {

std::vector<Tensor> row(std::vector<float> values) {
  return {Tensor::from_span<float>({1, static_cast<int64_t>(values.size())}, values)};
}

TEST(LogitScore, NoiseIsThePowerOfTheDifferenceOverThatOfTheFloatLogits) {
  const std::vector<std::vector<Tensor>> real = {row({3, 4}), row({0, 5})};
  const std::vector<std::vector<Tensor>> other = {row({3, 3}), row({1, 5})};
  const LogitScore score = score_logits(real, other);
  EXPECT_DOUBLE_EQ(score.noise, 2.0 / 50.0);
  EXPECT_DOUBLE_EQ(score.sqnr_db, -10 * std::log10(0.04));
  EXPECT_EQ(score.rows, 2);
  EXPECT_EQ(score.agreement, 50);  // (3, 3): the first of equals, where float has the second
}

TEST(LogitScore, EqualLogitsHaveNoNoise) {
  const std::vector<std::vector<Tensor>> real = {row({1, 2, 3})};
  EXPECT_TRUE(std::isinf(score_logits(real, real).sqnr_db));
  EXPECT_EQ(score_logits(real, real).agreement, 100);
  const std::vector<std::vector<Tensor>> zeros = {row({0, 0})};
  EXPECT_EQ(score_logits(zeros, zeros).noise, 0);
}

TEST(LogitScore, NanWhereTheOtherHasNumbersIsInfiniteNoise) {
  const float nan = std::nanf("");
  const std::vector<std::vector<Tensor>> real = {row({1, 2})}, other = {row({1, nan})};
  EXPECT_EQ(score_logits(real, other).sqnr_db, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(score_logits(other, other).noise, 0);
}

// Constants and inputs are as they were, and integers have no noise: none of them makes the others'
// mean smaller.
TEST(LogitScore, OnlyFloatsThatAreComputedCount) {
  Graph graph;
  const NodeId x = graph.add_input("x", {{1, 2}, DType::F32});
  const NodeId two = graph.add_constant(Tensor::scalar(2.0f));
  const NodeId relu = graph.add_call("nn.relu", {x});
  const NodeId best = graph.add_call("argmax", {relu}, {{"axis", int64_t{1}}});
  graph.set_outputs({two, relu, x, best, graph.add_call("exp", {two})});
  EXPECT_EQ(measured_outputs(graph), (std::vector<size_t>{1, 3}));
  const Tensor place = Tensor::from_span<int64_t>({1}, std::vector<int64_t>{1});
  const std::vector<std::vector<Tensor>> real = {{row({3, 4})[0], place}};
  const std::vector<std::vector<Tensor>> other = {{row({3, 3})[0], place}};
  EXPECT_DOUBLE_EQ(score_logits(real, other).noise, 1.0 / 25.0);
}

TEST(LogitScore, WithoutOutputsThatCountThereIsNoNoise) {
  const std::vector<std::vector<Tensor>> none = {{}, {}};
  EXPECT_TRUE(std::isinf(score_logits(none, none).sqnr_db));
  EXPECT_EQ(score_logits(none, none).rows, 0);
}

}  // namespace
}  // namespace vta
