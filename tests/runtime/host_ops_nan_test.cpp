// NaN goes through every operator that has it on its way, on the host and in the interpreter: a
// network that has diverged says so. What numpy and ONNX's pages make of it is the reference.
#include <limits>

#include "compiler/interp/interpreter.h"
#include "tests/runtime/host_ops_test_util.h"

namespace vta {
namespace {

using test::tensor;
using test::values_of;
using ::testing::ElementsAre;

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInf = std::numeric_limits<float>::infinity();

// Of the host, then of the interpreter.
std::vector<std::vector<float>> both(const std::string& op, const std::vector<Tensor>& in,
                                     const Attrs& attrs = {}) {
  return {values_of<float>(run_host_op(op, attrs, in).front()),
          values_of<float>(evaluate_op(op, attrs, in).front())};
}

// "1n0": a digit for what is not negative and a number, n for NaN, - else.
std::string pattern(const std::vector<float>& values) {
  std::string text;
  for (const float v : values)
    text += std::isnan(v) ? "n" : v < 0 ? "-" : v > 0 ? "+" : "0";
  return text;
}

void expect_pattern(const std::string& wanted, const std::string& op, const std::vector<Tensor>& in,
                    const Attrs& attrs = {}) {
  const auto got = both(op, in, attrs);
  EXPECT_EQ(pattern(got[0]), wanted) << op << " on the host";
  EXPECT_EQ(pattern(got[1]), wanted) << op << " in the interpreter";
}

TEST(HostNan, StaysNanInFunctionsOfOneValue) {
  const Tensor x = tensor<float>({3}, {0.5f, kNan, 0.25f});
  for (const char* op : {"nn.relu",     "sign",          "abs",
                         "negative",    "nn.leaky_relu", "sigmoid",
                         "tanh",        "exp",           "sqrt",
                         "round",       "log",           "erf",
                         "floor",       "ceil",          "round_even",
                         "reciprocal",  "sin",           "cos",
                         "tan",         "asin",          "acos",
                         "atan",        "sinh",          "cosh",
                         "asinh",       "atanh",         "nn.softplus",
                         "nn.softsign", "nn.mish",       "nn.hard_swish",
                         "nn.gelu",     "nn.gelu_tanh",  "nn.hard_sigmoid",
                         "nn.elu",      "nn.selu",       "nn.celu"}) {
    for (const std::vector<float>& got : both(op, {x})) {
      EXPECT_FALSE(std::isnan(got[0]) || std::isnan(got[2])) << op;
      EXPECT_TRUE(std::isnan(got[1])) << op;
    }
  }
  expect_pattern("+n+", "clip", {x}, {{"a_min", 0.0}, {"a_max", 6.0}});
  expect_pattern("+n0", "nn.relu", {tensor<float>({3}, {1, kNan, -3})});
  expect_pattern("+n-", "sign", {tensor<float>({3}, {1, kNan, -3})});
}

// Their pages say y = 0 but where x is above (or below) a threshold, and NaN is neither.
TEST(HostNan, IsZeroWhereTheStandardSaysSo) {
  const Tensor x = tensor<float>({3}, {2, kNan, 0});
  expect_pattern("+00", "nn.thresholded_relu", {x});
  expect_pattern("+00", "nn.shrink", {x});
}

TEST(HostNan, StaysNanOnEitherSideOfTwo) {
  const Tensor a = tensor<float>({4}, {1, kNan, 2, kNan}),
               b = tensor<float>({4}, {3, 3, kNan, kNan});
  for (const char* op : {"maximum", "minimum", "add", "multiply", "divide", "power"})
    expect_pattern("+nnn", op, {a, b});
  expect_pattern("-nnn", "subtract", {a, b});
}

TEST(HostNan, IsWhatAReductionBecomesWhereverItStands) {
  for (size_t at = 0; at < 5; ++at) {
    std::vector<float> values = {3, 1, 4, 1, 5};
    values[at] = kNan;
    const Tensor x = tensor<float>({5}, values);
    for (const char* op : {"max", "min", "sum", "mean", "prod"})
      expect_pattern("n", op, {x});
  }
  const Tensor rows = tensor<float>({2, 2}, {1, kNan, 2, 3});
  expect_pattern("n+", "max", {rows}, {{"axis", IntList{1}}});
}

TEST(HostNan, IsTheExtremeAsInNumpy) {
  const auto place = [](const std::string& op, const std::vector<float>& x, bool last) {
    const std::vector<Tensor> in = {tensor<float>({std::ssize(x)}, x)};
    const Attrs attrs{{"axis", int64_t{0}}, {"select_last_index", last}};
    const int64_t host = run_host_op(op, attrs, in).front().data<int64_t>()[0];
    EXPECT_EQ(host, evaluate_op(op, attrs, in).front().data<int64_t>()[0]) << op;
    return host;
  };
  for (const char* op : {"argmax", "argmin"}) {
    EXPECT_EQ(place(op, {1, kNan, 9, kNan, 0}, false), 1);
    EXPECT_EQ(place(op, {1, kNan, 9, kNan, 0}, true), 3);
    EXPECT_EQ(place(op, {kNan, 1, 2}, false), 0);
  }
  EXPECT_EQ(place("argmax", {2, 7, 7, 1}, true), 2);
  EXPECT_EQ(place("argmin", {2, 1, 7, 1}, false), 1);
}

// Every place of a window, in planes and with channels last, and the windows beside it.
TEST(HostNan, IsTheLargestOfItsWindows) {
  const Attrs attrs{{"pool_size", IntList{2, 2}}, {"strides", IntList{2, 2}}};
  Attrs last = attrs;
  last.set("layout", std::string("NHWC"));
  for (size_t at = 0; at < 16; ++at) {
    std::vector<float> values(16, -1.0f);
    values[at] = kNan;
    std::string wanted = "----";
    wanted[at / 8 * 2 + at % 4 / 2] = 'n';
    expect_pattern(wanted, "nn.max_pool2d", {tensor<float>({1, 1, 4, 4}, values)}, attrs);
    expect_pattern(wanted, "nn.max_pool2d", {tensor<float>({1, 4, 4, 1}, values)}, last);
    expect_pattern(wanted, "nn.avg_pool2d", {tensor<float>({1, 1, 4, 4}, values)}, attrs);
    expect_pattern("n", "nn.global_max_pool2d", {tensor<float>({1, 1, 4, 4}, values)});
  }
}

TEST(HostNan, AWindowOfMinusInfinitiesStaysSo) {
  const Tensor x = tensor<float>({1, 1, 2, 2}, std::vector<float>(4, -kInf));
  for (const std::vector<float>& got : both("nn.max_pool2d", {x}, {{"pool_size", IntList{2, 2}}}))
    EXPECT_THAT(got, ElementsAre(-kInf));
}

TEST(HostNan, IsNoBound) {
  const Attrs attrs{{"a_min", 0.0}, {"a_max", std::nan("")}};
  const std::string error = test::op_error("clip", {tensor<float>({1}, {1})}, attrs);
  EXPECT_THAT(error, ::testing::HasSubstr("a bound is NaN, and bounds must be numbers"));
}

}  // namespace
}  // namespace vta
