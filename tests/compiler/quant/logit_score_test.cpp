#include "compiler/quant/logit_score.h"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace vta
