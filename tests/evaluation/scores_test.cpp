#include "evaluation/scores.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace vta {
namespace {

using testing::ElementsAre;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::vector<float> row_of(std::initializer_list<float> values) {
  return values;
}

TEST(Scores, AnAnswerIsTheFirstOfTheLargest) {
  EXPECT_THAT(answers_of_rows(row_of({1, 3, 3, 0, -1, -2, -1, -1}), 4), ElementsAre(1, 0));
  EXPECT_THAT(answers_of_rows(row_of({kNan, -5, kNan, -6}), 4), ElementsAre(1));
}

TEST(Scores, TopFewCountsPlacesEqualsInTheirOrder) {
  const std::vector<float> logits = row_of({5, 4, 3, 3, 3, 3, 1});
  const auto in_five = [&](int64_t label) {
    return top_percent(logits, 7, std::vector<int64_t>{label}, 5);
  };
  EXPECT_EQ(in_five(0), 100);
  EXPECT_EQ(in_five(4), 100);  // the third of the equals
  EXPECT_EQ(in_five(5), 0);    // the fourth
  EXPECT_EQ(in_five(6), 0);
}

TEST(Scores, AValueThatIsNoNumberIsNeverRight) {
  const std::vector<float> logits = row_of({kNan, 0, -1});
  EXPECT_EQ(top_percent(logits, 3, std::vector<int64_t>{0}, 2), 0);
  EXPECT_EQ(rows_not_finite(logits, 3), 1);
  EXPECT_EQ(rows_not_finite(row_of({1, 2, INFINITY, 0}), 2), 1);
}

TEST(Scores, BothNetworksAreScoredAndFewClassesHaveNoTopFive) {
  const std::vector<float> real = row_of({1, 0, 0, 1}), quantized = row_of({1, 0, 2, 1});
  const Scores s = score_rows(real, quantized, 2, std::vector<int64_t>{0, 1});
  EXPECT_EQ(s.samples, 2);
  EXPECT_EQ(s.float_top1, 100);
  EXPECT_EQ(s.int8_top1, 50);
  EXPECT_FALSE(s.float_top5 || s.int8_top5);
  EXPECT_EQ(s.agreement, 50);
  EXPECT_NEAR(s.sqnr_db, 10 * std::log10(2.0 / 4.0), 1e-9);
  EXPECT_FALSE(score_rows(real, quantized, 2, {}).labelled);
}

TEST(Scores, SixClassesHaveATopFive) {
  const std::vector<float> real = row_of({6, 5, 4, 3, 2, 1}), turned = row_of({1, 2, 3, 4, 5, 6});
  const Scores s = score_rows(real, turned, 6, std::vector<int64_t>{0});
  EXPECT_EQ(s.float_top5, 100);
  EXPECT_EQ(s.int8_top5, 0);
}

TEST(Scores, EqualLogitsHaveNoNoise) {
  EXPECT_EQ(signal_to_noise(row_of({1, 2}), row_of({1, 2})),
            std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace vta
