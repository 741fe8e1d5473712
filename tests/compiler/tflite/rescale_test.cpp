// qnn.rescale and its kin on any operands, not only those of models: the interpreter and the host's
// operators against exact arithmetic.
#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "compiler/graph/op_table.h"
#include "compiler/interp/interpreter.h"
#include "runtime/host_ops.h"

namespace vta {
namespace {

using Real = long double;

// The low 32 bits of a whole number, as int32.
int64_t wrapped(Real y) {
  const Real turns = std::floor((y + 2147483648.0L) / 4294967296.0L);
  return static_cast<int64_t>(y - turns * 4294967296.0L);
}

// What rounding to int8 with a zero point should make of x q 2^(s - 31).
int64_t rounded(int32_t x, int32_t q, int s, const std::string& rounding) {
  const Real product = static_cast<Real>(x) * static_cast<Real>(q);
  if (rounding == "single")
    return wrapped(std::floor(std::ldexp(product, s - 31) + (s == 31 ? 0 : 0.5L)));
  if (rounding == "even")
    return static_cast<int64_t>(std::nearbyint(std::ldexp(product, s - 31)));
  const auto moved = static_cast<Real>(wrapped(std::ldexp(static_cast<Real>(x), std::max(s, 0))));
  const Real high =
      std::min(std::floor(moved * static_cast<Real>(q) / 2147483648.0L + 0.5L), 2147483647.0L);
  return static_cast<int64_t>(std::round(std::ldexp(high, std::min(s, 0))));
}

template <typename T>
Tensor tensor(const Shape& shape, const std::vector<T>& values) {
  return Tensor::from_span<T>(shape, values);
}

// Of both implementations, which must agree.
Tensor both(const std::string& op, const Attrs& attrs, const std::vector<Tensor>& operands) {
  const Tensor a = evaluate_op(op, attrs, operands).front();
  const Tensor b = run_host_op(op, attrs, operands).front();
  EXPECT_TRUE(std::ranges::equal(a.bytes(), b.bytes())) << op << ": the host differs";
  return a;
}

constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();
constexpr int32_t kMost = std::numeric_limits<int32_t>::max();

// Extremes, and numbers whose products lie about ties.
std::vector<int32_t> numbers(std::mt19937_64& random, size_t n) {
  std::vector<int32_t> out = {0, 1, -1, kLeast, kMost, 1 << 30, -(1 << 30), 3, -3};
  while (out.size() < n) {
    const auto bits = static_cast<int>(random() % 32);
    out.push_back(static_cast<int32_t>(static_cast<uint32_t>(random())) >> bits);
  }
  return out;
}

TEST(Rescale, IsExactForEveryShiftInEachRounding) {
  std::mt19937_64 random(17);
  constexpr size_t kCount = 200;
  for (const char* rounding : {"double", "single", "even"})
    for (int32_t shift = -31; shift <= 31; ++shift)
      for (const int32_t q : numbers(random, 16)) {
        const std::vector<int32_t> x = numbers(random, kCount);
        const auto operands = [&](const Tensor& zero) {
          return std::vector{tensor<int32_t>({kCount}, x), Tensor::scalar(q), Tensor::scalar(shift),
                             zero};
        };
        const Tensor wide = both("qnn.rescale", {{"rounding", std::string(rounding)}},
                                 operands(Tensor::scalar(int32_t{-5})));
        const Tensor narrow = both(
            "qnn.rescale",
            {{"rounding", std::string(rounding)}, {"a_min", int64_t{-100}}, {"a_max", int64_t{90}}},
            operands(Tensor::scalar(int8_t{7})));
        for (size_t i = 0; i < kCount; ++i) {
          const int64_t y = rounded(x[i], q, shift, rounding);
          ASSERT_EQ(wide.data<int32_t>()[i], std::clamp<int64_t>(y - 5, kLeast, kMost))
              << rounding << " " << x[i] << " " << q << " " << shift;
          ASSERT_EQ(narrow.data<int8_t>()[i], std::clamp<int64_t>(y + 7, -100, 90))
              << rounding << " " << x[i] << " " << q << " " << shift;
        }
      }
}

// By hand: 5/2, 7/2 and their negatives at a factor of 1/2; and where the two roundings differ.
TEST(Rescale, RoundsTiesAsItsNameSays) {
  const auto of = [](const char* rounding, std::vector<int32_t> x, int32_t shift) {
    const Shape shape = {std::ssize(x)};
    const Tensor y = both("qnn.rescale", {{"rounding", std::string(rounding)}},
                          {tensor(shape, x), Tensor::scalar(int32_t{1 << 30}),
                           Tensor::scalar(shift), Tensor::scalar(int8_t{0})});
    return std::vector<int>(y.data<int8_t>().begin(), y.data<int8_t>().end());
  };
  using testing::ElementsAre;
  EXPECT_THAT(of("single", {5, 7, -5, -7}, 0), ElementsAre(3, 4, -2, -3));
  EXPECT_THAT(of("even", {5, 7, -5, -7}, 0), ElementsAre(2, 4, -2, -4));
  EXPECT_THAT(of("double", {5, 7, -5, -7}, 0), ElementsAre(3, 4, -2, -3));
  // A factor of 1/4: first to a half, then to a whole, away from zero.
  EXPECT_THAT(of("double", {5, 9, -5, -6, -10}, -1), ElementsAre(2, 3, -1, -2, -3));
  EXPECT_THAT(of("single", {5, 9, -5, -6, -10}, -1), ElementsAre(1, 2, -1, -1, -2));
}

TEST(Rescale, InFloatIsOneProductRoundedToEven) {
  const auto of = [](std::vector<int32_t> x, float m, int32_t shift) {
    const Shape shape = {std::ssize(x)};
    const Tensor y = both(
        "qnn.rescale", {{"rounding", std::string("float")}},
        {tensor(shape, x), Tensor::scalar(m), Tensor::scalar(shift), Tensor::scalar(int8_t{1})});
    return std::vector<int>(y.data<int8_t>().begin(), y.data<int8_t>().end());
  };
  EXPECT_THAT(of({5, 7, -5, 1000, kLeast}, 0.5F, 0), testing::ElementsAre(3, 5, -1, 127, -128));
  EXPECT_THAT(of({5, 7, -5}, 2.0F, -2), testing::ElementsAre(3, 5, -1));
}

TEST(Rescale, HasAFactorForEachIndexOfAnAxis) {
  const Tensor x = tensor<int32_t>({1, 2, 1, 3}, {100, 200, 300, 100, 200, 300});
  const Tensor y = both("qnn.rescale", {{"rounding", std::string("single")}},
                        {x, tensor<int32_t>({2, 1, 1}, {1 << 30, 1 << 30}),
                         tensor<int32_t>({2, 1, 1}, {-1, -3}), Tensor::scalar(int8_t{0})});
  EXPECT_THAT(y.data<int8_t>(), testing::ElementsAre(25, 50, 75, 6, 13, 19));
  const Tensor last = both("qnn.rescale", {{"rounding", std::string("single")}},
                           {x, Tensor::scalar(int32_t{1 << 30}), tensor<int32_t>({3}, {-1, -2, -3}),
                            Tensor::scalar(int8_t{0})});
  EXPECT_THAT(last.data<int8_t>(), testing::ElementsAre(25, 25, 19, 25, 25, 19));
}

TEST(Rescale, WhatIsNoOperandIsNamed) {
  const auto error = [](const std::string& op, const Attrs& attrs,
                        const std::vector<Tensor>& operands) -> std::string {
    std::string host, interpreted;
    try {
      evaluate_op(op, attrs, operands);
    } catch (const Error& e) {
      interpreted = e.what();
    }
    try {
      run_host_op(op, attrs, operands);
    } catch (const Error& e) {
      host = e.what();
    }
    EXPECT_EQ(host.empty(), interpreted.empty()) << host << interpreted;
    return interpreted;
  };
  using testing::HasSubstr;
  const Tensor x = Tensor::zeros(DType::I32, {2, 3}), one = Tensor::scalar(int32_t{1}),
               zero = Tensor::scalar(int8_t{0}), bytes = Tensor::zeros(DType::I8, {2, 3});
  const auto rescale = [&](const Attrs& attrs, const Tensor& q, const Tensor& s) {
    return error("qnn.rescale", attrs, {x, q, s, zero});
  };
  EXPECT_EQ(rescale({}, one, one), "");
  EXPECT_THAT(rescale({{"rounding", std::string("up")}}, one, one),
              HasSubstr("rounding \"up\" is not known: legal are double, single, even, float"));
  EXPECT_THAT(rescale({{"rounding", std::string("float")}}, one, one),
              HasSubstr("must be float32"));
  EXPECT_THAT(rescale({}, one, Tensor::scalar(int32_t{32})),
              HasSubstr("shift 32 must be in -31..31"));
  EXPECT_THAT(rescale({}, x, one), HasSubstr("one value, or one for each index of an axis"));
  EXPECT_THAT(rescale({{"a_min", int64_t{-129}}}, one, one), HasSubstr("a_min -129"));
  EXPECT_THAT(rescale({{"a_min", int64_t{4}}, {"a_max", int64_t{3}}}, one, one),
              HasSubstr("a_max 3"));
  EXPECT_THAT(error("qnn.rescale", {}, {bytes, one, one, zero}), HasSubstr("must be int32"));
  EXPECT_THAT(error("qnn.average", {}, {x, Tensor::scalar(int32_t{0})}),
              HasSubstr("count 0 must be at least 1"));
  EXPECT_THAT(error("qnn.softmax", {{"multiplier", int64_t{5}}}, {bytes}),
              HasSubstr("multiplier 5 must be in 2^30..2^31 - 1"));
  EXPECT_THAT(error("qnn.sigmoid", {{"multiplier", int64_t{1} << 30}, {"zero_point", int64_t{300}}},
                    {bytes}),
              HasSubstr("zero_point 300 must be in -128..127"));
}

TEST(IntegerSoftmax, AndSigmoidAreTheSameOnTheHost) {
  std::mt19937_64 random(23);
  for (int i = 0; i < 300; ++i) {
    const auto extent = [&] { return static_cast<int64_t>(random() % 6 + 1); };
    Tensor x = Tensor::zeros(DType::I8, {extent(), extent(), extent()});
    for (int8_t& v : x.mutable_data<int8_t>())
      v = static_cast<int8_t>(random());
    const Attrs attrs = {{"multiplier", static_cast<int64_t>((1 << 30) + random() % (1 << 30))},
                         {"shift", static_cast<int64_t>(random() % 32)},
                         {"rounding", std::string(i % 2 == 0 ? "single" : "double")}};
    Attrs of_softmax = attrs, of_sigmoid = attrs;
    of_softmax.set("axis", static_cast<int64_t>(random() % 3));
    of_sigmoid.set("zero_point", static_cast<int64_t>(random() % 256) - 128);
    both("qnn.softmax", of_softmax, {x});
    both("qnn.sigmoid", of_sigmoid, {x});
  }
}

}  // namespace
}  // namespace vta
