#include "compiler/interp/interpreter.h"
#include "tests/runtime/host_ops_test_util.h"

namespace vta {
namespace {

using test::op_error;
using test::run_op;
using test::tensor;
using test::values_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct ConvCase {
  int64_t n = 1, ic = 1, h = 1, w = 1, oc = 1, kh = 1, kw = 1, groups = 1;
  IntList stride{1, 1}, dilation{1, 1}, pad{0, 0, 0, 0};

  Attrs attrs() const {
    return {{"strides", stride}, {"padding", pad}, {"dilation", dilation},
            {"groups", groups},  {"channels", oc}, {"kernel_size", IntList{kh, kw}}};
  }
  std::string text() const {
    return fmt::format("{}x{}x{}x{} oc {} k {}x{} g {} s {} d {} p {}", n, ic, h, w, oc, kh, kw,
                       groups, fmt::join(stride, ","), fmt::join(dilation, ","),
                       fmt::join(pad, ","));
  }
};

// The definition, term by term.
template <typename T, typename Sum>
Tensor plain_conv(const ConvCase& c, const Tensor& data, const Tensor& weight) {
  const int64_t oh = (c.h + c.pad[0] + c.pad[2] - (c.kh - 1) * c.dilation[0] - 1) / c.stride[0] + 1;
  const int64_t ow = (c.w + c.pad[1] + c.pad[3] - (c.kw - 1) * c.dilation[1] - 1) / c.stride[1] + 1;
  Tensor out = Tensor::zeros(dtype_of<Sum>(), {c.n, c.oc, oh, ow});
  const int64_t gi = c.ic / c.groups, go = c.oc / c.groups;
  size_t at = 0;
  for (int64_t n = 0; n < c.n; ++n)
    for (int64_t o = 0; o < c.oc; ++o)
      for (int64_t y = 0; y < oh; ++y)
        for (int64_t x = 0; x < ow; ++x, ++at) {
          Sum sum = 0;
          for (int64_t i = 0; i < gi; ++i)
            for (int64_t ky = 0; ky < c.kh; ++ky)
              for (int64_t kx = 0; kx < c.kw; ++kx) {
                const int64_t iy = y * c.stride[0] + ky * c.dilation[0] - c.pad[0];
                const int64_t ix = x * c.stride[1] + kx * c.dilation[1] - c.pad[1];
                if (iy < 0 || iy >= c.h || ix < 0 || ix >= c.w)
                  continue;
                const int64_t from = ((n * c.ic + o / go * gi + i) * c.h + iy) * c.w + ix;
                const int64_t with = ((o * gi + i) * c.kh + ky) * c.kw + kx;
                sum += static_cast<Sum>(data.data<T>()[static_cast<size_t>(from)]) *
                       static_cast<Sum>(weight.data<T>()[static_cast<size_t>(with)]);
              }
          out.mutable_data<Sum>()[at] = sum;
        }
  return out;
}

ConvCase random_case(std::mt19937_64& random) {
  const auto pick = [&](uint64_t low, uint64_t high) {
    return static_cast<int64_t>(low + random() % (high - low + 1));
  };
  ConvCase c;
  c.groups = pick(0, 3) == 0 ? pick(2, 4) : 1;
  c.n = pick(1, 2);
  c.ic = c.groups * pick(1, 6);
  c.oc = c.groups * pick(1, 7);
  c.h = pick(6, 13);
  c.w = pick(6, 13);
  c.kh = pick(1, 3);
  c.kw = pick(1, 3);
  c.stride = {pick(1, 3), pick(1, 3)};
  c.dilation = {pick(1, 2), pick(1, 2)};
  c.pad = {pick(0, 2), pick(0, 2), pick(0, 2), pick(0, 2)};
  return c;
}

TEST(HostConv, FloatAgreesWithPlainLoops) {
  std::mt19937_64 random(41);
  for (int round = 0; round < 40; ++round) {
    const ConvCase c = random_case(random);
    SCOPED_TRACE(c.text());
    const Tensor data = test::random_tensor(DType::F32, {c.n, c.ic, c.h, c.w}, random);
    const Tensor weight =
        test::random_tensor(DType::F32, {c.oc, c.ic / c.groups, c.kh, c.kw}, random);
    test::expect_close(run_op("nn.conv2d", {data, weight}, c.attrs()),
                       plain_conv<float, float>(c, data, weight));
  }
}

TEST(HostConv, Int8AgreesWithPlainLoops) {
  std::mt19937_64 random(42);
  for (int round = 0; round < 120; ++round) {
    ConvCase c = random_case(random);
    if (round % 4 == 0)
      c.oc = c.groups = c.ic;  // depthwise
    SCOPED_TRACE(c.text());
    const Tensor data = test::random_tensor(DType::I8, {c.n, c.ic, c.h, c.w}, random);
    const Tensor weight =
        test::random_tensor(DType::I8, {c.oc, c.ic / c.groups, c.kh, c.kw}, random);
    Attrs attrs = c.attrs();
    attrs.set("out_dtype", std::string("int32"));
    test::expect_close(run_op("nn.conv2d", {data, weight}, attrs),
                       plain_conv<int8_t, int32_t>(c, data, weight));
  }
}

// Weights that were read last are kept: the same bytes in another form, and others in the same
// form, are none of those.
TEST(HostConv, Int8WeightsOfTheCallBeforeAreNotMistaken) {
  std::mt19937_64 random(43);
  const Tensor bytes = test::random_tensor(DType::I8, {24}, random);
  std::vector<ConvCase> cases;
  for (const auto& [oc, ic, kh, kw] : std::vector<std::array<int64_t, 4>>{
           {2, 12, 1, 1}, {2, 6, 1, 2}, {2, 6, 2, 1}, {2, 3, 2, 2}, {2, 3, 1, 4}, {4, 6, 1, 1}})
    for (const int64_t dilation : {1, 2})
      for (const int64_t groups : {1, 2})
        cases.push_back({.ic = ic * groups,
                         .h = 8,
                         .w = 8,
                         .oc = oc,
                         .kh = kh,
                         .kw = kw,
                         .groups = groups,
                         .dilation = {1, dilation}});
  for (int round = 0; round < 200; ++round) {
    const ConvCase& c = cases[random() % cases.size()];
    SCOPED_TRACE(c.text());
    Tensor weight =
        Tensor::from_span<int8_t>({c.oc, c.ic / c.groups, c.kh, c.kw}, bytes.data<int8_t>());
    if (random() % 2 == 0)
      weight.mutable_data<int8_t>()[random() % 24] = 1;
    const Tensor data = test::random_tensor(DType::I8, {c.n, c.ic, c.h, c.w}, random);
    Attrs attrs = c.attrs();
    attrs.set("out_dtype", std::string("int32"));
    test::expect_close(run_op("nn.conv2d", {data, weight}, attrs),
                       plain_conv<int8_t, int32_t>(c, data, weight));
  }
}

TEST(HostConv, Int8ExtremesDoNotSaturate) {
  Tensor data = Tensor::zeros(DType::I8, {1, 64, 3, 3}),
         weight = Tensor::zeros(DType::I8, {1, 64, 3, 3});
  std::ranges::fill(data.mutable_data<int8_t>(), static_cast<int8_t>(-128));
  std::ranges::fill(weight.mutable_data<int8_t>(), static_cast<int8_t>(-128));
  const Tensor out = run_op("nn.conv2d", {data, weight}, {{"out_dtype", std::string("int32")}});
  EXPECT_THAT(values_of<int32_t>(out), ElementsAre(64 * 9 * 128 * 128));
}

TEST(HostConv, OtherLayoutsAreReordered) {
  std::mt19937_64 random(43);
  const ConvCase c{2, 3, 7, 6, 4, 3, 2, 1, {2, 1}, {1, 1}, {1, 0, 0, 1}};
  const Tensor data = test::random_tensor(DType::F32, {2, 3, 7, 6}, random);
  const Tensor weight = test::random_tensor(DType::F32, {4, 3, 3, 2}, random);
  Attrs attrs = c.attrs();
  attrs.set("data_layout", std::string("NHWC"));
  attrs.set("kernel_layout", std::string("HWIO"));
  const Tensor nhwc = run_op("transpose", {data}, {{"axes", IntList{0, 2, 3, 1}}});
  const Tensor hwio = run_op("transpose", {weight}, {{"axes", IntList{2, 3, 1, 0}}});
  const Tensor out = run_op("nn.conv2d", {nhwc, hwio}, attrs);
  test::expect_close(run_op("transpose", {out}, {{"axes", IntList{0, 3, 1, 2}}}),
                     plain_conv<float, float>(c, data, weight));
}

TEST(HostConv, WhatIsNotComputedIsNamed) {
  const Tensor i8 = Tensor::zeros(DType::I8, {1, 1, 3, 3}),
               f32 = Tensor::zeros(DType::F32, {1, 1, 3, 3});
  EXPECT_THAT(op_error("nn.conv2d", {i8, i8}),
              HasSubstr("only float32 to float32 and int8 to int32"));
  EXPECT_THAT(op_error("nn.conv2d", {f32, i8}),
              HasSubstr("data is float32 but the kernel is int8"));
  const Tensor packed = Tensor::zeros(DType::F32, {1, 1, 3, 3, 1, 16});
  const Tensor sixteen = Tensor::zeros(DType::F32, {16, 16, 3, 3});
  EXPECT_THAT(op_error("nn.conv2d", {packed, sixteen}, {{"data_layout", std::string("NCHW1n16c")}}),
              HasSubstr("'NCHW1n16c' is not supported on the host"));
  EXPECT_THAT(op_error("nn.conv2d", {f32, Tensor::zeros(DType::F32, {1, 2, 3, 3})}),
              HasSubstr("takes 2 channels per group"));
  EXPECT_THAT(op_error("nn.conv2d", {f32, Tensor::zeros(DType::F32, {1, 1, 5, 5})}),
              HasSubstr("a window of 5 does not fit height 3"));
  EXPECT_THAT(op_error("nn.conv2d", {f32, f32}, {{"padding", IntList{1, 2, 3}}}),
              HasSubstr("padding has 3 values"));
  EXPECT_THAT(op_error("nn.conv2d", {f32, f32}, {{"strides", IntList{0, 1}}}),
              HasSubstr("strides has 0: must be 1.."));
}

// Channels that oneDNN computes in blocks of 8 or 16, and such that it does not.
TEST(HostConv, BlocksOfChannelsAgreeWithPlainLoops) {
  std::mt19937_64 random(45);
  for (int64_t ic : {8, 16, 24, 20})
    for (int64_t oc : {8, 32, 40, 9}) {
      const ConvCase c{2, ic, 5, 7, oc, 3, 3, 1, {1, 1}, {1, 1}, {1, 1, 1, 1}};
      SCOPED_TRACE(c.text());
      const Tensor data = test::random_tensor(DType::F32, {2, ic, 5, 7}, random);
      const Tensor weight = test::random_tensor(DType::F32, {oc, ic, 3, 3}, random);
      test::expect_close(run_op("nn.conv2d", {data, weight}, c.attrs()),
                         plain_conv<float, float>(c, data, weight));
    }
}

TEST(HostDense, FloatAndInt8AgreeWithPlainLoops) {
  std::mt19937_64 random(44);
  for (DType dtype : {DType::F32, DType::I8})
    for (int64_t rows : {1, 3})
      for (int64_t depth : {1, 15, 64, 65, 7300}) {
        const ConvCase c{rows, depth, 1, 1, 9, 1, 1, 1, {1, 1}, {1, 1}, {0, 0, 0, 0}};
        SCOPED_TRACE(c.text());
        const Tensor data = test::random_tensor(dtype, {rows, depth}, random);
        const Tensor weight = test::random_tensor(dtype, {9, depth}, random);
        Attrs attrs = {{"units", int64_t{9}}};
        if (dtype == DType::I8)
          attrs.set("out_dtype", std::string("int32"));
        const Tensor expected = dtype == DType::I8 ? plain_conv<int8_t, int32_t>(c, data, weight)
                                                   : plain_conv<float, float>(c, data, weight);
        test::expect_close(run_op("nn.dense", {data, weight}, attrs), expected.reshaped({rows, 9}));
      }
}

TEST(HostDense, DepthsMustAgree) {
  EXPECT_THAT(
      op_error("nn.dense", {Tensor::zeros(DType::F32, {1, 3}), Tensor::zeros(DType::F32, {4, 5})}),
      HasSubstr("takes 5 values per row"));
}

TEST(HostPool, MaxOfPackedTensorsTakesAxesTwoAndThree) {
  Tensor t = Tensor::zeros(DType::I8, {1, 1, 2, 2, 1, 2});
  const std::vector<int8_t> v = {-1, 5, -2, 6, -3, 7, -4, 8};
  std::ranges::copy(v, t.mutable_data<int8_t>().begin());
  const Attrs attrs = {
      {"pool_size", IntList{3, 3}}, {"strides", IntList{2, 2}}, {"padding", IntList{1, 1, 1, 1}}};
  const Tensor out = run_op("nn.max_pool2d", {t}, attrs);
  EXPECT_EQ(out.shape(), (Shape{1, 1, 1, 1, 1, 2}));
  EXPECT_THAT(values_of<int8_t>(out), ElementsAre(-1, 8));
}

TEST(HostPool, IntegerMeansTruncate) {
  const Tensor t = tensor<int32_t>({1, 2, 1, 2}, {-4, -3, 4, 3});
  EXPECT_THAT(values_of<int32_t>(run_op("nn.global_avg_pool2d", {t})), ElementsAre(-3, 3));
}

TEST(HostPool, AveragesCountPaddingWhenAsked) {
  const Tensor t = tensor<float>({1, 1, 1, 2}, {4, 8});
  Attrs attrs = {{"pool_size", IntList{1, 2}}, {"padding", IntList{0, 1, 0, 1}}};
  EXPECT_THAT(values_of<float>(run_op("nn.avg_pool2d", {t}, attrs)), ElementsAre(4, 6, 8));
  attrs.set("count_include_pad", true);
  EXPECT_THAT(values_of<float>(run_op("nn.avg_pool2d", {t}, attrs)), ElementsAre(2, 6, 4));
}

TEST(HostPool, PaddingAsWideAsTheWindowIsRefused) {
  const Attrs attrs = {{"pool_size", IntList{2, 2}}, {"padding", IntList{2, 0, 0, 0}}};
  EXPECT_THAT(op_error("nn.max_pool2d", {Tensor::zeros(DType::F32, {1, 1, 4, 4})}, attrs),
              HasSubstr("smaller than the window"));
  EXPECT_THAT(op_error("nn.max_pool2d", {Tensor::zeros(DType::F32, {1, 1, 4, 4})}),
              HasSubstr("pool_size is missing"));
}

TEST(HostPool, AgreesWithTheInterpreter) {
  std::mt19937_64 random(45);
  const auto pick = [&](uint64_t low, uint64_t high) {
    return static_cast<int64_t>(low + random() % (high - low + 1));
  };
  for (int round = 0; round < 120; ++round) {
    const bool nhwc = pick(0, 3) == 0;
    const IntList kernel = {pick(2, 4), pick(2, 4)};
    const Attrs attrs = {{"pool_size", kernel},
                         {"strides", IntList{pick(1, 3), pick(1, 3)}},
                         {"padding", IntList{pick(0, 1), pick(0, 1), pick(0, 1), pick(0, 1)}},
                         {"layout", std::string(nhwc ? "NHWC" : "NCHW")},
                         {"ceil_mode", pick(0, 1) == 0}};
    const Shape shape =
        nhwc ? Shape{2, pick(5, 9), pick(5, 9), 3} : Shape{2, 3, pick(5, 9), pick(5, 9)};
    const DType dtype =
        std::array{DType::F32, DType::I8, DType::I32}[static_cast<size_t>(pick(0, 2))];
    const std::vector<Tensor> in = {test::random_tensor(dtype, shape, random)};
    for (const char* op : {"nn.max_pool2d", "nn.avg_pool2d"}) {
      Attrs with = attrs;
      if (std::string_view(op) == "nn.avg_pool2d")
        with.set("count_include_pad", round % 2 == 0);
      SCOPED_TRACE(
          fmt::format("{} {} {} round {}", op, dtype_name(dtype), shape_text(shape), round));
      test::expect_close(run_op(op, in, with), evaluate_op(op, with, in).front());
    }
  }
}

TEST(HostIm2col, AgreesWithTheInterpreter) {
  std::mt19937_64 random(47);
  const auto pick = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  };
  for (int round = 0; round < 120; ++round) {
    const Attrs attrs = {{"kernel_size", IntList{pick(1, 4), pick(1, 4)}},
                         {"strides", IntList{pick(1, 5), pick(1, 5)}},
                         {"dilation", IntList{pick(1, 2), pick(1, 2)}},
                         {"padding", IntList{pick(0, 9), pick(0, 9), pick(0, 9), pick(0, 9)}},
                         {"pad_value", static_cast<double>(pick(0, 1) * pick(-200, 200))}};
    const DType dtype = round % 2 == 0 ? DType::I8 : DType::F32;
    const std::vector<Tensor> in = {
        test::random_tensor(dtype, {pick(1, 2), pick(1, 3), pick(7, 9), pick(7, 9)}, random)};
    SCOPED_TRACE(fmt::format("round {} on {}", round, shape_text(in[0].shape())));
    test::expect_close(run_op("nn.im2col", in, attrs), evaluate_op("nn.im2col", attrs, in).front());
  }
}

TEST(HostIm2col, WhatIsNoWindowIsNamed) {
  const Tensor x = Tensor::zeros(DType::I8, {1, 1, 4, 4});
  EXPECT_THAT(op_error("nn.im2col", {x}), HasSubstr("kernel_size is missing"));
  EXPECT_THAT(op_error("nn.im2col", {x}, {{"kernel_size", IntList{5, 5}}}),
              HasSubstr("a window of 5 does not fit height 4"));
  EXPECT_THAT(op_error("nn.im2col", {x.reshaped({4, 4})}, {{"kernel_size", IntList{1, 1}}}),
              HasSubstr("must be NCHW"));
}

TEST(HostNn, AgreeWithTheInterpreter) {
  std::mt19937_64 random(46);
  const Tensor x = test::random_tensor(DType::F32, {2, 6, 3, 4}, random);
  Tensor variance = test::random_tensor(DType::F32, {6}, random);
  for (float& v : variance.mutable_data<float>())
    v = v * v + 0.5f;
  const auto row = [&] { return test::random_tensor(DType::F32, {6}, random); };
  const std::vector<std::tuple<std::string, std::vector<Tensor>, Attrs>> cases = {
      {"nn.batch_norm", {x, row(), row(), row(), variance}, {{"epsilon", 1e-3}}},
      {"nn.bias_add", {x, row()}, {}},
      {"nn.softmax", {x}, {}},
      {"nn.softmax", {x}, {{"axis", int64_t{1}}}},
      {"nn.log_softmax", {x}, {}},
      {"nn.lrn", {x}, {{"size", int64_t{3}}, {"alpha", 0.1}, {"bias", 1.0}}},
      {"mean", {x}, {{"axis", IntList{2, 3}}, {"keepdims", true}}},
      {"mean", {x}, {{"axis", IntList{1}}, {"exclude", true}}},
      {"mean", {x}, {}},
      {"nn.global_avg_pool2d", {x}, {}},
      {"nn.global_max_pool2d", {x}, {}},
  };
  for (const auto& [op, in, attrs] : cases) {
    SCOPED_TRACE(op);
    test::expect_close(run_op(op, in, attrs), evaluate_op(op, attrs, in).front());
  }
}

TEST(HostNn, SoftmaxOfLargeValuesStaysFinite) {
  const Tensor out = run_op("nn.softmax", {tensor<float>({2}, {1000, 1000})});
  EXPECT_THAT(values_of<float>(out), ElementsAre(0.5f, 0.5f));
}

TEST(HostNn, IntegerMeansTruncate) {
  EXPECT_THAT(values_of<int32_t>(run_op("mean", {tensor<int32_t>({2, 2}, {-3, -4, 3, 4})},
                                        {{"axis", IntList{1}}})),
              ElementsAre(-3, 3));
}

TEST(HostNn, ParametersOfAnotherShapeAreNamed) {
  const Tensor x = Tensor::zeros(DType::F32, {1, 3, 2, 2}), p = Tensor::zeros(DType::F32, {4});
  EXPECT_THAT(op_error("nn.bias_add", {x, p}), HasSubstr("the extent of axis 1"));
  EXPECT_THAT(op_error("nn.batch_norm", {x, p, p, p, p}), HasSubstr("Tensor[(3), float32]"));
  EXPECT_THAT(op_error("nn.lrn", {x}, {{"size", int64_t{0}}}), HasSubstr("size=0"));
  EXPECT_THAT(op_error("nn.softmax", {x}, {{"axis", int64_t{4}}}), HasSubstr("axis 4"));
}

}  // namespace
}  // namespace vta
