// --quant model: results of single operators and of networks beside the definition of ONNX, on
// machines with RQ, whose kernels equal the integer interpreter bit for bit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <optional>
#include <random>

#include "compiler/graph/fraction.h"
#include "compiler/passes/exact_factor.h"
#include "tests/compiler/quantized/model_run.h"
#include "tests/compiler/quantized/quantized_net.h"

namespace vta::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class NetMaker {
 public:
  NetMaker(uint64_t seed, Scales scales, bool is_signed)
      : random_(seed), scales_(scales), is_signed_(is_signed) {}

  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random_() % static_cast<uint64_t>(high - low + 1));
  }
  bool chance(int64_t percent) { return between(1, 100) <= percent; }

  // Steps of about 2^exponent.
  ValueForm form(int exponent) {
    if (scales_ == Scales::PowersOfTwo)
      return {std::ldexp(1.0F, exponent), is_signed_ ? 0 : 128, is_signed_};
    const auto part = static_cast<float>(1 + static_cast<double>(random_() >> 40) * 0x1p-24);
    const int zero = static_cast<int>(chance(30) ? -128 : between(-90, 90));
    return {std::ldexp(part, exponent), is_signed_ ? zero : zero + 128, is_signed_};
  }

  // Of `fan` products at steps of 2^in, to results that spread over a byte.
  QuantizedLayer layer(Layer kind, const Shape& shape, int in, int64_t groups = 1) {
    QuantizedLayer l{.kind = kind, .inputs = {0}, .shape = shape, .groups = groups};
    const int64_t fan = num_elements(shape) / shape[0];
    const int weight = -9;
    int wide = 0;
    while ((int64_t{1} << (2 * wide)) < fan)
      ++wide;
    l.out = form(in + weight + 7 + wide);
    for (int64_t i = 0; i < num_elements(shape); ++i)
      l.weight.push_back(static_cast<int>(between(-127, 127)));
    const int64_t parts = scales_ == Scales::PerTensor ? 1 : shape[0];
    for (int64_t i = 0; i < parts; ++i)
      l.weight_scale.push_back(
          scales_ == Scales::PowersOfTwo
              ? std::ldexp(1.0F, weight + static_cast<int>(between(-1, 1)))
              : std::ldexp(static_cast<float>(1 + static_cast<double>(random_() >> 40) * 0x1p-24),
                           weight));
    for (int64_t i = 0; i < shape[0]; ++i)
      l.bias.push_back(static_cast<int32_t>(between(-20000, 20000)));
    l.relu = is_signed_ && l.out.zero == 0 && chance(50);
    return l;
  }

  void make_bias_float(QuantizedLayer& l) {
    l.bias.clear();
    for (int64_t i = 0; i < l.shape[0]; ++i)
      l.float_bias.push_back(l.out.scale * static_cast<float>(between(-40000, 40000)) * 0.0009F);
  }

  Tensor input(const QuantizedNet& net) {
    Tensor t = Tensor::zeros(DType::F32, net.input);
    for (float& v : t.mutable_data<float>())
      v = net.in.scale *
          static_cast<float>(between(net.in.is_signed ? -128 : 0, net.in.is_signed ? 127 : 255) -
                             net.in.zero);
    return t;
  }

 private:
  std::mt19937_64 random_;
  Scales scales_;
  bool is_signed_;
};

constexpr Scales kScales[] = {Scales::PowersOfTwo, Scales::MinMax, Scales::PerTensor};

// One operator on values of every step.
using MakeNet = std::function<QuantizedNet(NetMaker&)>;
void expect_near_definition(const MakeNet& make, int64_t nets, bool on_device = true) {
  for (const Scales scales : kScales) {
    Difference d;
    for (int64_t seed = 0; seed < nets; ++seed)
      for (const Form form : {Form::Qdq, Form::QLinear}) {
        NetMaker maker(static_cast<uint64_t>(seed * 3) + static_cast<uint64_t>(scales), scales,
                       seed % 2 == 0);
        const QuantizedNet net = make(maker);
        bool only_qdq = false;
        for (const QuantizedLayer& l : net.layers)
          only_qdq = only_qdq || !l.float_bias.empty() || l.most > 0;
        if (only_qdq && form == Form::QLinear)
          continue;
        const Tensor x = maker.input(net);
        const ModelRun ran = run_model(imported(written(net, form)), x);
        d.count(defined_output(net, form, x), ran.output, net.layers.back().out.scale);
        if (on_device) {
          EXPECT_EQ(ran.compiled.program.kernels.size(), net.layers.size()) << "seed " << seed;
        }
        if (::testing::Test::HasFailure())
          return;
      }
    fmt::print("{} of {} elements differ, by {} at most\n", d.differ, d.elements, d.most);
    EXPECT_LE(d.share(), scales == Scales::PowersOfTwo ? 0 : 1e-4);
    EXPECT_LE(d.most, 1);
  }
}

TEST(ModelIntegers, OfConvolutions) {
  expect_near_definition(
      [](NetMaker& m) {
        QuantizedNet net{{1, m.between(1, 20), 24, 25}, m.form(-5), {}};
        QuantizedLayer conv = m.layer(Layer::Conv, {m.between(1, 40), net.input[1], 3, 3}, -5);
        conv.pads = {1, m.between(0, 1), m.between(0, 2), 1};
        conv.stride = m.between(1, 2);
        net.layers = {conv};
        return net;
      },
      12);
}

TEST(ModelIntegers, OfDepthwiseConvolutions) {
  expect_near_definition(
      [](NetMaker& m) {
        QuantizedNet net{{1, m.between(1, 40), 20, 20}, m.form(-5), {}};
        QuantizedLayer conv = m.layer(Layer::Conv, {net.input[1], 1, 3, 3}, -5, net.input[1]);
        conv.pads = {1, 1, 1, 1};
        net.layers = {conv};
        return net;
      },
      8);
}

TEST(ModelIntegers, OfDenseLayers) {
  expect_near_definition(
      [](NetMaker& m) {
        QuantizedNet net{{1, m.between(1, 400), 1, 1}, m.form(-5), {}};
        net.layers = {m.layer(Layer::Dense, {600, net.input[1]}, -5)};
        return net;
      },
      8);
}

TEST(ModelIntegers, OfBiasesInFloat) {
  expect_near_definition(
      [](NetMaker& m) {
        QuantizedNet net{{1, m.between(1, 20), 24, 25}, m.form(-5), {}};
        QuantizedLayer conv = m.layer(Layer::Conv, {m.between(1, 40), net.input[1], 3, 3}, -5);
        m.make_bias_float(conv);
        net.layers = {conv};
        return net;
      },
      8);
}

TEST(ModelIntegers, OfClips) {
  expect_near_definition(
      [](NetMaker& m) {
        QuantizedNet net{{1, m.between(1, 20), 24, 25}, m.form(-5), {}};
        QuantizedLayer conv = m.layer(Layer::Conv, {m.between(1, 40), net.input[1], 3, 3}, -5);
        conv.relu = true;
        conv.most = conv.out.scale * static_cast<float>(m.between(10, 100));
        net.layers = {conv};
        return net;
      },
      8);
}

// Of two layers' results.
QuantizedNet of_two(NetMaker& m, Layer kind, int scale) {
  QuantizedNet net{{1, 8, 30, 30}, m.form(-5), {}};
  const int64_t channels = m.between(1, 40);
  for (int i = 0; i < 2; ++i)
    net.layers.push_back(m.layer(Layer::Conv, {channels, 8, 1, 1}, -5));
  net.layers.push_back({.kind = kind, .inputs = {1, 2}, .out = m.form(scale)});
  return net;
}

TEST(ModelIntegers, OfSums) {
  expect_near_definition([](NetMaker& m) { return of_two(m, Layer::Add, -4); }, 12);
}

TEST(ModelIntegers, OfProducts) {
  expect_near_definition([](NetMaker& m) { return of_two(m, Layer::Multiply, -3); }, 12);
}

TEST(ModelIntegers, OfAverages) {
  expect_near_definition(
      [](NetMaker& m) {
        QuantizedNet net{{1, 400, m.between(1, 9), m.between(1, 9)}, m.form(-5), {}};
        net.layers = {{.kind = Layer::GlobalAverage, .inputs = {0}, .out = m.form(-6)}};
        return net;
      },
      24, false);
}

// ---- networks, on machines of every shape
QuantizedNet residual_net(uint64_t seed, Scales scales, bool is_signed) {
  NetMaker m(seed, scales, is_signed);
  QuantizedNet net{{1, 3, 17, 15}, m.form(-5), {}};
  const auto add = [&](QuantizedLayer l, std::vector<size_t> inputs) {
    l.inputs = std::move(inputs);
    net.layers.push_back(std::move(l));
  };
  add(m.layer(Layer::Conv, {17, 3, 3, 3}, -5), {0});
  add(m.layer(Layer::Conv, {17, 1, 3, 3}, -5, 17), {1});
  net.layers.back().pads = {1, 1, 1, 1};
  add(m.layer(Layer::Conv, {17, 17, 1, 1}, -5), {2});
  add({.kind = Layer::Add, .out = m.form(-4)}, {1, 3});
  add({.kind = Layer::Multiply, .out = m.form(-3)}, {4, 1});
  add(m.layer(Layer::Conv, {33, 17, 3, 3}, -5), {5});
  net.layers.back().stride = 2;
  add({.kind = Layer::MaxPool, .out = net.layers.back().out}, {6});
  add({.kind = Layer::GlobalAverage, .out = m.form(-5)}, {7});
  add(m.layer(Layer::Dense, {10, 33}, -5), {8});
  return net;
}

TEST(ModelIntegers, OfNetworksAreExactOnEveryShapeOfMachine) {
  for (uint64_t seed = 0; seed < 4; ++seed) {
    const Scales scales = kScales[seed % 3];
    const QuantizedNet net = residual_net(seed, scales, seed % 2 == 0);
    NetMaker maker(seed + 50, scales, true);
    const Tensor x = maker.input(net);
    const Graph graph = imported(written(net, seed % 2 == 0 ? Form::Qdq : Form::QLinear));
    std::optional<std::vector<float>> first;
    for (const Machine& machine :
         {Machine{}, Machine{"default", 2, 1}, Machine{"2x16", 2, 2}, Machine{"1x32.16", 3, 1},
          Machine{"1x16.32", 2, 2}, Machine{"default", 0, 2}, Machine{"default", 1, 1}}) {
      SCOPED_TRACE(fmt::format("{} {} seed {}", machine.name, machine.extensions, seed));
      const ModelRun ran = run_model(graph, x, machine);
      if (!first)
        first = ran.output;
      EXPECT_EQ(ran.output, *first);
      if ((machine.extensions & 2) != 0) {
        EXPECT_EQ(ran.device_share, 1);
      }
    }
    Difference d;
    d.count(defined_output(net, seed % 2 == 0 ? Form::Qdq : Form::QLinear, x), *first,
            net.layers.back().out.scale);
    EXPECT_LE(d.most, scales == Scales::PowersOfTwo ? 0 : 1);
  }
}

// A factor of nothing, and some above 1, whose sums are shifted left first.
TEST(ModelIntegers, OfFactorsOfEverySize) {
  for (const float scale : {1e9F, 1e3F, 0.004F, 0.0007F, 0.00003F}) {
    NetMaker m(5, Scales::MinMax, true);
    QuantizedNet net{{1, 5, 30, 30}, m.form(-5), {}};
    net.layers = {m.layer(Layer::Conv, {9, 5, 1, 1}, -5)};
    net.layers[0].out.scale = scale;
    const Tensor x = m.input(net);
    const ModelRun ran = run_model(imported(written(net, Form::Qdq)), x);
    EXPECT_EQ(ran.output, defined_output(net, Form::Qdq, x)) << scale;
    EXPECT_EQ(ran.compiled.program.kernels.size(), 1U) << scale;
  }
}

// int8 and uint8 weights at a zero point that leaves them in int8.
TEST(ModelIntegers, OfWeightsAtAZeroPoint) {
  for (const bool is_signed : {true, false}) {
    NetMaker m(7, Scales::PerTensor, is_signed);
    QuantizedNet net{{1, 5, 30, 30}, m.form(-5), {}};
    net.layers = {m.layer(Layer::Conv, {9, 5, 1, 1}, -5)};
    QuantizedLayer& conv = net.layers[0];
    conv.weight_signed = is_signed;
    conv.weight_zero = is_signed ? -17 : 119;
    for (int& w : conv.weight)
      w = conv.weight_zero + w * 3 / 4;
    const Tensor x = m.input(net);
    for (const Form form : {Form::Qdq, Form::QLinear}) {
      const ModelRun ran = run_model(imported(written(net, form)), x);
      EXPECT_EQ(ran.output, defined_output(net, form, x));
      EXPECT_EQ(ran.device_share, 1);
    }
  }
}

// uint8 weights at a zero point that int8 cannot take off.
TEST(ModelIntegers, OfWeightsBeyondInt8AreTheHosts) {
  NetMaker m(6, Scales::PerTensor, false);
  QuantizedNet net{{1, 5, 30, 30}, m.form(-5), {}};
  net.layers = {m.layer(Layer::Conv, {9, 5, 1, 1}, -5)};
  net.layers[0].weight_signed = false;
  net.layers[0].weight_zero = 100;
  for (int& w : net.layers[0].weight)
    w += 128;
  const Tensor x = m.input(net);
  const ModelRun ran = run_model(imported(written(net, Form::QLinear)), x);
  Difference d;
  d.count(defined_output(net, Form::QLinear, x), ran.output, net.layers[0].out.scale);
  EXPECT_LE(d.share(), 1e-4);
  EXPECT_EQ(ran.device_share, 0);
  EXPECT_THAT(ran.compiled.notes, Contains(HasSubstr("1 integer layer stays on the host")));
}

TEST(ExactFactors, HaveTiesToMissWhereTheDenominatorIsEvenAndNoPowerOf2) {
  const auto misses = [](float first, float unit, int32_t count) {
    const ExactFactor f{.first = first, .unit = unit, .count = count};
    return have_ties_to_miss(std::span(&f, 1));
  };
  EXPECT_TRUE(misses(0.25F, 0.25F, 6));
  EXPECT_FALSE(misses(0.25F, 0.25F, 49));
  EXPECT_TRUE(misses(0.25F, 0.5F, 49));
  EXPECT_FALSE(misses(0.5F, 0.25F, 49));
  EXPECT_TRUE(misses(0.75F, 0.25F, 98));  // 3 / 98
  EXPECT_FALSE(misses(0.75F, 0.25F, 6));  // a half
  EXPECT_FALSE(misses(0.25F, 0.25F, 64));
  EXPECT_FALSE(misses(0.1F, 0.3F, 1));  // has ties, one in millions
  const ExactFactor of_two[] = {{.count = 3}, {.count = 2}};
  EXPECT_FALSE(have_ties_to_miss(std::span(of_two, 1)));
  EXPECT_TRUE(have_ties_to_miss(of_two));  // a third and a half
}

TEST(Fractions, AreTheNearestOf31Bits) {
  const auto is = [](double d, int32_t multiplier, int32_t shift) {
    const Fraction f = decomposed(d);
    EXPECT_EQ(f.multiplier, multiplier) << d;
    EXPECT_EQ(f.shift, shift) << d;
  };
  is(1.0 / 3, 1431655765, -1);
  is(0.5, 1 << 30, 0);
  is(3, 3 << 29, 2);
  is(1 - 0x1p-31, 2147483647, 0);
  is(1 - 0x1p-33, 1 << 30, 1);  // rounds up to 1
  EXPECT_EQ(decomposed(0.3).value(), 1288490189 * 0x1p-32);
}

// ---- what stays on the host is said
TEST(ModelIntegers, TiesThatFractionsMissStayOnTheHost) {
  QuantizedNet net{{1, 16, 3, 2}, {0.25F, 3, true}, {}};
  net.layers = {{.kind = Layer::GlobalAverage, .inputs = {0}, .out = {0.25F, -1, true}}};
  NetMaker maker(3, Scales::MinMax, true);
  const Tensor x = maker.input(net);
  const ModelRun ran = run_model(imported(written(net, Form::Qdq)), x);
  EXPECT_EQ(ran.output, defined_output(net, Form::Qdq, x));
  EXPECT_TRUE(ran.compiled.program.kernels.empty());
  EXPECT_THAT(ran.compiled.notes,
              Contains(HasSubstr("the quotient of its scales has ties that a fraction of 31 bits "
                                 "misses")));
}

TEST(ModelIntegers, FloatModelsHaveNone) {
  Graph graph;
  graph.set_outputs({graph.add_call("nn.relu", {graph.add_input("x", {{1, 4}, DType::F32})})});
  CompileOptions options;
  options.config = named_config("default");
  options.recipe.set("quant", "model");
  try {
    compile_graph(graph, options);
    ADD_FAILURE();
  } catch (const CompileError& e) {
    EXPECT_THAT(e.what(), HasSubstr("--quant model needs a quantized model"));
  }
}

}  // namespace
}  // namespace vta::testing
