#include "compiler/onnx/model_zoo.h"

#include <array>
#include <string_view>

#include "base/error.h"
#include "base/suggest.h"
#include "compiler/onnx/zoo_plain.h"
#include "compiler/onnx/zoo_resnet.h"
#include "compiler/onnx/zoo_transformer.h"

namespace vta {

using onnx_import::NetWriter;
using onnx_import::ResnetSpec;

namespace {

constexpr std::array<int64_t, 4> k18{2, 2, 2, 2}, k34{3, 4, 6, 3}, k101{3, 4, 23, 3};

template <std::array<int64_t, 4> blocks, bool bottleneck, bool pre_activation>
void resnet(NetWriter& net) {
  write_resnet(
      net,
      ResnetSpec{.blocks = blocks, .bottleneck = bottleneck, .pre_activation = pre_activation});
}

// A ResNet-8 as small as residual networks get, for tests and small configurations.
void resnet8_tiny(NetWriter& net) {
  write_resnet(
      net,
      ResnetSpec{
          .blocks = {1, 1, 1, 0}, .width = 8, .extent = 32, .classes = 10, .large_stem = false});
}

struct ZooModel {
  std::string_view name;
  void (*write)(NetWriter& net);
  std::string_view summary;
  int64_t extent = 224, classes = 1000;
};

constexpr ZooModel kModels[] = {
    {"resnet18_v1", resnet<k18, false, false>, "ResNet-18, post-activation"},
    {"resnet34_v1", resnet<k34, false, false>, "ResNet-34, post-activation"},
    {"resnet50_v1", resnet<k34, true, false>,
     "ResNet-50, post-activation, stride in the first 1x1"},
    {"resnet101_v1", resnet<k101, true, false>,
     "ResNet-101, post-activation, stride in the first 1x1"},
    {"resnet18_v2", resnet<k18, false, true>, "ResNet-18, pre-activation, data normalized"},
    {"resnet34_v2", resnet<k34, false, true>, "ResNet-34, pre-activation, data normalized"},
    {"resnet50_v2", resnet<k34, true, true>, "ResNet-50, pre-activation, data normalized"},
    {"resnet101_v2", resnet<k101, true, true>, "ResNet-101, pre-activation, data normalized"},
    {"mobilenet_v2", onnx_import::write_mobilenet_v2, "MobileNetV2, depthwise convolutions, Relu6"},
    {"vgg11", onnx_import::write_vgg11, "VGG-11 without batch norm"},
    {"alexnet", onnx_import::write_alexnet, "AlexNet, one tower"},
    {"squeezenet1_1", onnx_import::write_squeezenet, "SqueezeNet 1.1, fire modules"},
    {"deit_tiny", onnx_import::write_deit_tiny, "DeiT-Tiny, a vision transformer of 12 blocks"},
    {"resnet8_tiny", resnet8_tiny, "ResNet-8 with 8 to 32 channels, for tests", 32, 10},
};

const ZooModel& find_model(const std::string& name) {
  for (const ZooModel& model : kModels)
    if (model.name == name)
      return model;
  throw UsageError(fmt::format("unknown model '{}': {}", name, known_names(name, model_names())));
}

}  // namespace

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const ZooModel& model : kModels)
    names.emplace_back(model.name);
  return names;
}

void write_model(const std::string& name, uint64_t seed, const std::string& path) {
  NetWriter net(name, seed, true);
  find_model(name).write(net);
  net.preprocessing({});  // all are classifiers of photographs, prepared as ImageNet's
  net.save(path);
}

ModelInfo describe_model(const std::string& name) {
  const ZooModel& model = find_model(name);
  NetWriter net(name, 0, false);
  model.write(net);
  return {name,         std::string(model.summary),
          model.extent, model.classes,
          net.params(), net.macs(),
          net.layers()};
}

}  // namespace vta
