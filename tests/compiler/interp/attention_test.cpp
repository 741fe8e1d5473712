// qnn.attention: the arithmetic of docs/integer_transformers.md over its whole range, and heads
// against a softmax in double.
#include "tests/compiler/interp/attention_reference.h"

#include <gmock/gmock.h>

#include "tests/compiler/interp/eval_test_util.h"

namespace vta {
namespace {

using testing::HasSubstr;

TEST(PowerOfTwo, IsNearForEveryExponentAndEveryFraction) {
  for (int fraction = 1; fraction <= 15; ++fraction) {
    EXPECT_EQ(interp::power_of_two(0, fraction), 127) << fraction;
    EXPECT_LE(power_error(fraction), 0.5502) << fraction;
  }
}

TEST(PowerOfTwo, FarExponentsAreZero) {
  for (const int64_t t : {int64_t{1} << 20, (int64_t{1} << 31) - (int64_t{23} << 15)})
    EXPECT_EQ(interp::power_of_two(t, 15), 0) << t;
  EXPECT_EQ(interp::power_of_two(9, 1), 6);  // 127 * 2^-4.5 = 5.61
}

TEST(Reciprocal, IsWithinOneOfEveryWeight) {
  for (int64_t w = 1 << 15; w < 1 << 16; ++w) {
    const int64_t y = interp::reciprocal(w);
    EXPECT_NEAR(static_cast<double>(y), std::exp2(30) / static_cast<double>(w), 0.87) << w;
    EXPECT_LT((int64_t{32768} * w >> 15) * y, int64_t{1} << 31) << w;  // the largest product
  }
}

// Deviation of the natural logarithms: the ceilings of weights 0..127 are 29.3 and 38 dB.
TEST(AttentionHead, OfImageTokensIsNearSoftmaxInDouble) {
  for (const uint64_t seed : {1, 2, 3}) {
    EXPECT_GE(head_error(gaussian_head(197, 64, 2.8, seed)).db(), 28.8) << seed;
    EXPECT_GE(head_error(gaussian_head(197, 64, 5.6, seed)).db(), 37.0) << seed;
  }
}

// Two keys whose scores differ by 2 bits: weights 127 and 32 (31.75), their sum 159.
TEST(Attention, TwoKeysByHand) {
  const Tensor q = make<int8_t>({1, 1}, {-1}), k = make<int8_t>({2, 1}, {8, 0});
  const Tensor v = make<int8_t>({2, 2}, {100, -50, 20, 70});
  const Attrs attrs = {{"fraction", 2}, {"shift", 22}};
  // (127 * 100 + 32 * 20) / 159 = 83.9; (-127 * 50 + 32 * 70) / 159 = -25.8
  EXPECT_EQ(values<int8_t>(eval("qnn.attention", {q, k, v}, attrs)),
            (std::vector<int8_t>{84, -26}));
  const Attrs finer = {{"fraction", 2}, {"shift", 21}};  // limits hold
  EXPECT_EQ(values<int8_t>(eval("qnn.attention", {q, k, v}, finer)),
            (std::vector<int8_t>{127, -52}));
}

// One key: the result is its value, whatever the score.
TEST(Attention, OneKeyGivesItsValue) {
  const Tensor q = make<int8_t>({2, 1}, {-128, 127}), k = make<int8_t>({1, 1}, {127});
  const Tensor v = make<int8_t>({1, 3}, {127, -127, -3});
  EXPECT_EQ(values<int8_t>(eval("qnn.attention", {q, k, v}, {{"fraction", 7}, {"shift", 22}})),
            (std::vector<int8_t>{127, -127, -3, 127, -127, -3}));
}

// With equal scores the result is the mean of the keys that a row sees.
TEST(Attention, CausalRowsSeeTheKeysUpToTheirOwn) {
  const Tensor q = make<int8_t>({3, 1}, {0, 0, 0}), k = make<int8_t>({2, 1}, {5, 9});
  const Tensor v = make<int8_t>({2, 1}, {40, 80});
  // Three queries, two keys: the first row sees none, the second one, the third both.
  EXPECT_EQ(values<int8_t>(eval("qnn.attention", {q, k, v}, {{"causal", true}, {"shift", 22}})),
            (std::vector<int8_t>{0, 40, 60}));
  EXPECT_EQ(values<int8_t>(eval("qnn.attention", {q, k, v}, {{"shift", 22}})),
            (std::vector<int8_t>{60, 60, 60}));
}

// Four heads of queries read two of keys; images do not see each other.
TEST(Attention, HeadsAndImagesAreApart) {
  std::mt19937_64 rng(3);
  const Tensor q = random_tensor<int8_t>(rng, {2 * 3, 4 * 5});
  const Tensor k = random_tensor<int8_t>(rng, {2 * 7, 2 * 5});
  const Tensor v = random_tensor<int8_t>(rng, {2 * 7, 2 * 6});
  const Tensor whole =
      eval("qnn.attention", {q, k, v},
           {{"batch", 2}, {"num_heads", 4}, {"kv_heads", 2}, {"fraction", 11}, {"shift", 21}});
  const auto part = [](const Tensor& t, int64_t row, int64_t rows, int64_t column,
                       int64_t columns) {
    Tensor out = Tensor::zeros(DType::I8, {rows, columns});
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < columns; ++c)
        out.mutable_data<int8_t>()[static_cast<size_t>(r * columns + c)] =
            t.data<int8_t>()[static_cast<size_t>((row + r) * t.shape()[1] + column + c)];
    return out;
  };
  for (int64_t image = 0; image < 2; ++image)
    for (int64_t head = 0; head < 4; ++head) {
      const Tensor alone =
          eval("qnn.attention",
               {part(q, image * 3, 3, head * 5, 5), part(k, image * 7, 7, head / 2 * 5, 5),
                part(v, image * 7, 7, head / 2 * 6, 6)},
               {{"fraction", 11}, {"shift", 21}});
      EXPECT_EQ(values<int8_t>(part(whole, image * 3, 3, head * 6, 6)), values<int8_t>(alone));
    }
}

}  // namespace
}  // namespace vta
