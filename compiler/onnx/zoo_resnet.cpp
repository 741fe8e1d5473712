#include "compiler/onnx/zoo_resnet.h"

#include <fmt/format.h>

namespace vta::onnx_import {
namespace {

// Sums of a block and its shortcut: a small branch keeps the mean square from growing with depth.
constexpr double kBranchGamma = 0.5;
constexpr double kBranchGain = 0.5;  // of the last convolution of a v2 branch, which has no norm

struct Block {
  std::string name;
  int64_t channels;  // of the 3x3 convolutions
  int64_t out_channels;
  int64_t stride;
};

NetTensor conv_norm(NetWriter& net, const std::string& name, const NetTensor& x,
                    const ConvSpec& spec, double gamma = 1) {
  return net.batch_norm(name + ".bn", net.conv(name, x, spec), gamma);
}

NetTensor conv_norm_relu(NetWriter& net, const std::string& name, const NetTensor& x,
                         const ConvSpec& spec) {
  return net.relu(name + ".relu", conv_norm(net, name, x, spec));
}

NetTensor norm_relu(NetWriter& net, const std::string& name, const NetTensor& x) {
  return net.relu(name + ".relu", net.batch_norm(name, x));
}

bool changes_shape(const NetTensor& x, const Block& b) {
  return b.stride != 1 || x.channels != b.out_channels;
}

NetTensor block_v1(NetWriter& net, const NetTensor& x, const Block& b, bool bottleneck) {
  NetTensor y;
  if (bottleneck) {
    y = conv_norm_relu(net, b.name + ".conv1", x, {.channels = b.channels, .stride = b.stride});
    y = conv_norm_relu(net, b.name + ".conv2", y, {.channels = b.channels, .kernel = 3, .pad = 1});
    y = conv_norm(net, b.name + ".conv3", y, {.channels = b.out_channels}, kBranchGamma);
  } else {
    y = conv_norm_relu(net, b.name + ".conv1", x,
                       {.channels = b.channels, .kernel = 3, .stride = b.stride, .pad = 1});
    y = conv_norm(net, b.name + ".conv2", y, {.channels = b.out_channels, .kernel = 3, .pad = 1},
                  kBranchGamma);
  }
  const NetTensor shortcut = changes_shape(x, b)
                                 ? conv_norm(net, b.name + ".downsample", x,
                                             {.channels = b.out_channels, .stride = b.stride})
                                 : x;
  // The shortcut is positive already where it is the operand: only the branch is halved.
  NetTensor out = net.relu(b.name + ".relu", net.add(b.name + ".add", y, shortcut));
  out.mean_square = (changes_shape(x, b) ? 0.5 : 1.0) * shortcut.mean_square + y.mean_square / 2;
  return out;
}

NetTensor block_v2(NetWriter& net, const NetTensor& x, const Block& b, bool bottleneck) {
  const NetTensor first = norm_relu(net, b.name + ".bn1", x);
  NetTensor y = first;
  if (bottleneck) {
    y = norm_relu(net, b.name + ".bn2", net.conv(b.name + ".conv1", y, {.channels = b.channels}));
    y = norm_relu(net, b.name + ".bn3",
                  net.conv(b.name + ".conv2", y,
                           {.channels = b.channels, .kernel = 3, .stride = b.stride, .pad = 1}));
    y = net.conv(b.name + ".conv3", y, {.channels = b.out_channels, .gain = kBranchGain});
  } else {
    y = norm_relu(net, b.name + ".bn2",
                  net.conv(b.name + ".conv1", y,
                           {.channels = b.channels, .kernel = 3, .stride = b.stride, .pad = 1}));
    y = net.conv(b.name + ".conv2", y,
                 {.channels = b.out_channels, .kernel = 3, .pad = 1, .gain = kBranchGain});
  }
  const NetTensor shortcut = changes_shape(x, b)
                                 ? net.conv(b.name + ".downsample", first,
                                            {.channels = b.out_channels, .stride = b.stride})
                                 : x;
  return net.add(b.name + ".add", y, shortcut);
}

NetTensor stem(NetWriter& net, NetTensor x, const ResnetSpec& spec) {
  const ConvSpec conv = spec.large_stem
                            ? ConvSpec{.channels = spec.width, .kernel = 7, .stride = 2, .pad = 3}
                            : ConvSpec{.channels = spec.width, .kernel = 3, .pad = 1};
  if (spec.pre_activation)
    x = net.batch_norm("data.bn", x);
  x = conv_norm_relu(net, "conv0", x, conv);
  return spec.large_stem ? net.max_pool("pool0", x, 3, 2, 1) : x;
}

}  // namespace

void write_resnet(NetWriter& net, const ResnetSpec& spec) {
  NetTensor x = stem(net, net.input(3, spec.extent), spec);
  for (size_t stage = 0; stage < spec.blocks.size(); ++stage)
    for (int64_t i = 0; i < spec.blocks[stage]; ++i) {
      const int64_t channels = spec.width << stage;
      const Block block{fmt::format("stage{}.block{}", stage + 1, i), channels,
                        spec.bottleneck ? 4 * channels : channels, stage > 0 && i == 0 ? 2 : 1};
      x = spec.pre_activation ? block_v2(net, x, block, spec.bottleneck)
                              : block_v1(net, x, block, spec.bottleneck);
    }
  if (spec.pre_activation)
    x = norm_relu(net, "final.bn", x);
  x = net.flatten("flatten", net.global_average_pool("pool", x));
  net.output(net.dense("fc", x, spec.classes, 4));
}

}  // namespace vta::onnx_import
