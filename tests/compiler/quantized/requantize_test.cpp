// --quant keep of operators that requantize, against exact rationals: over all pairs of int8 or
// uint8 values, for scales that make ties, and for scales of random bits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "compiler/interp/interpreter.h"
#include "compiler/passes/quantized_values.h"
#include "compiler/quant/host_run.h"
#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta::testing {
namespace {

__extension__ typedef __int128 Wide;

// mantissa * 2^exponent
struct Exact {
  Wide mantissa = 0;
  int exponent = 0;

  static Exact of(float value) {
    int exponent = 0;
    const float part = std::frexp(value, &exponent);
    return {static_cast<Wide>(std::ldexp(part, 24)), exponent - 24};
  }
  static Exact of(int64_t value) { return {value, 0}; }
  Exact operator*(const Exact& o) const { return {mantissa * o.mantissa, exponent + o.exponent}; }
  Exact at(int lower) const { return {mantissa << (exponent - lower), lower}; }
  Exact operator+(const Exact& o) const {
    const int lower = std::min(exponent, o.exponent);
    return {at(lower).mantissa + o.at(lower).mantissa, lower};
  }
};

// Half to even.
int64_t rounded_quotient(const Exact& a, const Exact& b) {
  const int lower = std::min(a.exponent, b.exponent);
  const Wide n = a.at(lower).mantissa, d = b.at(lower).mantissa;
  Wide q = n / d, rest = n % d;
  if (rest < 0) {
    rest += d;
    --q;
  }
  if (2 * rest > d || (2 * rest == d && q % 2 != 0))
    ++q;
  return static_cast<int64_t>(q);
}

struct Form8 {
  float scale = 1;
  int zero = 0;
  bool is_signed = true;

  int low() const { return is_signed ? -128 : 0; }
  int steps(const Exact& real) const {
    return static_cast<int>(
        std::clamp<int64_t>(rounded_quotient(real, Exact::of(scale)) + zero, low(), low() + 255));
  }
  Exact real(int step) const { return Exact::of(int64_t{step} - zero) * Exact::of(scale); }
};

struct Forms {
  Form8 a, b, y;
};

std::vector<int> bytes_of(const Tensor& t) {
  if (t.dtype() == DType::U8)
    return {t.data<uint8_t>().begin(), t.data<uint8_t>().end()};
  return {t.data<int8_t>().begin(), t.data<int8_t>().end()};
}

// Names NAME_s, NAME_z.
void add_form(TestModel& m, const std::string& name, const Form8& form) {
  m.floats(name + "_s", {}, {form.scale});
  if (form.is_signed)
    m.i8(name + "_z", {}, {form.zero});
  else
    m.u8(name + "_z", {}, {form.zero});
}

// An input whose values are quantized to all steps of the form.
Tensor add_steps(TestModel& m, const std::string& name, const Form8& form, const Shape& shape) {
  m.input(name + "_real", shape);
  add_form(m, name, form);
  m.node("QuantizeLinear", {name + "_real", name + "_s", name + "_z"}, name);
  Tensor real = Tensor::zeros(DType::F32, shape);
  for (int i = 0; i < 256; ++i)
    real.mutable_data<float>()[static_cast<size_t>(i)] =
        static_cast<float>(form.low() + i - form.zero) * form.scale;
  return real;
}

// By the interpreter and by the host's operators.
std::vector<int> kept(const TestModel& m, const std::vector<Tensor>& inputs) {
  PassContext context;
  context.quant.mode = QuantMode::Keep;
  const Graph graph = take_quantized(m.import(), context);
  int64_t requantized = 0;
  for (NodeId id = 0; id < graph.size(); ++id)
    requantized += graph.node(id).op == "qnn.requantize" ? 1 : 0;
  EXPECT_GT(requantized, 0);
  const std::vector<int> steps = bytes_of(interpret(graph, inputs).front());
  run_on_host(graph, inputs, [&](NodeId id, const Tensor& value) {
    if (id == graph.outputs().front()) {
      EXPECT_EQ(bytes_of(value), steps);
    }
  });
  return steps;
}

// Of all pairs of steps.
using OfPair = Exact (*)(const Forms& f, int a, int b);
void expect_pairs(TestModel& m, const std::string& op, const Forms& f, OfPair defined,
                  const std::string& what) {
  const std::vector<Tensor> inputs = {add_steps(m, "a", f.a, {256, 1}),
                                      add_steps(m, "b", f.b, {1, 256})};
  add_form(m, "y", f.y);
  m.other(op, {"a", "a_s", "a_z", "b", "b_s", "b_z", "y_s", "y_z"}, "y").output("y");
  const std::vector<int> steps = kept(m, inputs);
  ASSERT_EQ(steps.size(), 65536U);
  int64_t wrong = 0;
  for (int i = 0; i < 65536; ++i)
    wrong += steps[static_cast<size_t>(i)] !=
                     f.y.steps(defined(f, f.a.low() + i / 256, f.b.low() + i % 256))
                 ? 1
                 : 0;
  EXPECT_EQ(wrong, 0) << what;
}

std::vector<Forms> forms_of_pairs() {
  std::vector<Forms> all = {
      {{0.1F}, {0.1F}, {0.2F}},
      {{0.1F, -5}, {0.1F, 7}, {0.2F, 3}},
      {{0.1F, 130, false}, {0.3F, 7, false}, {0.2F, 101, false}},
      {{0.05F}, {0.1F}, {0.2F}},
      {{0.3F}, {0.3F}, {0.6F}},
      {{0.5F, 1}, {0.25F, -1}, {0.125F, 5}},
      {{0.1F}, {0.5F}, {0.1F}},
      {{1e-6F}, {3e-6F}, {0.5F}},  // everything is next to nothing
      {{0.7F}, {0.7F}, {1e-4F}},   // and everything saturates
  };
  std::mt19937_64 random(20);
  const auto scale = [&] {
    return std::ldexp(1.0F + static_cast<float>(random() >> 41) * 0x1p-23F,
                      -6 + static_cast<int>(random() % 4));
  };
  for (int i = 0; i < 4; ++i) {
    const auto form = [&](bool is_signed) {
      return Form8{scale(), static_cast<int>(random() % 256) - (is_signed ? 128 : 0), is_signed};
    };
    all.push_back({form(i % 2 == 0), form(i % 2 == 0), form(i % 2 == 0)});
  }
  return all;
}

std::string text_of(const Forms& f) {
  std::string text;
  for (const Form8& form : {f.a, f.b, f.y})
    text += fmt::format("{:a} {} {} ", form.scale, form.zero, form.is_signed);
  return text;
}

TEST(Requantized, QLinearAddOfAllPairsIsExact) {
  for (const Forms& f : forms_of_pairs()) {
    TestModel m;
    expect_pairs(
        m, "QLinearAdd", f,
        [](const Forms& forms, int a, int b) { return forms.a.real(a) + forms.b.real(b); },
        text_of(f));
  }
}

TEST(Requantized, QLinearMulOfAllPairsIsExact) {
  for (const Forms& f : forms_of_pairs()) {
    TestModel m;
    expect_pairs(
        m, "QLinearMul", f,
        [](const Forms& forms, int a, int b) { return forms.a.real(a) * forms.b.real(b); },
        text_of(f));
  }
}

// The four values of the published case.
TEST(Requantized, TiesGoToEven) {
  TestModel m;
  m.input("a_real", {1, 4}).input("b_real", {1, 4});
  add_form(m, "s", {0.1F});
  add_form(m, "y", {0.2F});
  m.node("QuantizeLinear", {"a_real", "s_s", "s_z"}, "a");
  m.node("QuantizeLinear", {"b_real", "s_s", "s_z"}, "b");
  m.other("QLinearAdd", {"a", "s_s", "s_z", "b", "s_s", "s_z", "y_s", "y_z"}, "y").output("y");
  PassContext context;
  context.quant.mode = QuantMode::Keep;
  const Graph graph = take_quantized(m.import(), context);
  const std::vector<Tensor> inputs = {
      Tensor::from_span<float>({1, 4}, std::vector<float>{3, 0.5F, -1.5F, -0.1F}),
      Tensor::from_span<float>({1, 4}, std::vector<float>{2.7F, 0.4F, -2.2F, 0})};
  EXPECT_THAT(bytes_of(interpret(graph, inputs).front()), ::testing::ElementsAre(28, 4, -18, 0));
}

// Of one value with all steps.
std::vector<int> of_all_steps(TestModel& m, const Forms& f, const Shape& shape,
                              const std::function<void()>& add_node) {
  const Tensor input = add_steps(m, "a", f.a, shape);
  add_form(m, "b", f.b);
  add_form(m, "y", f.y);
  add_node();
  m.output("y");
  return kept(m, {input});
}

TEST(Requantized, QLinearLeakyReluIsExact) {
  for (const Forms& f : forms_of_pairs())
    for (const float alpha : {0.5F, 0.1F, 0.25F, 1.5F}) {
      TestModel m;
      const std::vector<int> steps = of_all_steps(m, f, {256, 1}, [&] {
        m.other("QLinearLeakyRelu", {"a", "a_s", "a_z", "y_s", "y_z"}, "y");
        m.attr_float("alpha", alpha);
      });
      for (int i = 0; i < 256; ++i) {
        const int a = f.a.low() + i;
        const Exact real = a < f.a.zero ? f.a.real(a) * Exact::of(alpha) : f.a.real(a);
        EXPECT_EQ(steps[static_cast<size_t>(i)], f.y.steps(real))
            << text_of(f) << alpha << " " << a;
      }
    }
}

// A part at one scale, and a constant part at another.
TEST(Requantized, QLinearConcatIsExact) {
  for (const Forms& f : forms_of_pairs()) {
    TestModel m;
    const std::vector<int> steps = of_all_steps(m, f, {256, 1}, [&] {
      std::vector<int> values(256);
      for (int i = 0; i < 256; ++i)
        values[static_cast<size_t>(i)] = f.b.low() + i;
      if (f.b.is_signed)
        m.i8("c", {256, 1}, values);
      else
        m.u8("c", {256, 1}, values);
      m.other("QLinearConcat", {"y_s", "y_z", "a", "a_s", "a_z", "c", "b_s", "b_z"}, "y");
      m.attr("axis", 1);
    });
    for (int i = 0; i < 256; ++i) {
      EXPECT_EQ(steps[static_cast<size_t>(2 * i)], f.y.steps(f.a.real(f.a.low() + i)));
      EXPECT_EQ(steps[static_cast<size_t>(2 * i + 1)], f.y.steps(f.b.real(f.b.low() + i)));
    }
  }
}

// Means of 2 and of 3 x 2 neighbours.
TEST(Requantized, QLinearAveragePoolIsExact) {
  for (const Forms& f : forms_of_pairs()) {
    TestModel m;
    const std::vector<int> steps = of_all_steps(m, f, {256, 1, 1, 1}, [&] {
      m.ints("shape", {1, 1, 16, 16}).node("Reshape", {"a", "shape"}, "map");
      m.other("QLinearAveragePool", {"map", "a_s", "a_z", "y_s", "y_z"}, "y");
      m.attr_ints("kernel_shape", {3, 2});
    });
    ASSERT_EQ(steps.size(), 14U * 15U);
    for (int y = 0; y < 14; ++y)
      for (int x = 0; x < 15; ++x) {
        int64_t sum = 0;
        for (int k = 0; k < 6; ++k)
          sum += f.a.low() + (y + k / 2) * 16 + x + k % 2 - f.a.zero;
        Form8 unit = f.y;
        const Exact real = Exact::of(sum) * Exact::of(f.a.scale);
        const int64_t wanted =
            rounded_quotient(real, Exact::of(unit.scale) * Exact::of(int64_t{6})) + unit.zero;
        EXPECT_EQ(steps[static_cast<size_t>(y * 15 + x)],
                  std::clamp<int64_t>(wanted, unit.low(), unit.low() + 255))
            << text_of(f);
      }
  }
}

// Products of all pairs as convolutions and products of matrices of depth 1.
TEST(Requantized, ConvolutionsAndProductsOfMatricesAreExact) {
  for (const bool conv : {true, false})
    for (const Forms& f : forms_of_pairs()) {
      TestModel m;
      const Shape shape = conv ? Shape{256, 1, 1, 1} : Shape{256, 1};
      const std::vector<int> steps = of_all_steps(m, f, shape, [&] {
        std::vector<int> values(256);
        for (int i = 0; i < 256; ++i)
          values[static_cast<size_t>(i)] = f.b.low() + i;
        const std::vector<int64_t> dims =
            conv ? std::vector<int64_t>{256, 1, 1, 1} : std::vector<int64_t>{1, 256};
        if (f.b.is_signed)
          m.i8("w", dims, values);
        else
          m.u8("w", dims, values);
        m.node(conv ? "QLinearConv" : "QLinearMatMul",
               {"a", "a_s", "a_z", "w", "b_s", "b_z", "y_s", "y_z"}, "y");
      });
      ASSERT_EQ(steps.size(), 65536U);
      int64_t wrong = 0;
      for (int i = 0; i < 65536; ++i)
        wrong += steps[static_cast<size_t>(i)] !=
                         f.y.steps(f.a.real(f.a.low() + i / 256) * f.b.real(f.b.low() + i % 256))
                     ? 1
                     : 0;
      EXPECT_EQ(wrong, 0) << text_of(f);
    }
}

// The same between QuantizeLinear and DequantizeLinear, with a relu before the result's.
TEST(Requantized, SumsBetweenConversionsAreExactAndTheirReluToo) {
  for (const Forms& f : forms_of_pairs()) {
    TestModel m;
    const std::vector<Tensor> inputs = {add_steps(m, "a", f.a, {256, 1}),
                                        add_steps(m, "b", f.b, {1, 256})};
    add_form(m, "y", f.y);
    m.node("DequantizeLinear", {"a", "a_s", "a_z"}, "ra");
    m.node("DequantizeLinear", {"b", "b_s", "b_z"}, "rb").node("Sub", {"ra", "rb"}, "sum");
    m.node("Relu", {"sum"}, "relu").node("QuantizeLinear", {"relu", "y_s", "y_z"}, "y").output("y");
    const std::vector<int> steps = kept(m, inputs);
    int64_t wrong = 0;
    for (int i = 0; i < 65536; ++i) {
      const Exact sum =
          f.a.real(f.a.low() + i / 256) + f.b.real(f.b.low() + i % 256) * Exact::of(int64_t{-1});
      wrong += steps[static_cast<size_t>(i)] != std::max(f.y.steps(sum), f.y.zero) ? 1 : 0;
    }
    EXPECT_EQ(wrong, 0) << text_of(f);
  }
}

}  // namespace
}  // namespace vta::testing
