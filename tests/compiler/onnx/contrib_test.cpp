// Activations and norms of the domain com.microsoft: their values, by their definitions.
#include <gmock/gmock.h>

#include <cmath>
#include <functional>

#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta {
namespace {

using testing::HasSubstr;

const std::vector<float> kData = {-3, -1, -0.25F, 0, 0.5F, 4};
const std::vector<float> kBias = {0.5F, -1, 2};

double gelu(double x) {
  return x * 0.5 * (1 + std::erf(x / std::sqrt(2.0)));
}
double gelu_tanh(double x) {
  return x * 0.5 * (1 + std::tanh(0.79788456 * (x + 0.044715 * x * x * x)));
}

void expect_values(const TestModel& model, const std::function<double(double)>& f, bool biased) {
  const auto got = floats_of(model.run({2, 3}, kData));
  ASSERT_EQ(got.size(), kData.size());
  for (size_t i = 0; i < got.size(); ++i)
    EXPECT_NEAR(got[i], f(kData[i] + (biased ? kBias[i % 3] : 0)), 1e-6) << i;
}

TEST(ContribActivations, HaveTheirDefinitionsValues) {
  const auto model = [](const std::string& op, bool biased) {
    TestModel m;
    m.input("x", {2, 3}).floats("b", {3}, kBias);
    m.other(op, biased ? std::vector<std::string>{"x", "b"} : std::vector<std::string>{"x"}, "y");
    return m.output("y");
  };
  expect_values(model("Gelu", false), gelu, false);
  expect_values(model("BiasGelu", true), gelu, true);
  expect_values(model("FastGelu", false), gelu_tanh, false);
  expect_values(model("FastGelu", true), gelu_tanh, true);
  const auto silu = [](double alpha) {
    return [alpha](double x) { return x / (1 + std::exp(-alpha * x)); };
  };
  expect_values(model("QuickGelu", false), silu(1.702), false);
  TestModel plain = model("QuickGelu", false);
  plain.attr_float("alpha", 1);
  expect_values(plain, silu(1), false);
}

struct Skip {
  bool centred = true, bias = true;
  double epsilon = -1;  // negative: the default
};

// (x + skip [+ bias]) normalised, times gamma [plus beta].
std::vector<double> normalised(const Skip& of, const std::vector<float>& skip) {
  const double epsilon = of.epsilon < 0 ? 1e-12 : of.epsilon;
  std::vector<double> y;
  for (size_t row = 0; row < 2; ++row) {
    double x[3], mean = 0, power = 0;
    for (size_t c = 0; c < 3; ++c)
      mean += x[c] = kData[row * 3 + c] + skip[row * 3 + c] + (of.bias ? kBias[c] : 0);
    mean = of.centred ? mean / 3 : 0;
    for (const double v : x)
      power += (v - mean) * (v - mean) / 3;
    for (size_t c = 0; c < 3; ++c)
      y.push_back((x[c] - mean) / std::sqrt(power + epsilon) * (2 + double(c)) +
                  (of.centred ? 0.25 : 0));
  }
  return y;
}

void expect_norm(const Skip& of, const std::vector<float>& skip) {
  TestModel m;
  m.input("x", {2, 3}).floats("s", {2, 3}, skip).floats("b", {3}, kBias);
  m.floats("gamma", {3}, {2, 3, 4}).floats("beta", {3}, {0.25F, 0.25F, 0.25F});
  std::vector<std::string> operands = {"x", "s", "gamma"};
  if (of.centred)
    operands.push_back("beta");
  if (of.bias)
    operands.push_back("b");
  m.other(of.centred ? "SkipLayerNormalization" : "SkipSimplifiedLayerNormalization", operands,
          "y");
  if (of.epsilon >= 0)
    m.attr_float("epsilon", static_cast<float>(of.epsilon));
  m.output("y");
  const auto got = floats_of(m.run({2, 3}, kData));
  const auto wanted = normalised(of, skip);
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i)
    EXPECT_NEAR(got[i], wanted[i], 1e-4) << i;
}

TEST(ContribNorms, AreThoseOfTheSum) {
  const std::vector<float> skip = {1, 2, 3, -1, 0.5F, 0};
  for (const bool centred : {true, false})
    for (const bool bias : {true, false})
      for (const double epsilon : {-1.0, 0.5})
        expect_norm({centred, bias, epsilon}, skip);
}

// Rows so small that a larger epsilon would show.
TEST(ContribNorms, DefaultEpsilonIsThatOfTheRuntime) {
  std::vector<float> skip;
  for (size_t i = 0; i < kData.size(); ++i)
    skip.push_back(-kData[i] + 1e-3F * static_cast<float>(i));
  for (const bool centred : {true, false})
    expect_norm({centred, false, -1}, skip);
}

TEST(ContribNorms, SkipsOfAnotherShapeAreNamed) {
  TestModel m;
  m.input("x", {1, 3}).floats("s", {2, 3}, {1, 2, 3, 4, 5, 6}).floats("gamma", {3}, {1, 1, 1});
  m.other("SkipSimplifiedLayerNormalization", {"x", "s", "gamma"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("skip (2, 3) or bias do not fit data (1, 3)"));
}

}  // namespace
}  // namespace vta
