// Graphs in the forms that exporters write, in their own integers beside what they compute in
// float32: PyTorch's static quantization and its training with fake quantization (torch.onnx, opset
// 13), Keras' training and TensorFlow Lite models by tf2onnx.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "compiler/interp/interpreter.h"
#include "tests/compiler/onnx/onnx_test_util.h"
#include "tests/compiler/quantized/model_run.h"

namespace vta::testing {
namespace {

struct ExportKind {
  bool is_signed, per_channel, powers_of_two;
};

struct ByteSteps {
  float scale = 1;
  int zero = 0;
};

class ExportedNet {
 public:
  ExportedNet(uint64_t seed, const ExportKind& kind) : random_(seed), kind_(kind) {}

  TestModel& model() { return model_; }

  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random_() % static_cast<uint64_t>(high - low + 1));
  }
  double real(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  std::vector<float> reals(int64_t count, double low, double high) {
    std::vector<float> all;
    for (int64_t i = 0; i < count; ++i)
      all.push_back(static_cast<float>(real(low, high)));
    return all;
  }
  // Whole multiples of a small power of two where all scales are such.
  std::vector<float> addends(int64_t count, double largest) {
    std::vector<float> all = reals(count, -largest, largest);
    if (kind_.powers_of_two)
      for (float& v : all)
        v = std::ldexp(std::nearbyint(std::ldexp(v, 10)), -10);
    return all;
  }

  float scale(double about) {
    int exponent = 0;
    std::frexp(about, &exponent);
    return kind_.powers_of_two ? std::ldexp(1.0F, exponent)
                               : static_cast<float>(about * real(0.8, 1.25));
  }
  // Of values on both sides of 0, within about 128 steps.
  ByteSteps steps(double about) {
    const int middle = kind_.is_signed ? 0 : 128;
    return {scale(about / 128),
            kind_.powers_of_two ? middle : middle + static_cast<int>(between(-30, 30))};
  }
  // Of values from 0 on.
  ByteSteps steps_from_0(double most) {
    return kind_.powers_of_two ? steps(most)
                               : ByteSteps{scale(most / 255), kind_.is_signed ? -128 : 0};
  }

  std::string fresh(const std::string& of) { return fmt::format("{}_{}", of, next_++); }
  void byte(const std::string& name, const std::vector<int64_t>& shape,
            const std::vector<int>& values, bool is_signed) {
    model_.typed(name, is_signed ? onnx::TensorProto::INT8 : onnx::TensorProto::UINT8, shape,
                 values);
  }
  std::vector<std::string> with(const std::string& value, const std::string& constants) const {
    return {value, constants + "_s", constants + "_z"};
  }
  void constants(const std::string& name, const ByteSteps& s) {
    model_.floats(name + "_s", {}, {s.scale});
    byte(name + "_z", {}, {s.zero}, kind_.is_signed);
  }

  // Of weights of `outputs` along an axis; the largest magnitude is `most`.
  std::vector<float> weight_scales(int64_t outputs, double most) {
    std::vector<float> all;
    for (int64_t i = 0; i < (kind_.per_channel ? outputs : 1); ++i)
      all.push_back(scale(most * (kind_.per_channel ? real(0.5, 1) : 1) / 127));
    return all;
  }
  void weight_constants(const std::string& name, const std::vector<float>& scales) {
    const std::vector<int64_t> shape =
        kind_.per_channel ? std::vector<int64_t>{std::ssize(scales)} : std::vector<int64_t>{};
    model_.floats(name + "_s", shape, scales);
    model_.i8(name + "_z", shape, std::vector<int>(scales.size(), 0));
  }
  void along(int64_t axis) {
    if (kind_.per_channel)
      model_.attr("axis", axis);
  }
  static int64_t count(const std::vector<int64_t>& shape) {
    return num_elements(Shape(shape.begin(), shape.end()));
  }
  static double largest_weight(const std::vector<int64_t>& shape, int64_t outputs) {
    return 2 / std::sqrt(static_cast<double>(count(shape) / outputs));
  }

  // Compares with the float graph on an input that covers all steps.
  void run(const std::vector<int64_t>& shape, const std::string& output, Difference& d,
           double least_share) {
    model_.output(output);
    const Graph graph = model_.import();
    Tensor x = Tensor::zeros(DType::F32, Shape(shape.begin(), shape.end()));
    for (float& v : x.mutable_data<float>())
      v = static_cast<float>(real(-4, 4));
    const Tensor wanted = interpret(graph, std::span(&x, 1)).front();
    const ModelRun ran = run_model(graph, x);
    const std::vector<float> all(wanted.data<float>().begin(), wanted.data<float>().end());
    d.count(all, ran.output, last_.scale);
    EXPECT_GE(ran.device_share, least_share);
    EXPECT_GT(std::set<float>(all.begin(), all.end()).size(), 20U);
  }

  void last(const ByteSteps& s) { last_ = s; }
  ByteSteps last_steps() const { return last_; }

 private:
  TestModel model_{13};
  std::mt19937_64 random_;
  ExportKind kind_;
  ByteSteps last_;
  int next_ = 0;
};

// ---- PyTorch, quantized after training: every operator between conversions, a Cast in front
class StaticPytorch : public ExportedNet {
 public:
  using ExportedNet::ExportedNet;

  struct Value {
    std::string bytes;
    ByteSteps steps;
  };

  Value quantize(const std::string& x, const ByteSteps& s) {
    const std::string name = fresh("q");
    constants(name, s);
    model().node("QuantizeLinear", with(x, name), name);
    last(s);
    return {name, s};
  }
  std::string dequantize(const Value& v, bool is_signed) {
    const std::string name = fresh("dq");
    model().node("Cast", {v.bytes}, name + "_cast");
    model().attr("to", is_signed ? onnx::TensorProto::INT8 : onnx::TensorProto::UINT8);
    model().floats(name + "_s", {}, {v.steps.scale});
    byte(name + "_z", {}, {v.steps.zero}, is_signed);
    model().node("DequantizeLinear", with(name + "_cast", name), name);
    return name;
  }
  // Weights and a bias in int32, at the product of the scales, whose zero points are computed.
  std::vector<std::string> parameters(const std::vector<int64_t>& shape, float data_scale) {
    const std::string w = fresh("w"), b = w + "_b";
    const std::vector<float> scales = weight_scales(shape[0], largest_weight(shape, shape[0]));
    weight_constants(w, scales);
    std::vector<int> values;
    for (int64_t i = 0; i < count(shape); ++i)
      values.push_back(static_cast<int>(between(-128, 127)));
    model().i8(w + "_q", shape, values).node("DequantizeLinear", with(w + "_q", w), w);
    along(0);
    std::vector<float> of_bias;
    std::vector<int> bias;
    for (const float s : scales)
      of_bias.push_back(s * data_scale);
    for (int64_t i = 0; i < shape[0]; ++i)
      bias.push_back(static_cast<int>(between(-9000, 9000)));
    std::vector<int64_t> extent;
    if (scales.size() > 1)
      extent.push_back(std::ssize(scales));
    model().floats(b + "_s", extent, of_bias).typed(b, onnx::TensorProto::INT32, {shape[0]}, bias);
    model().ints(b + "_n", extent).node("ConstantOfShape", {b + "_n"}, b + "_z0");
    model().node("Cast", {b + "_z0"}, b + "_z").attr("to", onnx::TensorProto::INT32);
    model().node("DequantizeLinear", with(b, b), b + "_real").attr("axis", 0);
    return {w, b + "_real"};
  }
};

void static_pytorch(uint64_t seed, const ExportKind& kind, Difference& d) {
  StaticPytorch net(seed, kind);
  TestModel& m = net.model();
  const auto real = [&](const StaticPytorch::Value& v) {
    return net.dequantize(v, kind.is_signed);
  };
  const auto layer = [&](const std::string& op, const StaticPytorch::Value& x,
                         const std::vector<int64_t>& shape) {
    const std::string name = net.fresh("f");
    std::vector<std::string> operands = {real(x)};
    for (const std::string& p : net.parameters(shape, x.steps.scale))
      operands.push_back(p);
    m.node(op, operands, name);
    return name;
  };
  const int64_t channels = net.between(9, 40);
  m.input("x", {1, 3, 20, 20});
  const auto x = net.quantize("x", net.steps(4));
  std::string f = layer("Conv", x, {channels, 3, 3, 3});
  m.attr_ints("pads", {1, 1, 1, 1}).node("Relu", {f}, f + "_r");
  const auto a = net.quantize(f + "_r", net.steps_from_0(5));
  f = layer("Conv", a, {channels, 1, 3, 3});
  m.attr_ints("pads", {1, 1, 1, 1}).attr("group", channels);
  auto y = net.quantize(f, net.steps(3));
  m.node("Relu", {real(y)}, "alone");
  y = net.quantize("alone", y.steps);
  y = net.quantize(layer("Conv", y, {channels, channels, 1, 1}), net.steps(3));
  m.node("Add", {real(y), real(a)}, "sum").node("Relu", {"sum"}, "sum_r");
  y = net.quantize("sum_r", net.steps_from_0(6));
  m.node("MaxPool", {real(y)}, "pool").attr_ints("kernel_shape", {2, 2});
  m.attr_ints("strides", {2, 2});
  y = net.quantize("pool", y.steps);
  m.node("Concat", {real(y), real(y)}, "both").attr("axis", 1);
  y = net.quantize("both", net.steps_from_0(6));
  m.node("GlobalAveragePool", {real(y)}, "mean");
  y = net.quantize("mean", net.steps_from_0(4));
  m.node("Flatten", {real(y)}, "flat");
  y = net.quantize("flat", y.steps);
  f = layer("Gemm", y, {300, 2 * channels});
  m.attr("transB", 1);
  y = net.quantize(f, net.steps(4));
  net.run({1, 3, 20, 20}, real(y), d, 1);
}

// ---- PyTorch, training: a Clip of bytes to 7 bits, weights that the file quantizes and batch
// norms behind them, float biases; what has no observer stays real
class TrainedPytorch : public ExportedNet {
 public:
  using ExportedNet::ExportedNet;

  std::string fake(const std::string& x, ByteSteps s, bool narrow) {
    const std::string name = fresh("fake");
    constants(name, s);
    model().node("QuantizeLinear", with(x, name), name + "_q");
    std::string bytes = name + "_q";
    if (narrow) {
      byte(name + "_most", {}, {127}, false);
      model().node("Clip", {bytes, "", name + "_most"}, name + "_c");
      bytes = name + "_c";
    }
    model().node("DequantizeLinear", with(bytes, name), name);
    last(s);
    return name;
  }
  std::string weights(const std::string& name, const std::vector<int64_t>& shape,
                      const std::vector<float>& factors) {
    const double most = largest_weight(shape, shape[0]);
    std::vector<int64_t> extents(shape.size(), 1);
    extents[0] = shape[0];
    weight_constants(name, weight_scales(shape[0], most));
    model().floats(name + "_raw", shape, reals(count(shape), -most, most));
    model()
        .floats(name + "_f", extents, factors)
        .node("Mul", {name + "_raw", name + "_f"}, name + "_m");
    model().node("QuantizeLinear", with(name + "_m", name), name + "_q");
    along(0);
    model().node("DequantizeLinear", with(name + "_q", name), name);
    along(0);
    return name;
  }
  // Convolution, its norm's factor taken off again, norm.
  std::string conv_norm(const std::string& x, const std::vector<int64_t>& shape, int64_t groups) {
    const std::string name = fresh("conv");
    const int64_t c = shape[0];
    const std::vector<float> gamma = reals(c, 0.5, 2), variance = reals(c, 0.3, 2);
    std::vector<float> factors;
    for (size_t i = 0; i < gamma.size(); ++i)
      factors.push_back(gamma[i] / std::sqrt(variance[i] + 1e-5F));
    model().node("Conv", {x, weights(name + "_w", shape, factors)}, name);
    model().attr_ints("pads", {1, 1, 1, 1}).attr("group", groups);
    model()
        .floats(name + "_d", {1, c, 1, 1}, factors)
        .node("Div", {name, name + "_d"}, name + "_o");
    model().floats(name + "_b", {1, c, 1, 1}, reals(c, -0.5, 0.5));
    model().node("Add", {name + "_o", name + "_b"}, name + "_p");
    model().floats(name + "_g", {c}, gamma).floats(name + "_v", {c}, variance);
    model().floats(name + "_bb", {c}, reals(c, -1, 1)).floats(name + "_mm", {c}, reals(c, -1, 1));
    model().node("BatchNormalization",
                 {name + "_p", name + "_g", name + "_bb", name + "_mm", name + "_v"}, name + "_n");
    return name + "_n";
  }
};

void trained_pytorch(uint64_t seed, const ExportKind& kind, Difference& d) {
  TrainedPytorch net(seed, kind);
  TestModel& m = net.model();
  const bool narrow = !kind.is_signed && !kind.powers_of_two;
  const auto halved = [&](ByteSteps s) {  // onto 0..127
    return narrow ? ByteSteps{s.scale * 2, s.zero / 2} : s;
  };
  const int64_t channels = net.between(9, 40);
  m.input("x", {1, 3, 36, 36});
  const std::string x = net.fake("x", halved(net.steps(4)), narrow);
  std::string a, y;
  if (kind.powers_of_two) {  // norms have other factors
    m.floats("b1", {channels}, net.addends(channels, 1));
    m.node("Conv",
           {x,
            net.weights("w1", {channels, 3, 3, 3},
                        std::vector<float>(static_cast<size_t>(channels), 1)),
            "b1"},
           "c1");
    m.attr_ints("pads", {1, 1, 1, 1});
    a = "c1";
  } else {
    a = net.conv_norm(x, {channels, 3, 3, 3}, 1);
  }
  m.node("Relu", {a}, "r1");
  a = net.fake("r1", halved(net.steps_from_0(5)), narrow);
  if (!kind.powers_of_two) {
    y = net.fake(net.conv_norm(a, {channels, 1, 3, 3}, channels), halved(net.steps(6)), narrow);
    m.floats("least", {}, {0}).floats("six", {}, {6}).node("Clip", {y, "least", "six"}, "r6");
    y = net.fake("r6", halved(net.steps_from_0(6)), narrow);
  } else {
    y = a;
  }
  m.floats("b3", {channels}, net.addends(channels, 1));
  m.node("Conv",
         {y,
          net.weights("w3", {channels, channels, 1, 1},
                      std::vector<float>(static_cast<size_t>(channels), 1)),
          "b3"},
         "c3");
  y = net.fake("c3", halved(net.steps(4)), narrow);
  m.node("Add", {y, a}, "sum").node("Relu", {"sum"}, "sum_r");
  y = net.fake("sum_r", halved(net.steps_from_0(6)), narrow);
  m.node("MaxPool", {y}, "pool").attr_ints("kernel_shape", {2, 2}).attr_ints("strides", {2, 2});
  net.run({1, 3, 36, 36}, net.fake("pool", net.last_steps(), narrow), d, 1);
}

// ---- Keras, training, by tf2onnx: channels last, weights as Keras has them, moved behind their
// conversion, their scales along the last axis; averages and a softmax
class TrainedKeras : public ExportedNet {
 public:
  using ExportedNet::ExportedNet;

  std::string fake(const std::string& x, const ByteSteps& s) {
    const std::string name = fresh("fake");
    constants(name, s);
    model().node("QuantizeLinear", with(x, name), name + "_q");
    model().node("DequantizeLinear", with(name + "_q", name), name);
    last(s);
    return name;
  }
  // The outputs are the last axis.
  std::string weights(const std::vector<int64_t>& shape) {
    const std::string name = fresh("kernel");
    const double most = largest_weight(shape, shape.back());
    const int64_t axis = std::ssize(shape) - 1;
    weight_constants(name, weight_scales(shape.back(), most));
    model().floats(name + "_raw", shape, reals(count(shape), -most, most));
    model().node("QuantizeLinear", with(name + "_raw", name), name + "_q");
    along(axis);
    model().node("DequantizeLinear", with(name + "_q", name), name);
    along(axis);
    return name;
  }
  std::string moved(const std::string& x, const std::vector<int64_t>& order) {
    const std::string name = fresh("moved");
    model().node("Transpose", {x}, name).attr_ints("perm", order);
    return name;
  }
  // With a bias of its own behind it.
  std::string conv(const std::string& x, int64_t from, int64_t to, bool depthwise, int64_t stride) {
    const std::string name = fresh("conv");
    const std::string kernel = depthwise ? moved(weights({3, 3, 1, to}), {3, 2, 0, 1})
                                         : moved(weights({3, 3, from, to}), {3, 2, 0, 1});
    model().node("Conv", {moved(x, {0, 3, 1, 2}), kernel}, name + "_f");
    const int64_t before = stride == 1 ? 1 : 0;  // of an even extent
    model().attr_ints("pads", {before, before, 1, 1}).attr_ints("strides", {stride, stride});
    model().attr("group", depthwise ? to : 1);
    model().floats(name + "_b", {1, to, 1, 1}, addends(to, 1));
    model().node("Add", {name + "_f", name + "_b"}, name);
    return moved(name, {0, 2, 3, 1});
  }
};

void trained_keras(uint64_t seed, const ExportKind& kind, Difference& d) {
  TrainedKeras net(seed, kind);
  TestModel& m = net.model();
  const int64_t channels = net.between(9, 40);
  m.input("x", {1, 20, 20, 3});
  std::string y = net.fake("x", net.steps(4));
  y = net.conv(y, 3, channels, false, 2);
  m.floats("least", {}, {0}).floats("six", {}, {6}).node("Clip", {y, "least", "six"}, "r1");
  const std::string a = net.fake("r1", net.steps_from_0(6));
  y = net.fake(net.conv(a, channels, channels, true, 1), net.steps(4));
  m.node("Add", {y, a}, "sum").node("Relu", {"sum"}, "sum_r");
  y = net.fake("sum_r", net.steps_from_0(6));
  m.node("Mul", {y, a}, "product");
  y = net.fake("product", net.steps_from_0(30));
  m.node("ReduceMean", {y}, "mean").attr_ints("axes", {1, 2}).attr("keepdims", 0);
  y = net.fake("mean", net.steps_from_0(10));
  m.node("MatMul", {y, net.weights({channels, 300})}, "dense");
  m.floats("dense_b", {300}, net.addends(300, 1)).node("Add", {"dense", "dense_b"}, "logits");
  y = net.fake("logits", net.steps(8));
  net.run({1, 20, 20, 3}, y, d, 1);
}

// ---- TensorFlow Lite models by tf2onnx: channels last, int8 weights as OHWI that are moved behind
// their conversion, biases in int32 at the product of the scales
class ConvertedTflite : public TrainedKeras {
 public:
  using TrainedKeras::TrainedKeras;

  std::string conv(const std::string& x, float data_scale, int64_t from, int64_t to,
                   bool depthwise) {
    const std::string name = fresh("conv"), w = name + "_w", b = name + "_b";
    const std::vector<int64_t> shape =
        depthwise ? std::vector<int64_t>{1, 3, 3, to} : std::vector<int64_t>{to, 3, 3, from};
    const std::vector<float> scales = weight_scales(to, largest_weight(shape, to));
    weight_constants(w, scales);
    std::vector<int> values;
    for (int64_t i = 0; i < count(shape); ++i)
      values.push_back(static_cast<int>(between(-127, 127)));
    model().i8(w + "_q", shape, values).node("DequantizeLinear", with(w + "_q", w), w);
    along(depthwise ? 3 : 0);
    std::vector<int> bias;
    for (int64_t i = 0; i < to; ++i)
      bias.push_back(static_cast<int>(between(-9000, 9000)));
    std::vector<float> of_bias;
    for (const float s : scales)
      of_bias.push_back(s * data_scale);
    std::vector<int64_t> extent;
    if (scales.size() > 1)
      extent.push_back(to);
    model().floats(b + "_s", extent, of_bias).typed(b, onnx::TensorProto::INT32, {to}, bias);
    model().node("DequantizeLinear", {b, b + "_s"}, b + "_real").attr("axis", 0);
    const std::string kernel =
        moved(w, depthwise ? std::vector<int64_t>{3, 0, 1, 2} : std::vector<int64_t>{0, 3, 1, 2});
    model().node("Conv", {moved(x, {0, 3, 1, 2}), kernel, b + "_real"}, name + "_f");
    model().attr_ints("pads", {1, 1, 1, 1}).attr("group", depthwise ? to : 1);
    return moved(name + "_f", {0, 2, 3, 1});
  }
};

void converted_tflite(uint64_t seed, const ExportKind& kind, Difference& d) {
  ConvertedTflite net(seed, kind);
  TestModel& m = net.model();
  const int64_t channels = net.between(9, 40);
  m.input("x", {1, 20, 20, 3});
  const ByteSteps in = net.steps(4), first = net.steps_from_0(5), second = net.steps(4);
  std::string y = net.fake("x", in);
  m.node("Relu", {net.conv(y, in.scale, 3, channels, false)}, "r1");
  const std::string a = net.fake("r1", first);
  y = net.fake(net.conv(a, first.scale, channels, channels, true), second);
  m.node("Sub", {y, a}, "difference");
  y = net.fake("difference", net.steps(6));
  m.node("AveragePool", {net.moved(y, {0, 3, 1, 2})}, "mean").attr_ints("kernel_shape", {2, 2});
  m.attr_ints("strides", {2, 2});
  net.run({1, 20, 20, 3},
          net.moved(net.fake(net.moved("mean", {0, 2, 3, 1}), net.steps(5)), {0, 1, 2, 3}), d, 1);
}

using WriteForm = void (*)(uint64_t, const ExportKind&, Difference&);
struct Exporter {
  std::string name;
  WriteForm write;
  int operators;  // that round one after the other
};

class ExportedForm : public ::testing::TestWithParam<std::tuple<Exporter, ExportKind>> {};

TEST_P(ExportedForm, IsNearFloat) {
  const auto& [form, kind] = GetParam();
  Difference d;
  for (uint64_t seed = 1; seed <= 6; ++seed)
    form.write(seed, kind, d);
  fmt::print("{} of {} elements differ, by {} at most\n", d.differ, d.elements, d.most);
  EXPECT_LE(d.share(), kind.powers_of_two ? 0 : 1e-4);
  EXPECT_LE(d.most, form.operators);
}

std::string exporter_name(const ::testing::TestParamInfo<ExportedForm::ParamType>& info) {
  const auto& [form, kind] = info.param;
  return fmt::format("{}{}{}{}", form.name, kind.is_signed ? "Int8" : "Uint8",
                     kind.per_channel ? "PerChannel" : "PerTensor",
                     kind.powers_of_two ? "PowersOfTwo" : "");
}

INSTANTIATE_TEST_SUITE_P(
    All, ExportedForm,
    ::testing::Combine(
        ::testing::Values(Exporter{"StaticPytorch", static_pytorch, 7},
                          Exporter{"TrainedPytorch", trained_pytorch, 6},
                          Exporter{"TrainedKeras", trained_keras, 6},
                          Exporter{"ConvertedTflite", converted_tflite, 4}),
        ::testing::Values(ExportKind{false, true, false}, ExportKind{false, false, false},
                          ExportKind{true, true, false}, ExportKind{true, false, false},
                          ExportKind{false, true, true}, ExportKind{true, false, true})),
    exporter_name);

// In any order, on either side, one for all channels and one for each.
TEST(ExportedForms, ConstantsBehindALayerAreItsOwn) {
  TrainedKeras net(5, {true, true, false});
  TestModel& m = net.model();
  m.input("x", {1, 6, 30, 30});
  m.node("Conv", {net.fake("x", net.steps(4)), net.moved(net.weights({1, 1, 6, 9}), {3, 2, 0, 1})},
         "c");
  m.floats("less", {9, 1, 1}, net.reals(9, -1, 1)).node("Sub", {"c", "less"}, "d");
  m.floats("by", {}, {0.75F}).node("Mul", {"by", "d"}, "e");
  m.floats("more", {1, 9, 1, 1}, net.reals(9, -1, 1)).node("Add", {"more", "e"}, "f");
  m.floats("over", {9, 1, 1}, net.reals(9, 0.5, 2)).node("Div", {"f", "over"}, "g");
  Difference d;
  net.run({1, 6, 30, 30}, net.fake("g", net.steps(4)), d, 1);
  EXPECT_EQ(d.differ, 0);
}

// A constant of positions, as many as there are channels.
TEST(ExportedForms, ConstantsOfPositionsAreNoBiases) {
  TrainedKeras net(4, {true, true, false});
  TestModel& m = net.model();
  m.input("x", {1, 8, 8, 8});
  m.node("Conv", {net.fake("x", net.steps(4)), net.moved(net.weights({1, 1, 8, 8}), {3, 2, 0, 1})},
         "c");
  m.floats("positions", {8}, net.reals(8, -1, 1)).node("Add", {"c", "positions"}, "sum");
  Difference d;
  net.run({1, 8, 8, 8}, net.fake("sum", net.steps(4)), d, 0);
  EXPECT_EQ(d.differ, 0);
}

}  // namespace
}  // namespace vta::testing
