// Whole networks: trained ones against float references, written ones against published figures.
#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>

#include "base/image.h"
#include "base/npy.h"
#include "compiler/onnx/model_zoo.h"
#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta {
namespace {

using testing::HasSubstr;

// ---- Trained networks ---------------------------------------------------------------------------
Tensor first_images(const Tensor& pixels, int64_t count) {
  Shape shape = pixels.shape();
  shape[0] = count;
  return Tensor::from_span<uint8_t>(
      shape, pixels.data<uint8_t>().first(static_cast<size_t>(num_elements(shape))));
}

void expect_logits(const std::string& model, const std::string& images, const std::string& logits,
                   const Normalization& normalization, int64_t count) {
  const Tensor pixels = first_images(read_npy(images), count);
  const std::vector<Tensor> inputs = {normalized(pixels, normalization)};
  const Graph graph = import_onnx(model, {.batch = count});
  verify(graph);
  const Tensor out = interpret(graph, inputs).front();
  const Tensor reference_tensor = read_npy(logits);
  const auto reference = reference_tensor.data<float>();
  float largest = 0, difference = 0;
  for (size_t i = 0; i < static_cast<size_t>(out.size()); ++i) {
    largest = std::max(largest, std::abs(reference[i]));
    difference = std::max(difference, std::abs(reference[i] - out.data<float>()[i]));
  }
  EXPECT_LE(difference, 1e-4f * largest);
  EXPECT_GT(largest, 0);
}

TEST(Networks, DigitsResnet8MatchesItsReference) {
  const std::string data = std::string(VTA_SOURCE_DIR) + "/tests/data/";
  // x = (pixel - 128) / 64.
  const double mean = 128.0 / 255, deviation = 64.0 / 255;
  expect_logits(data + "digits_resnet8.onnx", data + "digits_test_200_u8.npy",
                data + "digits_test_200_fp32_logits.npy",
                {{mean, mean, mean}, {deviation, deviation, deviation}}, 200);
}

// Other people's networks are not part of the repository: used where they are at hand.
void expect_public(const std::string& name, const Normalization& normalization) {
  const char* given = std::getenv("VTA_SHARED");
  const std::string shared =
      (given != nullptr ? std::string(given) : std::string(VTA_SOURCE_DIR) + "/../shared") +
      "/models/public/";
  if (!std::filesystem::exists(shared + name + ".onnx"))
    GTEST_SKIP() << shared << name << ".onnx is not there (set VTA_SHARED)";
  expect_logits(shared + name + ".onnx", shared + "cifar10_200_u8.npy",
                shared + name + "_200_fp32_logits.npy", normalization, 200);
}

TEST(Networks, Resnet20MatchesItsReference) {
  expect_public("aka_resnet20_cifar10", {});
}

TEST(Networks, Resnet20PreActivationMatchesItsReference) {
  expect_public("gluon_cifar_resnet20_v2", {{0.4914, 0.4822, 0.4465}, {0.2023, 0.1994, 0.2010}});
}

TEST(Networks, TinyResnet8WithUnevenPadsMatchesItsReference) {
  const double unit = 1.0 / 255;  // raw pixels
  expect_public("mlperftiny_resnet8_cifar10", {{0, 0, 0}, {unit, unit, unit}});
}

// ---- Written networks ---------------------------------------------------------------------------
struct Published {
  const char* name;
  int64_t params, macs, layers;
};

// Parameters as torchvision counts them; v2 has two batch-norm vectors on the data in addition.
// DeiT-Tiny's are 5,717,416 with a class token apart from its place.
class Zoo : public testing::TestWithParam<Published> {};

TEST_P(Zoo, CountsAreThePublishedOnes) {
  const ModelInfo info = describe_model(GetParam().name);
  EXPECT_EQ(info.params, GetParam().params);
  EXPECT_EQ(info.macs, GetParam().macs);
  EXPECT_EQ(info.layers, GetParam().layers);
}

INSTANTIATE_TEST_SUITE_P(All, Zoo,
                         testing::Values(Published{"resnet18_v1", 11689512, 1814073344, 21},
                                         Published{"resnet34_v1", 21797672, 3663761408, 37},
                                         Published{"resnet50_v1", 25557032, 3857973248, 54},
                                         Published{"resnet101_v1", 44549160, 7570194432, 105},
                                         Published{"resnet18_v2", 11687854, 1814073344, 21},
                                         Published{"resnet34_v2", 21796014, 3663761408, 37},
                                         Published{"resnet50_v2", 25549486, 4089184256, 54},
                                         Published{"resnet101_v2", 44541614, 7801405440, 105},
                                         Published{"mobilenet_v2", 3504872, 300774272, 53},
                                         Published{"vgg11", 132863336, 7609090048, 11},
                                         Published{"alexnet", 61100840, 714188480, 8},
                                         Published{"squeezenet1_1", 1235496, 349151936, 26},
                                         Published{"deit_tiny", 5717416 - 192, 1253683200, 74},
                                         Published{"resnet8_tiny", 19954, 3236160, 10}),
                         [](const auto& p) { return std::string(p.param.name); });

Graph written(const std::string& name, int64_t batch = 1) {
  const TempFile file;
  write_model(name, 1, file.path());
  Graph graph = import_onnx(file.path(), {.batch = batch});
  verify(graph);
  return graph;
}

class ZooImport : public testing::TestWithParam<const char*> {};

TEST_P(ZooImport, ImportsVerifiesAndHasItsShapes) {
  const ModelInfo info = describe_model(GetParam());
  const Graph graph = written(GetParam(), 2);
  EXPECT_EQ(graph.type(graph.inputs()[0]).shape, (Shape{2, 3, info.extent, info.extent}));
  EXPECT_EQ(graph.type(graph.outputs()[0]).shape, (Shape{2, info.classes}));
}

INSTANTIATE_TEST_SUITE_P(All, ZooImport,
                         testing::Values("resnet18_v1", "resnet34_v1", "resnet50_v1",
                                         "resnet101_v1", "resnet18_v2", "resnet34_v2",
                                         "resnet50_v2", "resnet101_v2", "mobilenet_v2", "vgg11",
                                         "alexnet", "squeezenet1_1", "deit_tiny", "resnet8_tiny"),
                         [](const auto& p) { return std::string(p.param); });

// Root mean square of every float value that a node of the file computes stays within [0.1, 10];
// shares of 1 may be small.
void expect_sane(const std::string& name) {
  const Graph graph = written(name);
  const TensorType& type = graph.type(graph.inputs()[0]);
  Tensor x = Tensor::zeros(type.dtype, type.shape);
  uint32_t state = 1;
  for (float& v : x.mutable_data<float>()) {
    state = state * 1664525u + 1013904223u;
    v = (static_cast<float>(state >> 8) / 16777216.0f - 0.5f) * 3.46f;
  }
  InterpretOptions options;
  options.observe = [&](NodeId id, const Tensor& t) {
    const Node& n = graph.node(id);
    if (n.kind == NodeKind::Constant || n.name.empty() || n.op == "nn.softmax")
      return;
    double squares = 0;
    for (float v : t.data<float>())
      squares += static_cast<double>(v) * static_cast<double>(v);
    const double rms = std::sqrt(squares / static_cast<double>(t.size()));
    EXPECT_GT(rms, 0.1) << name << " " << n.name;
    EXPECT_LT(rms, 10) << name << " " << n.name;
  };
  const std::vector<Tensor> inputs = {x};
  interpret(graph, inputs, options);
}

TEST(ZooValues, Resnet18v1StaysSane) {
  expect_sane("resnet18_v1");
}
TEST(ZooValues, Resnet18v2StaysSane) {
  expect_sane("resnet18_v2");
}
TEST(ZooValues, MobilenetStaysSane) {
  expect_sane("mobilenet_v2");
}
TEST(ZooValues, SqueezenetStaysSane) {
  expect_sane("squeezenet1_1");
}
TEST(ZooValues, AlexnetStaysSane) {
  expect_sane("alexnet");
}
TEST(ZooValues, DeitStaysSane) {
  expect_sane("deit_tiny");
}
TEST(ZooValues, TinyStaysSane) {
  expect_sane("resnet8_tiny");
}

TEST(ZooValues, SeedDecidesTheWeights) {
  const auto first_weight = [](uint64_t seed) {
    const TempFile file;
    write_model("resnet8_tiny", seed, file.path());
    const Graph graph = import_onnx(file.path());
    for (NodeId id = 0; id < graph.size(); ++id)
      if (graph.node(id).kind == NodeKind::Constant)
        return graph.node(id).constant.data<float>()[0];
    return 0.0f;
  };
  EXPECT_EQ(first_weight(1), first_weight(1));
  EXPECT_NE(first_weight(1), first_weight(2));
}

TEST(ZooErrors, UnknownNameListsTheKnown) {
  try {
    describe_model("resnet1");
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("'resnet1'"));
    EXPECT_THAT(e.what(), HasSubstr("resnet18_v1, resnet34_v1"));
  }
}

TEST(ZooErrors, UnwritablePathIsNamed) {
  try {
    write_model("resnet8_tiny", 1, "/nonexistent/dir/net.onnx");
    FAIL();
  } catch (const OutputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("/nonexistent/dir/net.onnx"));
  }
}

}  // namespace
}  // namespace vta
