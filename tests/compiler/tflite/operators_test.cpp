// Every operator that the import knows, in small models of our own with random shapes, pads,
// strides, activations and scales, against plain loops by TensorFlow Lite's formulas.
#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "compiler/interp/interpreter.h"
#include "compiler/tflite/import.h"
#include "model_writer.h"
#include "reference.h"

namespace vta::tflite_test {
namespace {

using file::Activation;
using file::Padding;
using Type = file::TensorType;

constexpr std::array kRequants = {Requant::Double, Requant::Single, Requant::Float};

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  int64_t in(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(engine_);
  }
  float scale() { return static_cast<float>(std::exp2(real(-7, 1))); }
  double real(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Tensor bytes(const Shape& shape, int64_t low = -128) {
    Tensor t = Tensor::zeros(DType::I8, shape);
    for (int8_t& v : t.mutable_data<int8_t>())
      v = static_cast<int8_t>(in(low, 127));
    return t;
  }
  Tensor integers(const Shape& shape, int64_t most) {
    Tensor t = Tensor::zeros(DType::I32, shape);
    for (int32_t& v : t.mutable_data<int32_t>())
      v = static_cast<int32_t>(in(-most, most));
    return t;
  }
  Activation activation() { return static_cast<Activation>(in(0, 3)); }

 private:
  std::mt19937_64 engine_;
};

// int8's limits that an activation leaves.
int64_t limited(int64_t y, Activation activation, float scale, int64_t zero) {
  double low = -1e9, high = 1e9;
  if (activation == Activation::RELU || activation == Activation::RELU6)
    low = 0;
  if (activation == Activation::RELU6)
    high = 6;
  if (activation == Activation::RELU_N1_TO_1)
    low = -1, high = 1;
  const auto step = [&](double real) {
    return static_cast<int64_t>(std::round(static_cast<float>(real) / scale)) + zero;
  };
  return std::clamp(y, std::max<int64_t>(-128, step(low)), std::min<int64_t>(127, step(high)));
}

std::vector<int64_t> values_of(const Tensor& t) {
  return {t.data<int8_t>().begin(), t.data<int8_t>().end()};
}

// A model, its inputs, and what it should make of them.
struct Case {
  std::vector<std::byte> bytes;
  std::vector<Tensor> inputs;
  std::function<std::vector<int64_t>(Requant)> expected;
};

void check(const Case& c, const std::string& what) {
  for (const Requant requant : kRequants) {
    const Graph graph = import_tflite(c.bytes, what, {.requant = requant});
    verify(graph);
    const Tensor got = interpret(graph, c.inputs).front();
    EXPECT_EQ(values_of(got), c.expected(requant))
        << what << ", rounding " << static_cast<int>(requant);
  }
}

template <typename Make>
void check_random(const char* what, int count, Make make) {
  const auto seed = static_cast<uint64_t>(testing::UnitTest::GetInstance()->random_seed()) + 20;
  for (int i = 0; i < count; ++i) {
    Random random(seed + static_cast<uint64_t>(i));
    check(make(random), fmt::format("{} of seed {}", what, seed + static_cast<uint64_t>(i)));
    if (testing::Test::HasFailure())
      return;
  }
}

// ---- products
// The scales of results: usual ones, and such that a multiplier is 0, or its shift about -31.
std::vector<float> weight_scales(Random& random, int64_t n) {
  std::vector<float> scales;
  for (int64_t i = 0; i < n; ++i)
    scales.push_back(static_cast<float>(
        std::exp2(random.in(0, 5) == 0 ? random.real(-36, -28) : random.real(-14, -7))));
  return scales;
}

struct Layer {
  Image in;
  Tensor weight, bias;
  std::vector<float> scales;  // of weights
  float in_scale = 1, out_scale = 1;
  int64_t in_zero = 0, out_zero = 0;
  Activation activation = Activation::NONE;
};

int64_t result_of(const Layer& l, int64_t sum, int64_t channel, Requant requant, bool joined) {
  const float weight = l.scales[l.scales.size() == 1 ? 0 : static_cast<size_t>(channel)];
  int64_t y = 0;
  if (requant == Requant::Float) {
    const float factor = l.in_scale * weight / l.out_scale;
    y = std::lrint(static_cast<float>(static_cast<int32_t>(sum)) * factor);
  } else {
    const double product = joined ? double{l.in_scale * weight} : double{l.in_scale} * weight;
    y = scaled(sum, factor_of(product / double{l.out_scale}), requant);
  }
  return limited(y + l.out_zero, l.activation, l.out_scale, l.out_zero);
}

Layer layer_of(Random& random, const Tensor& data, int64_t results) {
  Layer l;
  l.in = image_of(data);
  l.in_scale = random.scale();
  l.out_scale = random.scale();
  l.in_zero = random.in(-128, 127);
  l.out_zero = random.in(-128, 127);
  l.activation = random.activation();
  l.scales = weight_scales(random, random.in(0, 2) == 0 ? 1 : results);
  // Of some the bias is all that is left.
  l.bias = random.integers({results}, random.in(0, 3) == 0 ? 1 << 30 : 5000);
  return l;
}

Window window_of(Random& random, int64_t most) {
  return {.high = random.in(1, most),
          .wide = random.in(1, most),
          .stride_high = random.in(1, 3),
          .stride_wide = random.in(1, 3),
          .dilation_high = random.in(1, 2),
          .dilation_wide = random.in(1, 2),
          .same = random.in(0, 1) == 1};
}

Case conv_case(Random& random, bool depthwise) {
  const int64_t in_c = random.in(1, 5), multiplier = random.in(1, 3);
  const int64_t out_c = depthwise ? in_c * multiplier : random.in(1, 6);
  const Shape shape = {random.in(1, 2), random.in(7, 10), random.in(7, 10), in_c};
  const Tensor data = random.bytes(shape);
  Layer l = layer_of(random, data, out_c);
  const Window w = window_of(random, 3);
  l.weight = random.bytes(
      depthwise ? Shape{1, w.high, w.wide, out_c} : Shape{out_c, w.high, w.wide, in_c}, -127);
  const int64_t rows = along(shape[1], w.high, w.stride_high, w.dilation_high, w.same).count;
  const int64_t columns = along(shape[2], w.wide, w.stride_wide, w.dilation_wide, w.same).count;

  ModelWriter model;
  const int32_t x = model.input(shape, Type::INT8, one_scale(l.in_scale, l.in_zero));
  const int32_t weight =
      model.constant(l.weight, {l.scales, std::vector<int64_t>(l.scales.size(), 0),
                                depthwise && l.scales.size() > 1 ? 3 : 0});
  const bool biased = random.in(0, 3) != 0;
  const int32_t bias = biased ? model.constant(l.bias) : -1;
  const int32_t y =
      model.value({shape[0], rows, columns, out_c}, Type::INT8, one_scale(l.out_scale, l.out_zero));
  const auto padding = w.same ? Padding::SAME : Padding::VALID;
  const auto wide = static_cast<int32_t>(w.stride_wide), high = static_cast<int32_t>(w.stride_high),
             dw = static_cast<int32_t>(w.dilation_wide), dh = static_cast<int32_t>(w.dilation_high);
  if (depthwise)
    model.add(
        kDepthwise, {x, weight, bias}, y,
        file::CreateDepthwiseConv2DOptions(model.builder(), padding, wide, high,
                                           static_cast<int32_t>(multiplier), l.activation, dw, dh));
  else
    model.add(
        kConv, {x, weight, bias}, y,
        file::CreateConv2DOptions(model.builder(), padding, wide, high, l.activation, dw, dh));
  return {model.finish({y}), {data}, [=](Requant requant) {
            std::vector<int64_t> out;
            const Image taps = image_of(l.weight);
            for (int64_t b = 0; b < l.in.n; ++b)
              for (int64_t oy = 0; oy < rows; ++oy)
                for (int64_t ox = 0; ox < columns; ++ox)
                  for (int64_t o = 0; o < out_c; ++o) {
                    int64_t sum = biased ? l.bias.data<int32_t>()[static_cast<size_t>(o)] : 0;
                    for_taps(l.in, w, oy, ox, [&](int64_t r, int64_t c, int64_t ky, int64_t kx) {
                      if (depthwise)
                        sum +=
                            (l.in.at(b, r, c, o / multiplier) - l.in_zero) * taps.at(0, ky, kx, o);
                      for (int64_t i = 0; !depthwise && i < in_c; ++i)
                        sum += (l.in.at(b, r, c, i) - l.in_zero) * taps.at(o, ky, kx, i);
                    });
                    out.push_back(result_of(l, sum, o, requant, false));
                  }
            return out;
          }};
}

Case dense_case(Random& random) {
  const int64_t rows = random.in(1, 3), depth = random.in(1, 40), units = random.in(1, 9);
  const bool flattened = random.in(0, 1) == 1;
  const Tensor data = random.bytes(flattened ? Shape{rows, 1, 1, depth} : Shape{1, 1, rows, depth});
  Layer l = layer_of(random, data, units);
  l.weight = random.bytes({units, depth}, -127);
  const int64_t weight_zero = l.scales.size() == 1 ? random.in(-3, 3) : 0;

  ModelWriter model;
  const Shape shape = flattened ? Shape{rows, 1, 1, depth} : Shape{rows, depth};
  const int32_t x = model.input(shape, Type::INT8, one_scale(l.in_scale, l.in_zero));
  const int32_t weight =
      model.constant(l.weight, {l.scales, std::vector<int64_t>(l.scales.size(), weight_zero), 0});
  const int32_t bias = model.constant(l.bias);
  const int32_t y = model.value({rows, units}, Type::INT8, one_scale(l.out_scale, l.out_zero));
  model.add(kFullyConnected, {x, weight, bias}, y,
            file::CreateFullyConnectedOptions(model.builder(), l.activation));
  return {model.finish({y}), {data.reshaped(shape)}, [=](Requant requant) {
            std::vector<int64_t> out;
            const std::vector<int64_t> taps = values_of(l.weight);
            for (int64_t r = 0; r < rows; ++r)
              for (int64_t u = 0; u < units; ++u) {
                int64_t sum = l.bias.data<int32_t>()[static_cast<size_t>(u)];
                for (int64_t i = 0; i < depth; ++i)
                  sum += (l.in.values[static_cast<size_t>(r * depth + i)] - l.in_zero) *
                         (taps[static_cast<size_t>(u * depth + i)] - weight_zero);
                out.push_back(result_of(l, sum, u, requant, l.scales.size() == 1));
              }
            return out;
          }};
}

TEST(TfliteProducts, ConvolutionsAreThoseOfTheFormulas) {
  check_random("CONV_2D", 60, [](Random& random) { return conv_case(random, false); });
}

TEST(TfliteProducts, DepthwiseConvolutionsAreThoseOfTheFormulas) {
  check_random("DEPTHWISE_CONV_2D", 60, [](Random& random) { return conv_case(random, true); });
}

TEST(TfliteProducts, FullyConnectedLayersAreThoseOfTheFormulas) {
  check_random("FULLY_CONNECTED", 60, dense_case);
}

// ---- elements
// The second operand whole, one value for each channel, or constant.
Case binary_case(Random& random, bool product) {
  const Shape shape = {1, random.in(1, 4), random.in(1, 4), random.in(1, 5)};
  const bool per_channel = random.in(0, 1) == 1, constant = random.in(0, 1) == 1;
  const Shape second = per_channel ? Shape{shape[3]} : shape;
  const Tensor a = random.bytes(shape), b = random.bytes(second);
  const float sa = random.scale(), sb = random.scale(), sy = random.scale();
  const int64_t za = random.in(-128, 127), zb = random.in(-128, 127), zy = random.in(-128, 127);
  const Activation activation = random.activation();

  ModelWriter model;
  const int32_t x = model.input(shape, Type::INT8, one_scale(sa, za));
  const int32_t other = constant ? model.constant(b, one_scale(sb, zb))
                                 : model.input(second, Type::INT8, one_scale(sb, zb));
  const int32_t y = model.value(shape, Type::INT8, one_scale(sy, zy));
  if (product)
    model.add(kMul, {x, other}, y, file::CreateMulOptions(model.builder(), activation));
  else
    model.add(kAdd, {x, other}, y, file::CreateAddOptions(model.builder(), activation));
  Case c{model.finish({y}), {a}, {}};
  if (!constant)
    c.inputs.push_back(b);
  c.expected = [=](Requant requant) {
    const std::vector<int64_t> left = values_of(a), right = values_of(b);
    std::vector<int64_t> out;
    for (size_t i = 0; i < left.size(); ++i) {
      const int64_t u = left[i] - za, v = right[i % right.size()] - zb;
      int64_t result = 0;
      if (product) {
        result = scaled(u * v, factor_of(double{sa} * double{sb} / double{sy}), requant);
      } else {
        const double twice = 2 * std::max(double{sa}, double{sb});
        const int64_t sum = scaled(u * (1 << 20), factor_of(sa / twice), requant) +
                            scaled(v * (1 << 20), factor_of(sb / twice), requant);
        result = scaled(sum, factor_of(twice / ((1 << 20) * double{sy})), requant);
      }
      out.push_back(limited(result + zy, activation, sy, zy));
    }
    return out;
  };
  return c;
}

TEST(TfliteElements, SumsAreThoseOfTheFormulas) {
  check_random("ADD", 60, [](Random& random) { return binary_case(random, false); });
}

TEST(TfliteElements, ProductsAreThoseOfTheFormulas) {
  check_random("MUL", 60, [](Random& random) { return binary_case(random, true); });
}

Case requantized_case(Random& random) {
  const Shape shape = {random.in(1, 3), random.in(1, 40)};
  const Tensor data = random.bytes(shape);
  const float from = random.scale(), to = random.scale();
  const int64_t zx = random.in(-128, 127), zy = random.in(-128, 127);
  ModelWriter model;
  const int32_t x = model.input(shape, Type::INT8, one_scale(from, zx));
  const int32_t y = model.value(shape, Type::INT8, one_scale(to, zy));
  model.add_plain(kQuantize, {x}, y);
  return {model.finish({y}), {data}, [=](Requant requant) {
            std::vector<int64_t> out = values_of(data);
            for (int64_t& v : out)
              v = std::clamp<int64_t>(
                  scaled(v - zx, factor_of(double{from} / double{to}), requant) + zy, -128, 127);
            return out;
          }};
}

TEST(TfliteElements, AnotherScaleIsThatOfTheFormulas) {
  check_random("QUANTIZE", 60, requantized_case);
}

// float32 and back: a value is what it was, and ties go away from zero.
TEST(TfliteElements, RealValuesAreQuantizedHalfAwayFromZero) {
  ModelWriter model;
  const int32_t x = model.input({1, 6}, Type::FLOAT32);
  const int32_t q = model.value({1, 6}, Type::INT8, one_scale(0.5F, 3));
  const int32_t y = model.value({1, 6}, Type::FLOAT32);
  model.add_plain(kQuantize, {x}, q);
  model.add_plain(kDequantize, {q}, y);
  const Graph graph = import_tflite(model.finish({q, y}), "real");
  const std::array<float, 6> in = {0.25F, -0.25F, 0.75F, -0.75F, 1000, -1000};
  const std::vector<Tensor> out =
      interpret(graph, std::array{Tensor::from_span<float>({1, 6}, in)});
  EXPECT_THAT(out[0].data<int8_t>(), testing::ElementsAre(4, 2, 5, 1, 127, -128));
  EXPECT_THAT(out[1].data<float>(), testing::ElementsAre(0.5F, -0.5F, 1, -1, 62, -65.5F));
}

// Of integers alone, they are within a step of what they approximate.
TEST(TfliteElements, SoftmaxAndSigmoidAreWithinAStepOfTheReal) {
  Random random(5);
  for (int i = 0; i < 60; ++i) {
    const Tensor data = random.bytes({2, random.in(1, 12)});
    const auto scale = static_cast<float>(std::exp2(random.real(-8, 0)));
    const int64_t zero = random.in(-128, 127);
    for (const int32_t code : {kSoftmax, kLogistic})
      for (const Requant requant : kRequants) {
        ModelWriter model;
        const int32_t x = model.input(data.shape(), Type::INT8, one_scale(scale, zero));
        const int32_t y = model.value(data.shape(), Type::INT8, one_scale(1.0F / 256, -128));
        if (code == kSoftmax)
          model.add(code, {x}, y, file::CreateSoftmaxOptions(model.builder(), 1));
        else
          model.add_plain(code, {x}, y);
        const Graph graph = import_tflite(model.finish({y}), "probabilities", {.requant = requant});
        const std::vector<int64_t> got = values_of(interpret(graph, std::array{data}).front());
        const std::vector<int64_t> in = values_of(data);
        const size_t n = in.size() / 2;
        for (size_t at = 0; at < in.size(); ++at) {
          double real = 1 / (1 + std::exp(-double{scale} * static_cast<double>(in[at] - zero)));
          if (code == kSoftmax) {
            double sum = 0;
            for (size_t k = at / n * n; k < at / n * n + n; ++k)
              sum += std::exp(double{scale} * static_cast<double>(in[k] - in[at]));
            real = 1 / sum;
          }
          EXPECT_NEAR(static_cast<double>(got[at]), std::min(256 * real - 128, 127.0), 1.01)
              << "code " << code << " scale " << scale;
        }
      }
  }
}

// ---- windows
Case pool_case(Random& random, bool average) {
  const Shape shape = {random.in(1, 2), random.in(5, 9), random.in(5, 9), random.in(1, 4)};
  const Tensor data = random.bytes(shape);
  Window w = window_of(random, 5);
  w.dilation_high = w.dilation_wide = 1;
  const float scale = random.scale();
  const int64_t zero = random.in(-128, 127);
  const Activation activation = random.activation();
  const int64_t rows = along(shape[1], w.high, w.stride_high, 1, w.same).count;
  const int64_t columns = along(shape[2], w.wide, w.stride_wide, 1, w.same).count;
  ModelWriter model;
  const int32_t x = model.input(shape, Type::INT8, one_scale(scale, zero));
  const int32_t y =
      model.value({shape[0], rows, columns, shape[3]}, Type::INT8, one_scale(scale, zero));
  model.add(average ? kAveragePool : kMaxPool, {x}, y,
            file::CreatePool2DOptions(
                model.builder(), w.same ? Padding::SAME : Padding::VALID,
                static_cast<int32_t>(w.stride_wide), static_cast<int32_t>(w.stride_high),
                static_cast<int32_t>(w.wide), static_cast<int32_t>(w.high), activation));
  return {model.finish({y}), {data}, [=](Requant) {
            std::vector<int64_t> out;
            const Image in = image_of(data);
            for (int64_t b = 0; b < in.n; ++b)
              for (int64_t oy = 0; oy < rows; ++oy)
                for (int64_t ox = 0; ox < columns; ++ox)
                  for (int64_t c = 0; c < in.c; ++c) {
                    int64_t sum = 0, count = 0, most = -128;
                    for_taps(in, w, oy, ox, [&](int64_t r, int64_t k, int64_t, int64_t) {
                      sum += in.at(b, r, k, c);
                      most = std::max(most, in.at(b, r, k, c));
                      ++count;
                    });
                    const auto mean = static_cast<int64_t>(std::round(
                        static_cast<long double>(sum) / static_cast<long double>(count)));
                    out.push_back(limited(average ? mean : most, activation, scale, zero));
                  }
            return out;
          }};
}

TEST(TfliteWindows, AveragesHaveTheirOwnTiesAndBorders) {
  check_random("AVERAGE_POOL_2D", 60, [](Random& random) { return pool_case(random, true); });
}

TEST(TfliteWindows, MaximaAreThoseInside) {
  check_random("MAX_POOL_2D", 40, [](Random& random) { return pool_case(random, false); });
}

Case mean_case(Random& random) {
  const Shape shape = {1, random.in(1, 9), random.in(1, 9), random.in(1, 4)};
  const Tensor data = random.bytes(shape);
  const float from = random.scale(), to = random.scale();
  const int64_t zx = random.in(-128, 127), zy = random.in(-128, 127);
  const bool keeps = random.in(0, 1) == 1;
  ModelWriter model;
  const int32_t x = model.input(shape, Type::INT8, one_scale(from, zx));
  const int32_t axes =
      model.constant(Tensor::from_span<int32_t>({2}, std::array<int32_t, 2>{1, -2}));
  const int32_t y = model.value(keeps ? Shape{1, 1, 1, shape[3]} : Shape{1, shape[3]}, Type::INT8,
                                one_scale(to, zy));
  model.add(kMean, {x, axes}, y, file::CreateReducerOptions(model.builder(), keeps));
  return {model.finish({y}), {data}, [=](Requant requant) {
            const Image in = image_of(data);
            const int64_t n = in.h * in.w;
            Factor f = factor_of(double{from} / double{to});
            int64_t bits = 0;
            while (int64_t{2} << bits <= n)
              ++bits;
            bits = std::min<int64_t>(bits, 31 + f.s);
            f = {f.q * (int64_t{1} << bits) / n, f.s - static_cast<int>(bits)};
            std::vector<int64_t> out;
            for (int64_t c = 0; c < in.c; ++c) {
              int64_t sum = 0;
              for (int64_t r = 0; r < in.h; ++r)
                for (int64_t k = 0; k < in.w; ++k)
                  sum += in.at(0, r, k, c) - zx;
              out.push_back(std::clamp<int64_t>(scaled(sum, f, requant) + zy, -128, 127));
            }
            return out;
          }};
}

TEST(TfliteWindows, MeansAreThoseOfTheFormulas) {
  check_random("MEAN", 60, mean_case);
}

Case resize_case(Random& random) {
  const Shape shape = {1, random.in(1, 6), random.in(1, 6), random.in(1, 3)};
  const Tensor data = random.bytes(shape);
  const auto high = static_cast<int32_t>(random.in(1, 12)),
             wide = static_cast<int32_t>(random.in(1, 12));
  const bool corners = random.in(0, 2) == 0, centers = !corners && random.in(0, 1) == 1;
  ModelWriter model;
  const int32_t x = model.input(shape, Type::INT8, one_scale(1, 0));
  const int32_t size =
      model.constant(Tensor::from_span<int32_t>({2}, std::array<int32_t, 2>{high, wide}));
  const int32_t y = model.value({1, high, wide, shape[3]}, Type::INT8, one_scale(1, 0));
  model.add(kResizeNearest, {x, size}, y,
            file::CreateResizeNearestNeighborOptions(model.builder(), corners, centers));
  return {model.finish({y}), {data}, [=](Requant) {
            const Image in = image_of(data);
            // In whole numbers: (i + 1/2) from / to, or i (from - 1) / (to - 1) to nearest.
            const auto place = [&](int64_t i, int64_t from, int64_t to) {
              int64_t at = centers ? (2 * i + 1) * from / (2 * to) : i * from / to;
              if (corners && to > 1)
                at = (2 * i * (from - 1) + to - 1) / (2 * (to - 1));
              if (corners && to == 1)
                at = 0;
              return std::min(at, from - 1);
            };
            std::vector<int64_t> out;
            for (int64_t r = 0; r < high; ++r)
              for (int64_t k = 0; k < wide; ++k)
                for (int64_t c = 0; c < in.c; ++c)
                  out.push_back(in.at(0, place(r, in.h, high), place(k, in.w, wide), c));
            return out;
          }};
}

TEST(TfliteWindows, ResizedImagesHaveTheNearestPixel) {
  check_random("RESIZE_NEAREST_NEIGHBOR", 60, resize_case);
}

// ---- moves: a reshape behind a pad, a slice and a concatenation, in the file's order
TEST(TfliteMoves, KeepTheFilesOrder) {
  Random random(9);
  const Tensor data = random.bytes({1, 3, 4, 2});
  const Steps steps = one_scale(0.5F, -7);
  ModelWriter model;
  const int32_t x = model.input({1, 3, 4, 2}, Type::INT8, steps);
  const auto list = [&](const Shape& shape, std::initializer_list<int32_t> values) {
    return model.constant(Tensor::from_span<int32_t>(shape, std::vector<int32_t>(values)));
  };
  const int32_t padded = model.value({1, 4, 6, 2}, Type::INT8, steps);
  model.add_plain(kPad, {x, list({4, 2}, {0, 0, 1, 0, 0, 2, 0, 0})}, padded);
  // Rows 3, 1 backwards; columns 1 to 4; channel 1.
  const int32_t part = model.value({1, 2, 4}, Type::INT8, steps);
  model.add(kStridedSlice,
            {padded, list({4}, {0, 3, 1, 1}), list({4}, {1, 0, -1, 2}), list({4}, {1, -2, 1, 1})},
            part, file::CreateStridedSliceOptions(model.builder(), 0, 0, 0, 0, 8));
  const int32_t flat = model.value({1, 8}, Type::INT8, steps);
  model.add(kReshape, {part}, flat, file::CreateReshapeOptions(model.builder()));
  const int32_t whole = model.value({1, 24}, Type::INT8, steps);
  model.add(kReshape, {x}, whole, file::CreateReshapeOptions(model.builder()));
  const int32_t joined = model.value({1, 32}, Type::INT8, steps);
  model.add(kConcatenation, {flat, whole}, joined,
            file::CreateConcatenationOptions(model.builder(), -1));
  const Graph graph = import_tflite(model.finish({joined}), "moves");

  const Image in = image_of(data);
  std::vector<int64_t> expected;
  for (const int64_t row : {3, 1})
    for (int64_t column = 1; column < 5; ++column)
      expected.push_back(column < 4 ? in.at(0, row - 1, column, 1) : -7);
  expected.insert(expected.end(), in.values.begin(), in.values.end());
  EXPECT_EQ(values_of(interpret(graph, std::array{data}).front()), expected);
}

// ---- float32: a network of each operator, by plain loops
TEST(TfliteFloat, AConvolutionAPoolAndALayerAreTheirSums) {
  ModelWriter model;
  Random random(11);
  const auto reals = [&](const Shape& shape) {
    Tensor t = Tensor::zeros(DType::F32, shape);
    for (float& v : t.mutable_data<float>())
      v = static_cast<float>(random.in(-8, 8));
    return t;
  };
  const Tensor data = reals({1, 4, 4, 2}), weight = reals({3, 3, 3, 2}), bias = reals({3}),
               dense = reals({2, 12});
  const int32_t x = model.input({1, 4, 4, 2}, Type::FLOAT32);
  const int32_t conv = model.value({1, 4, 4, 3}, Type::FLOAT32);
  model.add(kConv, {x, model.constant(weight), model.constant(bias)}, conv,
            file::CreateConv2DOptions(model.builder(), Padding::SAME, 1, 1, Activation::RELU));
  const int32_t pool = model.value({1, 2, 2, 3}, Type::FLOAT32);
  model.add(kMaxPool, {conv}, pool,
            file::CreatePool2DOptions(model.builder(), Padding::VALID, 2, 2, 2, 2));
  const int32_t y = model.value({1, 2}, Type::FLOAT32);
  model.add(kFullyConnected, {pool, model.constant(dense), -1}, y,
            file::CreateFullyConnectedOptions(model.builder()));
  const Graph graph = import_tflite(model.finish({y}), "float");

  const auto at = [](const Tensor& t, int64_t i) {
    return t.data<float>()[static_cast<size_t>(i)];
  };
  std::array<double, 2> expected{};
  for (int64_t py = 0; py < 2; ++py)
    for (int64_t px = 0; px < 2; ++px)
      for (int64_t o = 0; o < 3; ++o) {
        double most = 0;
        for (int64_t oy = 2 * py; oy < 2 * py + 2; ++oy)
          for (int64_t ox = 2 * px; ox < 2 * px + 2; ++ox) {
            double sum = at(bias, o);
            for (int64_t t = 0; t < 18; ++t) {
              const int64_t r = oy + t / 6 - 1, c = ox + t / 2 % 3 - 1;
              if (r >= 0 && r < 4 && c >= 0 && c < 4)
                sum += at(data, (r * 4 + c) * 2 + t % 2) * at(weight, o * 18 + t);
            }
            most = std::max(most, sum);
          }
        for (int64_t u = 0; u < 2; ++u)
          expected[static_cast<size_t>(u)] += most * at(dense, u * 12 + (py * 2 + px) * 3 + o);
      }
  const Tensor got = interpret(graph, std::array{data}).front();
  EXPECT_THAT(got.data<float>(), testing::ElementsAre(static_cast<float>(expected[0]),
                                                      static_cast<float>(expected[1])));
}

}  // namespace
}  // namespace vta::tflite_test
