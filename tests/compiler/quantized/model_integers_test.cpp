// --quant model: results of single operators and of networks beside the definition of ONNX, on
// machines with RQ, whose kernels equal the integer interpreter bit for bit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <optional>
#include <random>

#include "compiler/compiler.h"
#include "compiler/interp/interpreter.h"
#include "compiler/onnx/import.h"
#include "compiler/oracle.h"
#include "compiler/passes/exact_factor.h"
#include "runtime/executor.h"
#include "runtime/work_share.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/onnx/onnx_test_util.h"
#include "tests/compiler/quantized/quantized_net.h"

namespace vta::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

struct Machine {
  std::string name = "1x8";
  int64_t extensions = 3, ports = 2;

  VtaConfig config() const {
    VtaConfig c = named_config(name);
    c.isa_ext = extensions;
    c.acc_read_ports = ports;
    return c;
  }
};

struct ModelRun {
  std::vector<float> output;
  CompileResult compiled;
  double device_share = 0;
};

Graph imported(const onnx::ModelProto& model) {
  const std::string bytes = model.SerializeAsString();
  return import_onnx(std::as_bytes(std::span(bytes)), "net", {});
}

ModelRun run_model(const Graph& graph, const Tensor& input, const Machine& machine = {}) {
  CompileOptions options;
  options.config = machine.config();
  options.recipe.set("quant", "model");
  ModelRun ran{{}, compile_graph(graph, options)};
  Executor executor(ran.compiled.program, make_device("fsim", options.config));
  executor.set_input(0, input);
  Oracle oracle(ran.compiled.quantized, executor);
  executor.run();
  const VerifyReport report = oracle.compare();
  EXPECT_EQ(report.first_mismatch, "");
  EXPECT_EQ(report.mismatched_elements, 0);
  EXPECT_EQ(report.output_error, 0);
  const WorkShare share = work_share(ran.compiled.program);
  ran.device_share = share.network_macs == 0 ? 0
                                             : static_cast<double>(share.device_macs) /
                                                   static_cast<double>(share.network_macs);
  const Tensor out = executor.output(0);
  ran.output.assign(out.data<float>().begin(), out.data<float>().end());
  return ran;
}

// Elements that differ, and by how many steps at most.
struct Difference {
  int64_t elements = 0, differ = 0, most = 0;

  double share() const { return static_cast<double>(differ) / static_cast<double>(elements); }
  void count(const std::vector<float>& wanted, const std::vector<float>& have, float step) {
    ASSERT_EQ(wanted.size(), have.size());
    for (size_t i = 0; i < wanted.size(); ++i) {
      const auto steps = static_cast<int64_t>(std::lround(std::abs(wanted[i] - have[i]) / step));
      ++elements;
      differ += steps != 0 ? 1 : 0;
      most = std::max(most, steps);
    }
  }
};

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

// ---- files as frameworks export them, beside float32
class Exported {
 public:
  explicit Exported(uint64_t seed) : random_(seed) {}

  TestModel& model() { return model_; }

  // Real weights of about 1 / sqrt(fan).
  std::vector<float> reals(int64_t count, double largest) {
    std::vector<float> all;
    for (int64_t i = 0; i < count; ++i)
      all.push_back(
          static_cast<float>(largest * (static_cast<double>(random_() >> 40) * 0x1p-23 - 1)));
    return all;
  }

  // QuantizeLinear and DequantizeLinear of a value.
  std::string pair(const std::string& x, float scale, int zero, bool is_signed) {
    const std::string name = fmt::format("{}_{}", x, next_++);
    model_.floats(name + "_s", {}, {scale});
    if (is_signed)
      model_.i8(name + "_z", {}, {zero});
    else
      model_.u8(name + "_z", {}, {zero});
    model_.node("QuantizeLinear", {x, name + "_s", name + "_z"}, name + "_q");
    model_.node("DequantizeLinear", {name + "_q", name + "_s", name + "_z"}, name);
    return name;
  }

  // Weights of `rows` outputs with a scale each: as int8, or as float that the file quantizes.
  std::string weights(const std::string& name, const std::vector<int64_t>& shape, bool stored) {
    const int64_t count = num_elements(Shape(shape.begin(), shape.end()));
    const int64_t fan = count / shape[0];
    std::vector<float> scales;
    for (int64_t i = 0; i < shape[0]; ++i)
      scales.push_back(static_cast<float>((1 + static_cast<double>(random_() >> 40) * 0x1p-24) /
                                          (127 * std::sqrt(static_cast<double>(fan)))));
    model_.floats(name + "_s", {shape[0]}, scales);
    model_.i8(name + "_z", {shape[0]}, std::vector<int>(static_cast<size_t>(shape[0]), 0));
    if (stored) {
      std::vector<int> steps;
      for (int64_t i = 0; i < count; ++i)
        steps.push_back(static_cast<int>(random_() % 255) - 127);
      model_.i8(name + "_q", shape, steps);
    } else {
      model_.floats(name + "_real", shape, reals(count, 1 / std::sqrt(static_cast<double>(fan))));
      model_.node("QuantizeLinear", {name + "_real", name + "_s", name + "_z"}, name + "_q");
      model_.attr("axis", 0);
    }
    model_.node("DequantizeLinear", {name + "_q", name + "_s", name + "_z"}, name);
    model_.attr("axis", 0);
    return name;
  }

  void expect_near_float(const Shape& shape, float step, int64_t operators,
                         const std::string& output) {
    model_.output(output);
    const Graph graph = model_.import();
    Tensor x = Tensor::zeros(DType::F32, shape);
    const std::vector<float> values = reals(num_elements(shape), 4);
    std::ranges::copy(values, x.mutable_data<float>().begin());
    const Tensor wanted = interpret(graph, std::span(&x, 1)).front();
    const ModelRun ran = run_model(graph, x);
    Difference d;
    d.count({wanted.data<float>().begin(), wanted.data<float>().end()}, ran.output, step);
    fmt::print("{} of {} elements differ, by {} at most\n", d.differ, d.elements, d.most);
    EXPECT_EQ(ran.device_share, 1);
    EXPECT_LE(d.share(), 1e-4 * static_cast<double>(operators));
    EXPECT_LE(d.most, operators);
  }

 private:
  TestModel model_;
  std::mt19937_64 random_;
  int next_ = 0;
};

// uint8 activations, weights that the file quantizes, biases in float.
TEST(ModelIntegers, OfAPytorchFormAreNearFloat) {
  Exported e(1);
  TestModel& m = e.model();
  m.input("x", {1, 3, 40, 40});
  std::string x = e.pair("x", 0.0317F, 121, false);
  m.floats("b1", {24}, e.reals(24, 0.5));
  m.node("Conv", {x, e.weights("w1", {24, 3, 3, 3}, false), "b1"}, "c1");
  m.attr_ints("pads", {1, 1, 1, 1});
  m.node("Relu", {"c1"}, "r1");
  const std::string first = e.pair("r1", 0.0213F, 0, false);
  m.node("MaxPool", {first}, "p1").attr_ints("kernel_shape", {2, 2});
  m.attr_ints("strides", {2, 2});
  const std::string pooled = e.pair("p1", 0.0213F, 0, false);
  m.floats("b2", {24}, e.reals(24, 0.5));
  m.node("Conv", {pooled, e.weights("w2", {24, 24, 3, 3}, false), "b2"}, "c2");
  m.attr_ints("pads", {1, 1, 1, 1});
  const std::string second = e.pair("c2", 0.0289F, 117, false);
  m.node("Add", {second, pooled}, "sum").node("Relu", {"sum"}, "r2");
  const std::string last = e.pair("r2", 0.0257F, 0, false);
  e.expect_near_float({1, 3, 40, 40}, 0.0257F, 4, last);
}

// Channels last, int8 activations with zero points, Relu6 as Clip, biases in int32.
TEST(ModelIntegers, OfAKerasFormAreNearFloat) {
  Exported e(2);
  TestModel& m = e.model();
  m.input("x", {1, 40, 40, 3});
  const std::string x = e.pair("x", 0.0317F, -7, true);
  m.node("Transpose", {x}, "first").attr_ints("perm", {0, 3, 1, 2});
  const std::string w = e.weights("w1", {24, 3, 3, 3}, true);
  std::vector<int> bias;
  for (int i = 0; i < 24; ++i)
    bias.push_back((i - 12) * 300);
  m.typed("b1_q", onnx::TensorProto::INT32, {24}, bias);
  std::vector<float> scales(24);
  for (const onnx::TensorProto& t : m.graph().initializer())
    if (t.name() == "w1_s")
      for (int i = 0; i < 24; ++i)
        scales[static_cast<size_t>(i)] = 0.0317F * t.float_data(i);
  m.floats("b1_s", {24}, scales);
  m.node("DequantizeLinear", {"b1_q", "b1_s"}, "b1").attr("axis", 0);
  m.node("Conv", {"first", w, "b1"}, "c1").attr_ints("strides", {2, 2});
  m.floats("least", {}, {0}).floats("most", {}, {6}).node("Clip", {"c1", "least", "most"}, "r1");
  const std::string second = e.pair("r1", 0.0235294122F, -128, true);
  m.node("Conv", {second, e.weights("w2", {24, 1, 3, 3}, true)}, "c2").attr("group", 24);
  m.attr_ints("pads", {1, 1, 1, 1});
  const std::string third = e.pair("c2", 0.0189F, 12, true);
  m.node("Transpose", {third}, "y").attr_ints("perm", {0, 2, 3, 1});
  e.expect_near_float({1, 40, 40, 3}, 0.0189F, 2, "y");
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

// A constant of positions, as many as there are channels.
TEST(ModelIntegers, ConstantsOfPositionsAreNoBiases) {
  Exported e(4);
  TestModel& m = e.model();
  m.input("x", {1, 8, 8, 8});
  const std::string x = e.pair("x", 0.0317F, 3, true);
  m.node("Conv", {x, e.weights("w", {8, 8, 1, 1}, true)}, "c");
  m.floats("positions", {8}, e.reals(8, 1)).node("Add", {"c", "positions"}, "sum");
  const std::string y = e.pair("sum", 0.0289F, 11, true);
  m.output(y);
  const Graph graph = m.import();
  Tensor in = Tensor::zeros(DType::F32, {1, 8, 8, 8});
  std::ranges::copy(e.reals(512, 4), in.mutable_data<float>().begin());
  const Tensor wanted = interpret(graph, std::span(&in, 1)).front();
  Difference d;
  d.count({wanted.data<float>().begin(), wanted.data<float>().end()}, run_model(graph, in).output,
          0.0289F);
  EXPECT_EQ(d.differ, 0);
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
