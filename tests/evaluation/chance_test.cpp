#include "evaluation/chance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace vta {
namespace {

using Classes = std::vector<int64_t>;

// `right` of the labels 0, 1, .., classes - 1, 0, .. are answered right, the others with the next.
struct Answers {
  Classes labels, predicted;
};
Answers answers(int64_t images, int64_t classes, int64_t right) {
  Answers a;
  for (int64_t i = 0; i < images; ++i) {
    a.labels.push_back(i % classes);
    a.predicted.push_back(i < right ? i % classes : (i + 1) % classes);
  }
  return a;
}
bool chance(const Answers& a, int64_t classes) {
  return near_chance(a.predicted, a.labels, classes).has_value();
}

TEST(Binomial, EqualsSumsByHand) {
  EXPECT_NEAR(binomial_at_most(0, 2, 0.5), 0.25, 1e-12);
  EXPECT_NEAR(binomial_at_most(1, 2, 0.5), 0.75, 1e-12);
  EXPECT_NEAR(binomial_at_most(2, 4, 0.1), 0.9963, 1e-12);
  EXPECT_NEAR(binomial_at_most(500, 1000, 0.5), 0.5126125, 1e-6);
  EXPECT_EQ(binomial_at_most(-1, 4, 0.1), 0);
  EXPECT_EQ(binomial_at_most(4, 4, 0.1), 1);
  EXPECT_EQ(binomial_at_most(3, 4, 0), 1);
  EXPECT_EQ(binomial_at_most(3, 4, 1), 0);
}

TEST(NearChance, GuessingIsFoundAndGoodNetworksAreNot) {
  EXPECT_TRUE(chance(answers(200, 10, 22), 10));    // 11 %
  EXPECT_TRUE(chance(answers(200, 10, 0), 10));     // worse than guessing
  EXPECT_FALSE(chance(answers(200, 10, 197), 10));  // 98.5 %
  EXPECT_FALSE(chance(answers(200, 10, 60), 10));   // 30 %: poor, but no guess
  EXPECT_TRUE(chance(answers(200, 2, 104), 2));
  EXPECT_FALSE(chance(answers(200, 2, 150), 2));
  EXPECT_TRUE(chance(answers(50, 1000, 0), 1000));
  EXPECT_FALSE(chance(answers(50, 1000, 6), 1000));
}

TEST(NearChance, FewImagesDecideNothing) {
  for (int64_t images = 0; images < 5; ++images)
    for (int64_t right = 0; right <= images; ++right)
      EXPECT_FALSE(chance(answers(images, 10, right), 10)) << right << " of " << images;
  EXPECT_FALSE(chance(answers(10, 10, 3), 10));
  EXPECT_FALSE(chance(answers(10, 2, 6), 2));
}

TEST(NearChance, TheMostFrequentAnswerIsAGuessHoweverFrequent) {
  Classes labels(200, 0), predicted(200, 0);
  for (size_t i = 0; i < 60; ++i)
    labels[i] = 1;
  const auto found = near_chance(predicted, labels, 10);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->expected_percent, 70, 1e-9);
  EXPECT_EQ(found->right, 140);
  EXPECT_EQ(found->images, 200);
}

TEST(NearChance, ImagesOfOneClassAreJudgedByTheNumberOfClasses) {
  const Classes labels(100, 3);
  Classes predicted(100, 3);
  EXPECT_FALSE(near_chance(predicted, labels, 10));
  for (size_t i = 0; i < 90; ++i)
    predicted[i] = static_cast<int64_t>(i % 3);
  EXPECT_TRUE(near_chance(predicted, labels, 10));
}

// Sound: of networks that guess, nearly all are found; of those that are half the way to
// perfection, nearly none.
TEST(NearChance, ErrsSeldom) {
  constexpr uint64_t kSeed = 12;
  std::mt19937_64 random(kSeed);
  for (const int64_t classes : {2, 10, 100}) {
    int guessers = 0, learned = 0;
    constexpr int kTrials = 400;
    for (int trial = 0; trial < kTrials; ++trial) {
      Classes labels, guessed, half;
      for (int i = 0; i < 300; ++i) {
        labels.push_back(static_cast<int64_t>(random() % static_cast<uint64_t>(classes)));
        guessed.push_back(static_cast<int64_t>(random() % static_cast<uint64_t>(classes)));
        half.push_back(random() % 2 == 0 ? labels.back() : guessed.back());
      }
      guessers += near_chance(guessed, labels, classes).has_value();
      learned += near_chance(half, labels, classes).has_value();
    }
    EXPECT_GE(guessers, kTrials * 96 / 100) << classes << " classes, seed " << kSeed;
    EXPECT_LE(learned, kTrials / 100) << classes << " classes, seed " << kSeed;
  }
}

}  // namespace
}  // namespace vta
