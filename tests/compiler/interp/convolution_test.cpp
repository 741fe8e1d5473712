#include <gmock/gmock.h>

#include <limits>

#include "tests/compiler/interp/eval_test_util.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Case {
  int64_t n = 1, ic = 1, ih = 1, iw = 1, oc = 1, kh = 1, kw = 1, groups = 1;
  IntList strides = {1, 1}, padding = {0, 0, 0, 0}, dilation = {1, 1};

  Attrs attrs() const {
    return {{"strides", strides}, {"padding", padding}, {"dilation", dilation}, {"groups", groups}};
  }
};

// The definition, seven loops, one output after the other.
template <typename T, typename Acc>
std::vector<Acc> naive(const Case& c, const Tensor& data, const Tensor& kernel,
                       const Shape& out_shape) {
  const auto x = data.data<T>(), w = kernel.data<T>();
  const int64_t ic = c.ic / c.groups, oc = c.oc / c.groups;
  std::vector<Acc> out;
  for (int64_t n = 0; n < c.n; ++n)
    for (int64_t o = 0; o < c.oc; ++o)
      for (int64_t y = 0; y < out_shape[2]; ++y)
        for (int64_t z = 0; z < out_shape[3]; ++z) {
          Acc sum = 0;
          for (int64_t i = 0; i < ic; ++i)
            for (int64_t ky = 0; ky < c.kh; ++ky)
              for (int64_t kx = 0; kx < c.kw; ++kx) {
                const int64_t iy = y * c.strides[0] + ky * c.dilation[0] - c.padding[0];
                const int64_t ix = z * c.strides[1] + kx * c.dilation[1] - c.padding[1];
                if (iy < 0 || iy >= c.ih || ix < 0 || ix >= c.iw)
                  continue;
                const int64_t channel = o / oc * ic + i;
                sum += static_cast<Acc>(
                           x[static_cast<size_t>(((n * c.ic + channel) * c.ih + iy) * c.iw + ix)]) *
                       static_cast<Acc>(
                           w[static_cast<size_t>(((o * ic + i) * c.kh + ky) * c.kw + kx)]);
              }
          out.push_back(sum);
        }
  return out;
}

Case random_case(std::mt19937_64& rng) {
  const auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(rng);
  };
  Case c;
  c.groups = pick(0, 2) == 0 ? pick(2, 3) : 1;
  c.n = pick(1, 2), c.ic = c.groups * pick(1, 5), c.oc = c.groups * pick(1, 7);
  c.kh = pick(1, 3), c.kw = pick(1, 3);
  c.ih = pick(5, 11), c.iw = pick(5, 11);
  c.strides = {pick(1, 4), pick(1, 4)};
  c.dilation = {pick(1, 2), pick(1, 2)};
  c.padding = {pick(0, 2), pick(0, 2), pick(0, 2), pick(0, 2)};
  return c;
}

TEST(Conv2d, OneByOneIsAScale) {
  const Tensor y =
      eval("nn.conv2d", {make<float>({1, 1, 2, 2}, {1, 2, 3, 4}), make<float>({1, 1, 1, 1}, {2})});
  EXPECT_THAT(values<float>(y), ElementsAre(2, 4, 6, 8));
}

TEST(Conv2d, PadsReadAsZero) {
  const Tensor y = eval(
      "nn.conv2d", {make<float>({1, 1, 1, 3}, {1, 2, 3}), make<float>({1, 1, 1, 3}, {1, 10, 100})},
      {{"padding", IntList{0, 1, 0, 1}}});
  EXPECT_THAT(values<float>(y), ElementsAre(210, 321, 32));
}

TEST(Conv2d, UnevenPadsShiftTheWindow) {
  const Tensor y =
      eval("nn.conv2d", {make<float>({1, 1, 1, 3}, {1, 2, 3}), make<float>({1, 1, 1, 2}, {1, 10})},
           {{"padding", IntList{0, 0, 0, 1}}});
  EXPECT_THAT(values<float>(y), ElementsAre(21, 32, 3));
}

TEST(Conv2d, FloatEqualsTheDefinitionOnRandomGeometries) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::mt19937_64 rng(seed);
    const Case c = random_case(rng);
    const Tensor x = random_tensor<float>(rng, {c.n, c.ic, c.ih, c.iw});
    const Tensor w = random_tensor<float>(rng, {c.oc, c.ic / c.groups, c.kh, c.kw});
    const Tensor y = eval("nn.conv2d", {x, w}, c.attrs());
    const auto expected = naive<float, double>(c, x, w, y.shape());
    ASSERT_EQ(static_cast<size_t>(y.size()), expected.size());
    for (size_t i = 0; i < expected.size(); ++i)
      ASSERT_NEAR(y.data<float>()[i], expected[i], 1e-5) << i;
  }
}

TEST(Conv2d, Int8EqualsTheDefinitionOnRandomGeometries) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::mt19937_64 rng(seed);
    const Case c = random_case(rng);
    const Tensor x = random_tensor<int8_t>(rng, {c.n, c.ic, c.ih, c.iw});
    const Tensor w = random_tensor<int8_t>(rng, {c.oc, c.ic / c.groups, c.kh, c.kw});
    Attrs attrs = c.attrs();
    attrs.set("out_dtype", std::string("int32"));
    const Tensor y = eval("nn.conv2d", {x, w}, attrs);
    EXPECT_EQ(values<int32_t>(y), (naive<int8_t, int32_t>(c, x, w, y.shape())));
  }
}

// Where channel (o, p) of a packed tensor lies: block o, lane p.
Tensor packed_data(const Tensor& nchw, int64_t b, int64_t block) {
  const Shape& s = nchw.shape();
  const int64_t batches = (s[0] + b - 1) / b, groups = (s[1] + block - 1) / block;
  Tensor out = Tensor::zeros(DType::I8, {batches, groups, s[2], s[3], b, block});
  auto to = out.mutable_data<int8_t>();
  const auto from = nchw.data<int8_t>();
  for (int64_t n = 0; n < s[0]; ++n)
    for (int64_t c = 0; c < s[1]; ++c)
      for (int64_t i = 0; i < s[2] * s[3]; ++i)
        to[static_cast<size_t>(
            ((((n / b) * groups + c / block) * s[2] * s[3] + i) * b + n % b) * block + c % block)] =
            from[static_cast<size_t>((n * s[1] + c) * s[2] * s[3] + i)];
  return out;
}

Tensor packed_kernel(const Tensor& oihw, int64_t block_out, int64_t block_in) {
  const Shape& s = oihw.shape();
  const int64_t os = (s[0] + block_out - 1) / block_out, is = (s[1] + block_in - 1) / block_in;
  Tensor out = Tensor::zeros(DType::I8, {os, is, s[2], s[3], block_out, block_in});
  auto to = out.mutable_data<int8_t>();
  const auto from = oihw.data<int8_t>();
  const int64_t taps = s[2] * s[3];
  for (int64_t o = 0; o < s[0]; ++o)
    for (int64_t i = 0; i < s[1]; ++i)
      for (int64_t k = 0; k < taps; ++k)
        to[static_cast<size_t>(
            ((((o / block_out) * is + i / block_in) * taps + k) * block_out + o % block_out) *
                block_in +
            i % block_in)] = from[static_cast<size_t>((o * s[1] + i) * taps + k)];
  return out;
}

void expect_packed_equals_plain(int64_t b, int64_t block_in, int64_t block_out) {
  const int64_t block = std::max(block_in, block_out);
  std::mt19937_64 rng(7);
  const Tensor x = random_tensor<int8_t>(rng, {3, 9, 6, 5});
  const Tensor w = random_tensor<int8_t>(rng, {11, 9, 3, 3});
  Attrs attrs{{"strides", IntList{2, 1}},
              {"padding", IntList{1, 1, 0, 1}},
              {"out_dtype", std::string("int32")}};
  const Tensor plain = eval("nn.conv2d", {x, w}, attrs);
  attrs.set("data_layout", fmt::format("NCHW{}n{}c", b, block));
  attrs.set("kernel_layout", fmt::format("OIHW{}o{}i", block_out, block_in));
  const Tensor y =
      eval("nn.conv2d", {packed_data(x, b, block), packed_kernel(w, block_out, block_in)}, attrs);
  const Shape& s = plain.shape();
  const int64_t groups = (s[1] + block - 1) / block;
  ASSERT_EQ(y.shape(), (Shape{(3 + b - 1) / b, groups, s[2], s[3], b, block}));
  for (int64_t n = 0; n < s[0]; ++n)
    for (int64_t c = 0; c < s[1]; ++c)
      for (int64_t i = 0; i < s[2] * s[3]; ++i) {
        const int64_t at =
            ((((n / b) * groups + c / block) * s[2] * s[3] + i) * b + n % b) * block + c % block;
        ASSERT_EQ(y.data<int32_t>()[static_cast<size_t>(at)],
                  plain.data<int32_t>()[static_cast<size_t>((n * s[1] + c) * s[2] * s[3] + i)]);
      }
}

TEST(Conv2d, PackedEqualsPlain) {
  expect_packed_equals_plain(1, 4, 4);
}
TEST(Conv2d, PackedBatchesEqualPlain) {
  expect_packed_equals_plain(2, 4, 4);
}
TEST(Conv2d, PackedWiderInputBlockEqualsPlain) {
  expect_packed_equals_plain(1, 8, 4);
}
TEST(Conv2d, PackedWiderOutputBlockEqualsPlain) {
  expect_packed_equals_plain(1, 4, 8);
}

TEST(Conv2d, ChannelsLastEqualsChannelsFirst) {
  std::mt19937_64 rng(3);
  const Tensor x = random_tensor<float>(rng, {2, 3, 5, 4});
  const Tensor w = random_tensor<float>(rng, {6, 3, 3, 3});
  const Tensor plain = eval("nn.conv2d", {x, w}, {{"padding", IntList{1, 1, 1, 1}}});
  const Tensor x_last = eval("transpose", {x}, {{"axes", IntList{0, 2, 3, 1}}});
  const Tensor w_last = eval("transpose", {w}, {{"axes", IntList{2, 3, 1, 0}}});
  const Tensor y = eval("nn.conv2d", {x_last, w_last},
                        {{"padding", IntList{1, 1, 1, 1}},
                         {"data_layout", std::string("NHWC")},
                         {"kernel_layout", std::string("HWIO")}});
  EXPECT_EQ(values<float>(eval("transpose", {y}, {{"axes", IntList{0, 3, 1, 2}}})),
            values<float>(plain));
}

TEST(Conv2d, RefusesTypesWithoutAnAccumulator) {
  const auto call = [] {
    eval("nn.conv2d", {make<int8_t>({1, 1, 1, 1}, {1}), make<int8_t>({1, 1, 1, 1}, {1})});
  };
  EXPECT_THAT(error_of<CompileError>(call), HasSubstr("out_dtype=\"int32\""));
}

TEST(Dense, MultipliesByTransposedWeight) {
  const Tensor y =
      eval("nn.dense", {make<float>({1, 2}, {1, 2}), make<float>({3, 2}, {1, 0, 0, 1, 10, 100})});
  EXPECT_THAT(values<float>(y), ElementsAre(1, 2, 210));
}

TEST(Dense, Int8AccumulatesIn32Bits) {
  const int64_t k = 3000;
  const Tensor x = make<int8_t>({1, k}, std::vector<int8_t>(k, -128));
  const Tensor y = eval("nn.dense", {x, x}, {{"out_dtype", std::string("int32")}});
  EXPECT_THAT(values<int32_t>(y), ElementsAre(16384 * 3000));
}

// 2^17 products of 2^14 are 2^31, which wraps to the most negative value.
TEST(Dense, Int8SumsWrapAround) {
  const int64_t k = 1 << 17;
  const Tensor x = make<int8_t>({1, k}, std::vector<int8_t>(k, -128));
  const Tensor y = eval("nn.dense", {x, x}, {{"out_dtype", std::string("int32")}});
  EXPECT_THAT(values<int32_t>(y), ElementsAre(std::numeric_limits<int32_t>::min()));
}

TEST(Dense, FloatEqualsTheDefinition) {
  std::mt19937_64 rng(5);
  const Tensor x = random_tensor<float>(rng, {3, 1000});
  const Tensor w = random_tensor<float>(rng, {13, 1000});
  const Tensor y = eval("nn.dense", {x, w});
  for (size_t r = 0; r < 3; ++r)
    for (size_t o = 0; o < 13; ++o) {
      double sum = 0;
      for (size_t k = 0; k < 1000; ++k)
        sum += static_cast<double>(x.data<float>()[r * 1000 + k]) *
               static_cast<double>(w.data<float>()[o * 1000 + k]);
      EXPECT_NEAR(y.data<float>()[r * 13 + o], sum, 1e-4);
    }
}

}  // namespace
}  // namespace vta
