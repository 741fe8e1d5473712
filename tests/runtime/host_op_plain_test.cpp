// The plain kernels of host_op_float.h against their definition in double precision; whichever
// kernels the program is linked with, too, so that oneDNN and the plain ones stand side by side.
#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <random>

#include "runtime/host_op_float.h"

namespace vta::host {
namespace {

using Random = std::mt19937_64;

int64_t pick(Random& random, int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(random);
}

std::vector<float> floats(Random& random, int64_t count) {
  std::vector<float> values(static_cast<size_t>(count));
  for (float& v : values)
    v = std::uniform_real_distribution<float>(-2, 2)(random);
  return values;
}

// Every kernel that is there, from garbage in its output; 1e-5 of the sum of magnitudes that went
// into an element.
void expect_all(const std::vector<double>& expected, const std::vector<double>& magnitudes,
                const std::function<void(const FloatKernels&, float*)>& run) {
  for (const FloatKernels* kernels : {&plain_kernels(), &float_kernels()}) {
    std::vector<float> out(expected.size(), std::numeric_limits<float>::quiet_NaN());
    run(*kernels, out.data());
    for (size_t i = 0; i < out.size(); ++i)
      ASSERT_NEAR(out[i], expected[i], 1e-5 * magnitudes[i]) << kernels->name << ", element " << i;
  }
}

// A definition term by term: what an element sums up, and the sum of its terms' magnitudes.
struct Sums {
  std::vector<double> value, magnitude;
  void begin() {
    value.push_back(0);
    magnitude.push_back(1e-6);
  }
  void add(double term) {
    value.back() += term;
    magnitude.back() += std::abs(term);
  }
};

size_t at(int64_t index) {
  return static_cast<size_t>(index);
}

int64_t windows(int64_t extent, int64_t before, int64_t after, int64_t kernel, int64_t stride,
                int64_t dilation) {
  return (extent + before + after - (kernel - 1) * dilation - 1) / stride + 1;
}

Sums convolved(const ConvShape& s, const std::vector<float>& data,
               const std::vector<float>& weight) {
  Sums sums;
  const int64_t ics = s.ic / s.groups, ocs = s.oc / s.groups;
  for (int64_t i = 0; i < s.n * s.oc * s.oh * s.ow; ++i) {
    const int64_t x = i % s.ow, y = i / s.ow % s.oh, oc = i / s.ow / s.oh % s.oc,
                  n = i / s.ow / s.oh / s.oc;
    sums.begin();
    for (int64_t k = 0; k < ics * s.kh * s.kw; ++k) {
      const int64_t iy = y * s.stride[0] + k / s.kw % s.kh * s.dilation[0] - s.pad[0];
      const int64_t ix = x * s.stride[1] + k % s.kw * s.dilation[1] - s.pad[1];
      if (iy < 0 || iy >= s.ih || ix < 0 || ix >= s.iw)
        continue;
      const int64_t plane = n * s.ic + oc / ocs * ics + k / s.kw / s.kh;
      sums.add(double{data[at((plane * s.ih + iy) * s.iw + ix)]} *
               double{weight[at(oc * ics * s.kh * s.kw + k)]});
    }
  }
  return sums;
}

void check_conv(Random& random, ConvShape s) {
  s.oh = windows(s.ih, s.pad[0], s.pad[2], s.kh, s.stride[0], s.dilation[0]);
  s.ow = windows(s.iw, s.pad[1], s.pad[3], s.kw, s.stride[1], s.dilation[1]);
  SCOPED_TRACE(testing::Message() << s.n << "x" << s.ic << "x" << s.ih << "x" << s.iw << " to "
                                  << s.oc << "x" << s.oh << "x" << s.ow << ", " << s.groups
                                  << " groups");
  const std::vector<float> data = floats(random, s.n * s.ic * s.ih * s.iw);
  const std::vector<float> weight = floats(random, s.oc * s.ic / s.groups * s.kh * s.kw);
  const Sums sums = convolved(s, data, weight);
  expect_all(sums.value, sums.magnitude, [&](const FloatKernels& kernels, float* out) {
    kernels.conv(s, data.data(), weight.data(), out);
  });
}

TEST(HostKernels, ConvolutionsAreTheirDefinition) {
  Random random(7);
  for (int round = 0; round < 60; ++round) {
    ConvShape s;
    s.groups = pick(random, 0, 2) == 0 ? pick(random, 2, 5) : 1;
    s.n = pick(random, 1, 3);
    s.ic = s.groups * pick(random, 1, 5);
    s.oc = s.groups * pick(random, 1, 9);
    s.ih = pick(random, 5, 14);
    s.iw = pick(random, 5, 14);
    s.kh = pick(random, 1, 3);
    s.kw = pick(random, 1, 3);
    s.stride = {pick(random, 1, 3), pick(random, 1, 3)};
    s.dilation = {pick(random, 1, 2), pick(random, 1, 2)};
    s.pad = {pick(random, 0, 2), pick(random, 0, 2), pick(random, 0, 2), pick(random, 0, 2)};
    check_conv(random, s);
  }
}

// More than a block of depth (256) and of columns (64), and single elements.
TEST(HostKernels, ConvolutionsCrossTheirBlocks) {
  Random random(8);
  check_conv(random,
             {.ic = 65, .ih = 13, .iw = 11, .oc = 17, .kh = 3, .kw = 3, .pad = {1, 1, 1, 1}});
  check_conv(random, {.ic = 257, .ih = 1, .iw = 65, .oc = 5});
  check_conv(random, {});
  check_conv(random,
             {.n = 4, .ic = 17, .ih = 9, .iw = 9, .oc = 17, .kh = 3, .kw = 3, .groups = 17});
}

TEST(HostKernels, DenseLayersAreTheirDefinition) {
  Random random(9);
  for (int round = 0; round < 40; ++round) {
    const DenseShape s{pick(random, 1, 11), pick(random, 1, 70), pick(random, 1, 20)};
    const std::vector<float> data = floats(random, s.rows * s.depth);
    const std::vector<float> weight = floats(random, s.units * s.depth);
    Sums sums;
    for (int64_t i = 0; i < s.rows * s.units; ++i) {
      sums.begin();
      for (int64_t k = 0; k < s.depth; ++k)
        sums.add(double{data[at(i / s.units * s.depth + k)]} *
                 double{weight[at(i % s.units * s.depth + k)]});
    }
    expect_all(sums.value, sums.magnitude, [&](const FloatKernels& kernels, float* out) {
      kernels.dense(s, data.data(), weight.data(), out);
    });
  }
}

TEST(HostKernels, ProductsOfBatchesAreTheirDefinition) {
  Random random(10);
  for (int round = 0; round < 60; ++round) {
    const int64_t batch = pick(random, 1, 3);
    MatmulShape s{
        batch,         batch, pick(random, 1, 9), pick(random, 1, 300), pick(random, 1, 70),
        round % 2 == 0};
    if (round % 5 == 0)
      (round % 2 == 0 ? s.a_batch : s.b_batch) = 1;
    const std::vector<float> a = floats(random, s.a_batch * s.rows * s.depth);
    const std::vector<float> b = floats(random, s.b_batch * s.depth * s.columns);
    Sums sums;
    for (int64_t i = 0; i < std::max(s.a_batch, s.b_batch) * s.rows * s.columns; ++i) {
      const int64_t n = i / s.columns / s.rows, row = i / s.columns % s.rows,
                    column = i % s.columns;
      const int64_t a_row = ((s.a_batch == 1 ? 0 : n) * s.rows + row) * s.depth;
      const int64_t b_n = (s.b_batch == 1 ? 0 : n) * s.depth * s.columns;
      sums.begin();
      for (int64_t k = 0; k < s.depth; ++k)
        sums.add(double{a[at(a_row + k)]} *
                 double{b[at(b_n + (s.b_turned ? column * s.depth + k : k * s.columns + column))]});
    }
    expect_all(sums.value, sums.magnitude, [&](const FloatKernels& kernels, float* out) {
      kernels.matmul(s, a.data(), b.data(), out);
    });
  }
}

Sums pooled(PoolKind kind, const PoolShape& s, const std::vector<float>& in) {
  Sums sums;
  for (int64_t i = 0; i < s.planes * s.oh * s.ow; ++i) {
    const int64_t x = i % s.ow, y = i / s.ow % s.oh, plane = i / s.ow / s.oh;
    double sum = 0, most = std::numeric_limits<float>::lowest();
    int64_t count = 0;
    for (int64_t k = 0; k < s.kernel[0] * s.kernel[1]; ++k) {
      const int64_t iy = y * s.stride[0] + k / s.kernel[1] * s.dilation[0] - s.pad[0];
      const int64_t ix = x * s.stride[1] + k % s.kernel[1] * s.dilation[1] - s.pad[1];
      if (iy < 0 || iy >= s.ih || ix < 0 || ix >= s.iw)
        continue;
      const double value = in[at((plane * s.ih + iy) * s.iw + ix)];
      sum += value;
      most = std::max(most, value);
      ++count;
    }
    if (kind == PoolKind::MeanWithPadding)
      count = s.kernel[0] * s.kernel[1];
    sums.begin();
    sums.add(kind == PoolKind::Max ? most : sum / static_cast<double>(count));
    sums.magnitude.back() = 2;
  }
  return sums;
}

TEST(HostKernels, PoolsAreTheirDefinition) {
  Random random(11);
  for (int round = 0; round < 120; ++round) {
    PoolShape s;
    s.planes = pick(random, 1, 6);
    s.ih = pick(random, 5, 12);
    s.iw = pick(random, 5, 12);
    s.kernel = {pick(random, 1, 3), pick(random, 1, 3)};
    s.stride = {pick(random, 1, 4), pick(random, 1, 4)};
    s.dilation = {pick(random, 1, 2), pick(random, 1, 2)};
    for (size_t side = 0; side < 4; ++side)
      s.pad[side] = pick(random, 0, (s.kernel[side % 2] - 1) * s.dilation[side % 2]);
    s.oh = windows(s.ih, s.pad[0], s.pad[2], s.kernel[0], s.stride[0], s.dilation[0]);
    s.ow = windows(s.iw, s.pad[1], s.pad[3], s.kernel[1], s.stride[1], s.dilation[1]);
    const auto kind = static_cast<PoolKind>(round % 3);
    const std::vector<float> in = floats(random, s.planes * s.ih * s.iw);
    const Sums sums = pooled(kind, s, in);
    expect_all(sums.value, sums.magnitude, [&](const FloatKernels& kernels, float* out) {
      kernels.pool(kind, s, in.data(), out);
    });
  }
}

TEST(HostKernels, TheProgramHasThoseThatWereChosen) {
  EXPECT_EQ(plain_kernels().name, "plain");
  EXPECT_EQ(float_kernels().name, VTA_HOST);
}

}  // namespace
}  // namespace vta::host
