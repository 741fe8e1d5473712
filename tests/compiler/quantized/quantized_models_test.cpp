// Quantized models: in their own integers bit for bit, and converted for the accelerator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <random>

#include "base/npy.h"
#include "compiler/compiler.h"
#include "compiler/interp/interpreter.h"
#include "compiler/onnx/import.h"
#include "compiler/oracle.h"
#include "compiler/quant/model_loss.h"
#include "runtime/executor.h"
#include "runtime/work_share.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/onnx/onnx_test_util.h"
#include "tests/compiler/quantized/quantized_net.h"

namespace vta::testing {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kData = VTA_SOURCE_DIR "/tests/data/";

// The first images of a file, x = (pixel - 128) / 64.
std::vector<Tensor> images(const std::string& file, size_t count) {
  const Tensor pixels = read_npy(kData + file);
  const auto p = pixels.data<uint8_t>();
  std::vector<Tensor> all;
  for (size_t n = 0; n < count; ++n) {
    Tensor t = Tensor::zeros(DType::F32, {1, 3, 32, 32});
    auto x = t.mutable_data<float>();
    for (size_t i = 0; i < 1024; ++i)
      for (size_t c = 0; c < 3; ++c)
        x[c * 1024 + i] = (static_cast<float>(p[(n * 1024 + i) * 3 + c]) - 128) / 64;
    all.push_back(t);
  }
  return all;
}

const QuantizedNet& digits(Scales scales) {
  static const auto kAll = [] {
    std::ifstream file(kData + "digits_resnet8.onnx", std::ios::binary);
    onnx::ModelProto model;
    EXPECT_TRUE(model.ParseFromIstream(&file));
    const std::vector<Tensor> samples = images("digits_calib_64_u8.npy", 4);
    std::vector<QuantizedNet> nets;
    for (const Scales s : {Scales::PowersOfTwo, Scales::MinMax, Scales::PerTensor})
      nets.push_back(quantized_model(model, samples, s));
    return nets;
  }();
  return kAll[static_cast<size_t>(scales)];
}

Graph import_net(const QuantizedNet& net, Form form) {
  const std::string bytes = written(net, form).SerializeAsString();
  return import_onnx(std::as_bytes(std::span(bytes)), "net", {});
}

struct Ran {
  std::vector<float> output;
  CompileResult compiled;
};

Ran run(const QuantizedNet& net, Form form, const Tensor& input, CompileOptions options) {
  if (options.config.name().empty())
    options.config = named_config("default");
  Ran ran{{}, compile_graph(import_net(net, form), options)};
  Executor executor(ran.compiled.program, make_device("fsim", options.config));
  executor.set_input(0, input);
  Oracle oracle(ran.compiled.quantized, executor);
  executor.run();
  const VerifyReport report = oracle.compare();
  EXPECT_EQ(report.exact(), !ran.compiled.program.kernels.empty()) << report.first_mismatch;
  EXPECT_EQ(report.first_mismatch, "");
  const Tensor out = executor.output(0);
  ran.output.assign(out.data<float>().begin(), out.data<float>().end());
  return ran;
}

CompileOptions with_config(const std::string& config, QuantMode mode) {
  CompileOptions options;
  options.config = named_config(config);
  options.recipe.set("quant", std::string(mode_name(mode)));
  return options;
}

double sqnr_db(const std::vector<float>& wanted, const std::vector<float>& have) {
  double signal = 0, noise = 0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    signal += static_cast<double>(wanted[i]) * static_cast<double>(wanted[i]);
    noise += std::pow(static_cast<double>(wanted[i]) - static_cast<double>(have[i]), 2);
  }
  return 10 * std::log10(signal / noise);
}

struct Case {
  Scales scales;
  Form form;
};

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  const char* scales[] = {"PowersOfTwo", "MinMax", "PerTensor"};
  return std::string(scales[static_cast<size_t>(info.param.scales)]) +
         (info.param.form == Form::Qdq ? "Qdq" : "QLinear");
}

class QuantizedModel : public ::testing::TestWithParam<Case> {};

TEST_P(QuantizedModel, KeptIsTheDefinitionBitForBit) {
  const QuantizedNet& net = digits(GetParam().scales);
  for (const Tensor& image : images("digits_test_200_u8.npy", 3)) {
    const Ran ran = run(net, GetParam().form, image, with_config("default", QuantMode::Keep));
    EXPECT_EQ(ran.output, defined_output(net, GetParam().form, image));
    EXPECT_TRUE(ran.compiled.program.kernels.empty());
    EXPECT_GT(work_share(ran.compiled.program).network_macs, 10'000'000);
    for (NodeId id = 0; id < ran.compiled.quantized.size(); ++id)
      EXPECT_THAT(ran.compiled.quantized.node(id).op,
                  Not(AnyOf("nn.conv2d", "nn.dense", "nn.global_avg_pool2d")));
  }
}

TEST_P(QuantizedModel, ConvertedIsNearTheDefinition) {
  const QuantizedNet& net = digits(GetParam().scales);
  std::vector<float> wanted, have;
  for (const Tensor& image : images("digits_test_200_u8.npy", 4)) {
    const Ran ran = run(net, GetParam().form, image, with_config("default", QuantMode::Global));
    const std::vector<float> defined = defined_output(net, GetParam().form, image);
    wanted.insert(wanted.end(), defined.begin(), defined.end());
    have.insert(have.end(), ran.output.begin(), ran.output.end());
    EXPECT_GE(ran.compiled.program.kernels.size(), 9u);
  }
  const double db = sqnr_db(wanted, have);
  RecordProperty("sqnr_db", std::to_string(db));
  fmt::print("SQNR {:.1f} dB\n", db);
  EXPECT_GE(db, GetParam().scales == Scales::PowersOfTwo ? 25 : 15);
}

// With RQ; weights of uint8 at a zero point are the host's. No value of these images is near a tie.
TEST_P(QuantizedModel, InItsOwnIntegersIsTheDefinition) {
  const QuantizedNet& net = digits(GetParam().scales);
  CompileOptions options = with_config("default", QuantMode::Model);
  options.config.isa_ext = 3;
  for (const Tensor& image : images("digits_test_200_u8.npy", 3)) {
    const Ran ran = run(net, GetParam().form, image, options);
    EXPECT_EQ(ran.output, defined_output(net, GetParam().form, image));
    const WorkShare share = work_share(ran.compiled.program);
    if (GetParam().scales != Scales::PerTensor) {
      EXPECT_EQ(share.device_macs, share.network_macs);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Digits, QuantizedModel,
                         ::testing::Values(Case{Scales::PowersOfTwo, Form::Qdq},
                                           Case{Scales::PowersOfTwo, Form::QLinear},
                                           Case{Scales::MinMax, Form::Qdq},
                                           Case{Scales::MinMax, Form::QLinear},
                                           Case{Scales::PerTensor, Form::Qdq},
                                           Case{Scales::PerTensor, Form::QLinear}),
                         name_of);

// Concatenation, maximum, groups, uneven pads, channels of 17 and 24, weights and values with and
// without zero points.
QuantizedNet branches(uint64_t seed, Scales scales) {
  std::mt19937_64 random(seed);
  const auto form = [&](int step) -> ValueForm {
    if (scales == Scales::PowersOfTwo)
      return {std::ldexp(1.0F, step), 0, true};
    return {std::ldexp(0.6F + 0.01F * static_cast<float>(random() % 80), step),
            static_cast<int>(96 + random() % 64), false};
  };
  const auto layer = [&](const Shape& shape, size_t from, int64_t groups, ValueForm out) {
    QuantizedLayer l;
    l.kind = shape.size() == 2 ? Layer::Dense : Layer::Conv;
    l.inputs = {from};
    l.out = out;
    l.shape = shape;
    l.groups = groups;
    l.relu = scales == Scales::PowersOfTwo && shape.size() == 4 && random() % 2 == 0;
    l.weight_signed = scales != Scales::PerTensor;
    l.weight_zero = l.weight_signed ? 0 : 120;
    for (int64_t i = 0; i < num_elements(shape); ++i)
      l.weight.push_back(static_cast<int>(random() % 255) - (l.weight_signed ? 127 : 0));
    const int64_t scales_of_weight = scales == Scales::PerTensor ? 1 : shape[0];
    for (int64_t i = 0; i < scales_of_weight; ++i)
      l.weight_scale.push_back(scales == Scales::PowersOfTwo
                                   ? std::ldexp(1.0F, -10 + static_cast<int>(random() % 3))
                                   : 0.0005F + 0.00001F * static_cast<float>(random() % 200));
    for (int64_t i = 0; i < shape[0]; ++i)
      l.bias.push_back(static_cast<int32_t>(random() % 20001) - 10000);
    return l;
  };
  QuantizedNet net{{1, 17, 9, 7}, form(-6), {}};
  net.layers.push_back(layer({24, 17, 3, 3}, 0, 1, form(-5)));
  net.layers.back().pads = {1, 1, 1, 1};
  net.layers.push_back(layer({24, 6, 3, 2}, 1, 4, form(-5)));
  net.layers.back().pads = {2, 0, 0, 1};
  QuantizedLayer join{.kind = Layer::Concat, .inputs = {1, 2}, .out = form(-5)};
  net.layers.push_back(join);
  net.layers.push_back({.kind = Layer::MaxPool, .inputs = {3}, .out = net.layers.back().out});
  net.layers.push_back(layer({10, 48, 1, 1}, 4, 1, form(-4)));
  net.layers.push_back({.kind = Layer::GlobalAverage, .inputs = {5}, .out = form(-5)});
  net.layers.push_back(layer({5, 10}, 6, 1, form(-5)));
  return net;
}

Tensor noise(const Shape& shape, uint64_t seed, float largest) {
  std::mt19937_64 random(seed);
  Tensor t = Tensor::zeros(DType::F32, shape);
  for (float& v : t.mutable_data<float>())
    v = largest * (static_cast<float>(random() % 2001) / 1000.0F - 1.0F);
  return t;
}

TEST(QuantizedBranches, KeptAreTheDefinitionBitForBit) {
  for (uint64_t seed = 0; seed < 4; ++seed)
    for (const Scales scales : {Scales::PowersOfTwo, Scales::MinMax, Scales::PerTensor})
      for (const Form form : {Form::Qdq, Form::QLinear}) {
        const QuantizedNet net = branches(seed, scales);
        const Tensor x = noise(net.input, seed + 100, 2);
        EXPECT_EQ(run(net, form, x, with_config("default", QuantMode::Keep)).output,
                  defined_output(net, form, x))
            << "seed " << seed;
      }
}

TEST(QuantizedBranches, ConvertedKernelsAreExactOnEveryShapeOfConfiguration) {
  for (const std::string config : {"default", "1x32", "4x16", "tiny"})
    for (const Form form : {Form::Qdq, Form::QLinear}) {
      const QuantizedNet net = branches(7, Scales::PowersOfTwo);
      const Tensor x = noise(net.input, 3, 2);
      const Ran ran = run(net, form, x, with_config(config, QuantMode::Global));
      EXPECT_GE(sqnr_db(defined_output(net, form, x), ran.output), 25) << config;
    }
}

// A convolution whose conversions clip on both sides: .ref is the definition's output.
TEST(QuantizedClips, StayInAConvertedModel) {
  for (const std::string name : {"int8", "uint8"}) {
    const std::string path = kData + "quantized_clips/" + name;
    const Tensor x = read_npy(path + ".x.npy"), wanted = read_npy(path + ".ref.npy");
    for (const QuantMode mode : {QuantMode::Max, QuantMode::Percentile, QuantMode::Global}) {
      CompileOptions options = with_config("default", mode);
      if (mode != QuantMode::Global)
        options.calibration = {x};
      const CompileResult compiled = compile_graph(import_onnx(path + ".onnx", {}), options);
      EXPECT_FALSE(compiled.program.kernels.empty());
      Executor executor(compiled.program, make_device("fsim", options.config));
      executor.set_input(0, x);
      executor.run();
      EXPECT_GE(sqnr_db(floats_of(wanted), floats_of(executor.output(0))), 27)
          << name << static_cast<int>(mode);
    }
  }
}

// Conv -> conversions -> Add of the input: at a power of two, and at a scale that is none.
QuantizedNet clipped_sum(float scale) {
  QuantizedLayer conv{.kind = Layer::Conv, .inputs = {0}, .out = {scale, 0, true}};
  conv.shape = {16, 16, 1, 1};
  for (int i = 0; i < 256; ++i)
    conv.weight.push_back(i * 37 % 255 - 127);
  conv.weight_scale = {1.0F / 64};
  QuantizedLayer sum{.kind = Layer::Add, .inputs = {1, 0}, .out = {scale, 0, true}};
  return {{1, 16, 6, 6}, {1.0F / 32, 0, true}, {conv, sum}};
}

TEST(QuantizedClips, OfASumsOperandStay) {
  for (const float scale : {1.0F / 32, 0.021F}) {
    const QuantizedNet net = clipped_sum(scale);
    const Tensor x = noise(net.input, 11, 3);
    CompileOptions options = with_config("default", QuantMode::Max);
    options.calibration = {x};
    const std::vector<float> wanted = defined_output(net, Form::Qdq, x);
    EXPECT_GE(sqnr_db(wanted, run(net, Form::Qdq, x, options).output), 28) << scale;
  }
}

// As dynamic quantizers write it: the data's scale is computed as the model runs.
TEST(DynamicallyQuantized, ProductsAreConvertedOrKept) {
  TestModel m(13);
  m.input("x", {1, 16, 6, 6}).floats("ws", {}, {0.002F});
  std::vector<int> weight;
  for (int i = 0; i < 16 * 16 * 9; ++i)
    weight.push_back(i * 37 % 255 - 127);
  m.i8("w", {16, 16, 3, 3}, weight).node("DynamicQuantizeLinear", {"x"}, "q");
  for (const char* result : {"s", "z"})
    m.graph().mutable_node(0)->add_output(result);
  m.node("ConvInteger", {"q", "w", "z"}, "sums").node("Cast", {"sums"}, "real").attr("to", 1);
  m.node("Mul", {"s", "ws"}, "scale").node("Mul", {"real", "scale"}, "y").output("y");
  const Tensor x = noise({1, 16, 6, 6}, 5, 2);
  std::vector<std::vector<float>> outputs;
  for (const QuantMode mode : {QuantMode::Keep, QuantMode::Global}) {
    const CompileOptions options = with_config("default", mode);
    const CompileResult compiled = compile_graph(m.import(), options);
    EXPECT_EQ(compiled.program.kernels.size(), mode == QuantMode::Keep ? 0u : 1u);
    Executor executor(compiled.program, make_device("fsim", options.config));
    executor.set_input(0, x);
    executor.run();
    outputs.push_back(floats_of(executor.output(0)));
  }
  EXPECT_GE(sqnr_db(outputs[0], outputs[1]), 20);
}

// ---- What is not exact is said ------------------------------------------------------------------
TEST(QuantizedModels, LossAndExactScalesAreSaid) {
  const CompileResult exact = compile_graph(import_net(branches(1, Scales::PowersOfTwo), Form::Qdq),
                                            with_config("default", QuantMode::Global));
  EXPECT_THAT(exact.notes, Contains(AllOf(HasSubstr("quantized model: 8 of 8 of its values' scales "
                                                    "are powers of two and taken as they are; "
                                                    "converted, its outputs "),
                                          HasSubstr("(2 random inputs)"))));
  CompileOptions calibrated = with_config("default", QuantMode::Max);
  calibrated.calibration = {noise({1, 17, 9, 7}, 1, 2)};
  const CompileResult other =
      compile_graph(import_net(branches(1, Scales::MinMax), Form::QLinear), calibrated);
  EXPECT_THAT(other.notes, Contains(AllOf(HasSubstr("0 of 9"), HasSubstr("others are estimated"),
                                          HasSubstr("(1 calibration sample)"))));
}

TEST(QuantizedModels, WeightsOfMinus128AreCounted) {
  QuantizedNet net = branches(2, Scales::PowersOfTwo);
  net.layers[0].weight[5] = -128;
  net.layers[0].weight[6] = 127;
  const Tensor x = noise(net.input, 3, 2);
  const Ran ran = run(net, Form::Qdq, x, with_config("default", QuantMode::Global));
  EXPECT_THAT(ran.compiled.notes, Contains(HasSubstr("has 1 weight of -128, which become -127")));
  EXPECT_EQ(run(net, Form::Qdq, x, with_config("default", QuantMode::Keep)).output,
            defined_output(net, Form::Qdq, x));
}

TEST(QuantizedModels, PoorConversionsAreWarnedOf) {
  EXPECT_THAT(model_loss_texts({.score = {.sqnr_db = 9.04},
                                .samples = 2,
                                .random = true,
                                .exact_scales = 1,
                                .scales = 3}),
              Contains("warning: the converted model keeps 9.0 dB of the model's own definition "
                       "(below 15 is poor): --calib with sample inputs gives better scales, "
                       "--quant model runs it in its own integers"));
}

TEST(QuantizedModels, KeepIsRefusedOfFloatModels) {
  Graph graph;
  graph.set_outputs({graph.add_call("nn.relu", {graph.add_input("x", {{1, 4}, DType::F32})})});
  try {
    compile_graph(graph, with_config("default", QuantMode::Keep));
    ADD_FAILURE();
  } catch (const CompileError& e) {
    EXPECT_THAT(e.what(),
                HasSubstr("--quant keep needs a quantized model: this one has no QuantizeLinear"));
  }
}

}  // namespace
}  // namespace vta::testing
