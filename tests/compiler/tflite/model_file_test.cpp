// Files that are no models, damaged or contradict themselves: what is wrong, its value, and what
// would be legal.
#include <gmock/gmock.h>

#include <fstream>

#include "base/file.h"
#include "compiler/compiler.h"
#include "compiler/tflite/import.h"
#include "model_writer.h"

namespace vta::tflite_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Type = file::TensorType;
using Bytes = std::vector<std::byte>;

std::string error_of(const Bytes& bytes, const TfliteOptions& options = {}) {
  try {
    import_tflite(bytes, "net", options);
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

const Steps kSteps = one_scale(0.5F, 3);

// A model of one RESHAPE, changed by `change` before it is finished.
template <typename Change>
Bytes reshape_model(const Change& change) {
  ModelWriter m;
  const int32_t x = m.input({1, 4}, Type::INT8, kSteps);
  const int32_t y = m.value({2, 2}, Type::INT8, kSteps);
  m.add(kReshape, {x}, y, file::CreateReshapeOptions(m.builder()));
  return m.finish(change(m, y));
}

Bytes plain_model() {
  return reshape_model([](ModelWriter&, int32_t y) { return std::vector{y}; });
}

// A model of one operator on int8 values (1, 4, 4, 2).
template <typename Add>
Bytes one_operator(const Add& add) {
  ModelWriter m;
  const int32_t x = m.input({1, 4, 4, 2}, Type::INT8, kSteps);
  return m.finish({add(m, x)});
}

TEST(TfliteFile, WhatIsNoneIsNamed) {
  EXPECT_THAT(error_of({}), HasSubstr("model 'net' is not a TensorFlow Lite model: it is empty"));
  EXPECT_THAT(error_of(Bytes(64, std::byte{7})), HasSubstr("bytes 4 to 7 must be TFL3"));
  Bytes cut = plain_model();
  cut.resize(cut.size() / 2);
  EXPECT_THAT(error_of(cut), HasSubstr("is truncated or damaged"));
  EXPECT_THROW(import_tflite("/no/such.tflite"), InputError);
  EXPECT_EQ(error_of(plain_model()), "no error");
}

TEST(TfliteFile, EveryByteThatIsCutOffIsNoticed) {
  const Bytes whole = plain_model();
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(error_of(Bytes(whole.begin(), whole.begin() + static_cast<int64_t>(size))),
              "no error")
        << size << " of " << whole.size();
}

TEST(TfliteFile, VersionsAndSubgraphsAreCounted) {
  EXPECT_THAT(error_of(reshape_model([](ModelWriter& m, int32_t y) {
                m.version = 2;
                return std::vector{y};
              })),
              HasSubstr("has version 2: supported is 3"));
  EXPECT_THAT(error_of(reshape_model([](ModelWriter& m, int32_t y) {
                m.subgraphs = 2;
                return std::vector{y};
              })),
              HasSubstr("has 2 subgraphs: must have 1"));
  EXPECT_THAT(error_of(reshape_model([](ModelWriter&, int32_t) { return std::vector<int32_t>(); })),
              HasSubstr("has no outputs"));
  EXPECT_THAT(error_of(reshape_model([](ModelWriter&, int32_t) { return std::vector{9}; })),
              HasSubstr("has tensor 9 in the list of outputs: it has 2 tensors"));
  EXPECT_THAT(error_of(reshape_model([](ModelWriter&, int32_t) { return std::vector{2}; })),
              HasSubstr("has tensor 2 in the list of outputs"));
}

// A tensor that nothing reads.
std::string error_with(const Shape& shape, Type type, const Steps& steps) {
  return error_of(reshape_model([&](ModelWriter& m, int32_t y) {
    m.value(shape, type, steps);
    return std::vector{y};
  }));
}

TEST(TfliteFile, TensorsAreChecked) {
  EXPECT_THAT(error_with({1, 0}, Type::INT8, kSteps),
              HasSubstr("tensor 2 'value2' of shape (1, 0): every extent must be in 1.."));
  EXPECT_THAT(error_with({-1, 2}, Type::INT8, kSteps), HasSubstr("every extent must be in 1.."));
  EXPECT_THAT(error_with({1 << 30, 1 << 30}, Type::INT8, kSteps), HasSubstr("elements"));
  EXPECT_THAT(error_with(Shape(17, 1), Type::INT8, kSteps), HasSubstr("rank 17"));
  EXPECT_THAT(error_with({1, 2}, Type::INT8, {{1, 2}, {0, 0}, 0}),
              HasSubstr("2 scales along axis 0: must be 1 or 1"));
  EXPECT_THAT(error_with({1, 2}, Type::INT8, {{1, 2}, {0, 0}, 2}), HasSubstr("along axis 2"));
  EXPECT_THAT(error_with({1, 2}, Type::INT8, {{1, 2}, {0}, 1}),
              HasSubstr("2 scales and 1 zero point: must be as many"));
  EXPECT_THAT(error_with({1, 2}, Type::INT8, {{0}, {0}}), HasSubstr("scale 0: must be finite"));
  EXPECT_THAT(error_with({1, 2}, Type::INT8, {{-1}, {0}}), HasSubstr("scale -1"));
  EXPECT_THAT(error_with({1, 2}, Type::INT8, {{1}, {128}}),
              HasSubstr("zero point 128: must be in -128..127"));
  EXPECT_THAT(error_with({1, 2}, Type::INT32, {{1}, {1}}), HasSubstr("zero point 1: must be 0"));
  EXPECT_THAT(error_of(reshape_model([&](ModelWriter& m, int32_t y) {
                m.raw_tensor({3}, Type::INT8, 1);
                return std::vector{y};
              })),
              HasSubstr("with buffer 1: it has 1 buffer"));
  EXPECT_THAT(error_of(reshape_model([&](ModelWriter& m, int32_t y) {
                m.constant(Tensor::zeros(DType::I8, {4}));
                m.raw_tensor({3}, Type::INT8, 1);
                return std::vector{y};
              })),
              HasSubstr("of shape (3) and type INT8 with 4 bytes: must be 3"));
}

TEST(TfliteFile, OperatorsThatAreNotKnownAreNamedWithThoseThatAre) {
  const auto with = [](int32_t code) {
    return error_of(one_operator([&](ModelWriter& m, int32_t x) {
      const int32_t y = m.value({1, 4, 4, 2}, Type::INT8, kSteps);
      m.add_plain(code, {x}, y);
      return y;
    }));
  };
  EXPECT_THAT(with(36), AllOf(HasSubstr("operator 0 GATHER: is not supported: supported are ADD, "
                                        "AVERAGE_POOL_2D, CONCATENATION, CONV_2D, "),
                              HasSubstr("STRIDED_SLICE")));
  EXPECT_THAT(with(32), HasSubstr("operator 0 custom ''"));
  EXPECT_THAT(with(9999), HasSubstr("operator 0 number 9999"));
}

TEST(TfliteFile, ValuesAreComputedOnceAndBeforeTheyAreRead) {
  EXPECT_THAT(error_of(one_operator([](ModelWriter& m, int32_t x) {
                const int32_t y = m.value({1, 4, 4, 2}, Type::INT8, kSteps);
                const int32_t later = m.value({1, 4, 4, 2}, Type::INT8, kSteps);
                m.add(kAdd, {x, later}, y, file::CreateAddOptions(m.builder()));
                return y;
              })),
              HasSubstr("operator 0 ADD: reads tensor 2 'value2', which is no constant"));
  EXPECT_THAT(error_of(one_operator([](ModelWriter& m, int32_t x) {
                m.add(kAdd, {x, x}, x, file::CreateAddOptions(m.builder()));
                return x;
              })),
              HasSubstr("writes tensor 0 'value0', which has a value already"));
  EXPECT_THAT(error_of(one_operator([](ModelWriter& m, int32_t x) {
                const int32_t y = m.value({1, 4, 4, 3}, Type::INT8, kSteps);
                m.add(kAdd, {x, x}, y, file::CreateAddOptions(m.builder()));
                return y;
              })),
              AllOf(HasSubstr("makes Tensor[(1, 4, 4, 2), int8] of its operands"),
                    HasSubstr("(1, 4, 4, 3)")));
  EXPECT_THAT(error_of(one_operator([](ModelWriter& m, int32_t x) {
                const int32_t y = m.value({1, 4, 4, 2}, Type::INT8, kSteps);
                m.add_plain(kAdd, {x, x}, y);
                return y;
              })),
              HasSubstr("has no options of its kind"));
  EXPECT_THAT(error_of(one_operator([](ModelWriter& m, int32_t x) {
                const int32_t y = m.value({1, 4, 4, 2}, Type::INT8, kSteps);
                m.add(kAdd, {x}, y, file::CreateAddOptions(m.builder()));
                return y;
              })),
              HasSubstr("has 1 input: must have 2"));
}

// A convolution of (1, 4, 4, 2) whose weights, bias and options are given.
struct Convolution {
  Shape weight = {3, 2, 2, 2};
  Steps steps = one_scale(0.1F, 0);
  Tensor bias = Tensor::zeros(DType::I32, {3});
  Type result = Type::INT8;
  Steps result_steps = kSteps;
  int stride = 1;
  file::Activation activation = file::Activation::NONE;
  file::Padding padding = file::Padding::VALID;
};

std::string error_of(const Convolution& c) {
  return error_of(one_operator([&](ModelWriter& m, int32_t x) {
    const int32_t y = m.value({1, 3, 3, 3}, c.result, c.result_steps);
    m.add(kConv, {x, m.constant(Tensor::zeros(DType::I8, c.weight), c.steps), m.constant(c.bias)},
          y, file::CreateConv2DOptions(m.builder(), c.padding, c.stride, c.stride, c.activation));
    return y;
  }));
}

TEST(TfliteFile, ConvolutionsAreChecked) {
  EXPECT_EQ(error_of(Convolution{}), "no error");
  EXPECT_THAT(error_of(Convolution{.weight = {3, 2, 2, 4}}), HasSubstr("take 4 channels"));
  EXPECT_THAT(error_of(Convolution{.weight = {3, 2, 2, 1}}), HasSubstr("has 2 groups"));
  EXPECT_THAT(error_of(Convolution{.steps = {{1, 1}, {0, 0}, 3}}),
              HasSubstr("has 2 scales along axis 3: must be 1, or 3 along axis 0"));
  EXPECT_THAT(error_of(Convolution{.steps = one_scale(1, 4)}),
              HasSubstr("has zero point 4: that of weights must be 0"));
  EXPECT_THAT(error_of(Convolution{.bias = Tensor::zeros(DType::I32, {2})}),
              HasSubstr("the bias must have 3 values of int32"));
  EXPECT_THAT(error_of(Convolution{.bias = Tensor::zeros(DType::F32, {3})}),
              HasSubstr("the bias must have 3 values of int32"));
  EXPECT_THAT(error_of(Convolution{.result = Type::INT16, .result_steps = {}}),
              HasSubstr("has type INT16: supported are FLOAT32, INT8, INT32 and INT64"));
  EXPECT_THAT(error_of(Convolution{.stride = 0}), HasSubstr("strides 0 x 0: must be in 1.."));
  EXPECT_THAT(error_of(Convolution{.activation = file::Activation::TANH}),
              HasSubstr("fused activation 4: supported are NONE, RELU"));
  EXPECT_THAT(error_of(Convolution{.padding = static_cast<file::Padding>(2)}),
              HasSubstr("has padding 2: must be 0 (SAME) or 1 (VALID)"));
  EXPECT_THAT(error_of(Convolution{.steps = one_scale(1e35F, 0)}),
              HasSubstr("must be above 0 and below 2^30"));
}

TEST(TfliteFile, ShapesAndBatchesMustAgree) {
  EXPECT_THAT(error_of(plain_model(), {.shapes = {{"y", {1, 4}}}}),
              HasSubstr("--shape y=1,4: the model has no such input; it has value0"));
  EXPECT_THAT(error_of(plain_model(), {.shapes = {{"value0", {1, 5}}}}),
              HasSubstr("--shape value0=1,5: the model says (1, 4)"));
  const Graph graph = import_tflite(one_operator([](ModelWriter& m, int32_t x) {
                                      const int32_t y = m.value({1, 4, 4, 2}, Type::INT8, kSteps);
                                      m.add(kAdd, {x, x}, y, file::CreateAddOptions(m.builder()));
                                      return y;
                                    }),
                                    "net", {.batch = 3});
  EXPECT_EQ(graph.type(graph.outputs()[0]).shape, (Shape{3, 4, 4, 2}));
  EXPECT_EQ(graph.node(graph.inputs()[0]).name, "value0");
  EXPECT_EQ(graph.output_name(0), "value1");
}

// Told by their content, whatever they are called; settings that have no effect are named.
TEST(TfliteFile, IsTakenByContentWithItsOwnSettings) {
  const std::string path = testing::TempDir() + "/net.bin";
  const Bytes bytes = plain_model();
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
  Recipe recipe;
  EXPECT_EQ(read_model(path, recipe).outputs().size(), 1U);
  recipe.set("requant", "single");
  EXPECT_EQ(read_model(path, recipe).outputs().size(), 1U);
  const std::string other = std::string(VTA_SOURCE_DIR) + "/tests/data/digits_resnet8.onnx";
  EXPECT_THROW(read_model(other, recipe), UsageError);
}

TEST(TfliteFile, IntegerNetworksHaveNoOtherQuantization) {
  const Bytes bytes = one_operator([](ModelWriter& m, int32_t x) {
    const int32_t y = m.value({1, 4, 4, 2}, Type::INT8, kSteps);
    m.add(kAdd, {x, x}, y, file::CreateAddOptions(m.builder()));
    return y;
  });
  CompileOptions options;
  EXPECT_NO_THROW(compile_graph(import_tflite(bytes, "net"), options));
  for (const char* same : {"model", "keep"}) {
    options.recipe.set("quant", same);
    EXPECT_NO_THROW(compile_graph(import_tflite(bytes, "net"), options));
  }
  options.recipe.set("quant", "global");
  try {
    compile_graph(import_tflite(bytes, "net"), options);
    ADD_FAILURE();
  } catch (const UsageError& e) {
    EXPECT_STREQ(e.what(),
                 "quant global has no effect on a network of its own integers: legal are model, "
                 "keep");
  }
}

}  // namespace
}  // namespace vta::tflite_test
