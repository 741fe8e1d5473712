// Attention and its norms by hand, and against the operators that they are made of.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "tests/compiler/interp/eval_test_util.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;

constexpr float kHidden = -std::numeric_limits<float>::infinity();

std::string error_of(const std::string& op, const std::vector<Tensor>& in, const Attrs& attrs) {
  try {
    eval(op, in, attrs);
  } catch (const CompileError& e) {
    return e.what();
  }
  return "no error";
}

// Scores 0 and ln 3: weights 1/4 and 3/4.
TEST(AttentionOp, MixesValuesByTheSoftmaxOfScores) {
  const float ln3 = std::log(3.0F);
  const Tensor y = eval("nn.attention",
                        {make<float>({1, 2}, {2, 0}), make<float>({2, 2}, {0, 7, ln3, 7}),
                         make<float>({2, 3}, {4, 8, 0, 0, 4, 8})},
                        {{"scale", 0.5}});
  EXPECT_THAT(values<float>(y),
              ElementsAre(FloatNear(1, 1e-6F), FloatNear(5, 1e-6F), FloatNear(6, 1e-6F)));
}

TEST(AttentionOp, CausalQueriesAreTheLastOnes) {
  const Tensor zeros = Tensor::zeros(DType::F32, {2, 1});
  const Tensor v = make<float>({3, 1}, {3, 6, 9}), k = Tensor::zeros(DType::F32, {3, 1});
  EXPECT_THAT(values<float>(eval("nn.attention", {zeros, k, v}, {{"causal", true}})),
              ElementsAre(4.5F, 6));
  // More queries than keys: the first see none.
  EXPECT_THAT(values<float>(eval("nn.attention", {k, zeros, make<float>({2, 1}, {4, 8})},
                                 {{"causal", true}})),
              ElementsAre(0, 4, 6));
}

TEST(AttentionOp, AQueryThatSeesNoKeyIsZero) {
  const Tensor one = make<float>({1, 1}, {1});
  EXPECT_THAT(values<float>(eval("nn.attention", {one, one, one, make<float>({1, 1}, {kHidden})})),
              ElementsAre(0));
}

// Two images, four heads on two of keys, a mask of keys.
TEST(AttentionOp, IsItsProductsAndSoftmax) {
  std::mt19937_64 rng(1);
  const int64_t b = 2, h = 4, g = 2, tq = 3, tk = 5, d = 6, dv = 7;
  const Tensor q = random_tensor<float>(rng, {b * tq, h * d});
  const Tensor k = random_tensor<float>(rng, {b * tk, g * d});
  const Tensor v = random_tensor<float>(rng, {b * tk, g * dv});
  const Tensor mask = random_tensor<float>(rng, {b, 1, 1, tk});
  const Tensor y = eval("nn.attention", {q, k, v, mask},
                        {{"batch", b}, {"num_heads", h}, {"kv_heads", g}, {"scale", 0.3}});
  const auto heads = [&](const Tensor& x, int64_t count, int64_t tokens, int64_t depth) {
    return eval("transpose", {x.reshaped({b, tokens, count, depth})},
                {{"axes", IntList{0, 2, 1, 3}}})
        .reshaped({b * g, b * count * tokens / (b * g), depth});
  };
  const Tensor products =
      eval("nn.batch_matmul", {heads(q, h, tq, d), heads(k, g, tk, d)}, {{"transpose_b", true}});
  const Tensor scores =
      eval("add",
           {eval("multiply", {products.reshaped({b, h, tq, tk}), make<float>({}, {0.3F})}), mask});
  const Tensor weights = eval("nn.softmax", {scores}).reshaped({b * g, h / g * tq, tk});
  const Tensor mixed =
      eval("nn.batch_matmul", {weights, heads(v, g, tk, dv)}).reshaped({b, h, tq, dv});
  const Tensor wanted = eval("transpose", {mixed}, {{"axes", IntList{0, 2, 1, 3}}});
  for (size_t i = 0; i < static_cast<size_t>(y.size()); ++i)
    EXPECT_NEAR(y.data<float>()[i], wanted.data<float>()[i], 1e-6) << i;
}

TEST(AttentionOp, RefusesWhatDoesNotFit) {
  const auto rows = [](int64_t n, int64_t c) { return Tensor::zeros(DType::F32, {n, c}); };
  const Attrs heads{{"num_heads", int64_t{2}}};
  EXPECT_THAT(error_of("nn.attention", {rows(4, 5), rows(4, 6), rows(4, 6)}, heads),
              HasSubstr("5 channels of queries cannot be divided among 2 heads"));
  EXPECT_THAT(error_of("nn.attention", {rows(4, 6), rows(4, 8), rows(4, 6)}, heads),
              HasSubstr("a head of queries has 3 channels, one of keys 4"));
  EXPECT_THAT(error_of("nn.attention", {rows(4, 6), rows(4, 6), rows(5, 6)}, heads),
              HasSubstr("4 rows of keys, 5 of values"));
  EXPECT_THAT(error_of("nn.attention", {rows(4, 6), rows(5, 6), rows(5, 6)},
                       {{"num_heads", int64_t{2}}, {"batch", int64_t{2}}}),
              HasSubstr("5 rows of keys cannot be divided among 2 images"));
  EXPECT_THAT(error_of("nn.attention", {rows(4, 6), rows(4, 6), rows(4, 6)},
                       {{"num_heads", int64_t{2}}, {"kv_heads", int64_t{3}}}),
              HasSubstr("kv_heads 3 must be in 1..2"));
  EXPECT_THAT(
      error_of("nn.attention", {rows(4, 6), rows(4, 6), rows(4, 6)}, {{"num_heads", int64_t{0}}}),
      HasSubstr("num_heads 0 must be in 1.."));
  EXPECT_THAT(error_of("nn.attention", {rows(4, 6), rows(4, 6), rows(4, 6), rows(3, 4)}, heads),
              HasSubstr("(3, 4)"));
}

TEST(NormOps, LayerNormHasMeanZeroAndVarianceOne) {
  const Tensor x = make<float>({2, 1, 4}, {1, 3, 1, 3, 10, 10, 10, 10});
  EXPECT_THAT(
      values<float>(eval("nn.layer_norm",
                         {x, make<float>({4}, {1, 2, 3, 4}), make<float>({4}, {0, 0, 0, 5})},
                         {{"epsilon", 0.0625}}))[3],
      FloatNear(4 / std::sqrt(1.0625F) + 5, 1e-6F));
  EXPECT_THAT(values<float>(eval("nn.layer_norm", {x, make<float>({4}, {1, 2, 3, 4}),
                                                   make<float>({4}, {0, 0, 0, 5})}))[7],
              5);
}

TEST(NormOps, RmsNormKeepsTheMean) {
  EXPECT_THAT(
      values<float>(eval("nn.rms_norm", {make<float>({2}, {3, 4}), make<float>({2}, {1, 2})},
                         {{"epsilon", 0.0}})),
      ElementsAre(FloatNear(3 / std::sqrt(12.5F), 1e-6F), FloatNear(8 / std::sqrt(12.5F), 1e-6F)));
}

TEST(NormOps, RefuseParametersThatDoNotFit) {
  const Tensor x = Tensor::zeros(DType::F32, {2, 4});
  const Tensor three = Tensor::zeros(DType::F32, {3}), four = Tensor::zeros(DType::F32, {4});
  EXPECT_THAT(error_of("nn.layer_norm", {x, three, four}, {}), HasSubstr("gamma"));
  EXPECT_THAT(error_of("nn.layer_norm", {x, four, three}, {}), HasSubstr("beta"));
  EXPECT_THAT(error_of("nn.rms_norm", {x, three}, {}), HasSubstr("must be Tensor[(4), float32]"));
  EXPECT_THAT(error_of("nn.rms_norm", {x, four}, {{"epsilon", -1.0}}),
              HasSubstr("epsilon=-1 must be 0 or above"));
}

TEST(Activations, SiluIsXTimesItsSigmoid) {
  EXPECT_THAT(values<float>(eval("nn.silu", {make<float>({3}, {0, 1, -200})}, {{"alpha", 2.0}})),
              ElementsAre(0, FloatNear(1 / (1 + std::exp(-2.0F)), 1e-6F), FloatNear(0, 1e-6F)));
}

}  // namespace
}  // namespace vta
