#include "compiler/onnx/zoo_plain.h"

#include <fmt/format.h>

namespace vta::onnx_import {
namespace {

// Convolution with bias and Relu; the gain undoes what pools before it added.
NetTensor conv_relu(NetWriter& net, const std::string& name, const NetTensor& x, ConvSpec spec) {
  spec.bias = true;
  spec.gain = 2 / x.mean_square;
  return net.relu(name + ".relu", net.conv(name, x, spec));
}

NetTensor dense_relu(NetWriter& net, const std::string& name, const NetTensor& x, int64_t units) {
  return net.relu(name + ".relu", net.dense(name, x, units, 2 / x.mean_square));
}

void classify(NetWriter& net, NetTensor x) {
  x = net.flatten("flatten", x);
  x = dense_relu(net, "fc1", x, 4096);
  x = dense_relu(net, "fc2", x, 4096);
  net.output(net.dense("fc3", x, 1000, 4));
}

struct Bottleneck {
  int64_t expansion, channels, repeats, stride;
};

// Expand 1x1, depthwise 3x3, project 1x1 without activation; a sum where shapes agree.
NetTensor inverted_residual(NetWriter& net, const std::string& name, const NetTensor& x,
                            const Bottleneck& b, int64_t stride) {
  const int64_t hidden = x.channels * b.expansion;
  const auto norm = [&](const std::string& layer, const NetTensor& t, const ConvSpec& spec) {
    return net.batch_norm(layer + ".bn", net.conv(layer, t, spec));
  };
  NetTensor y = x;
  if (b.expansion != 1)
    y = net.relu6(name + ".expand.relu6", norm(name + ".expand", y, {.channels = hidden}));
  y = net.relu6(
      name + ".depthwise.relu6",
      norm(name + ".depthwise", y,
           {.channels = hidden, .kernel = 3, .stride = stride, .pad = 1, .groups = hidden}));
  y = norm(name + ".project", y, {.channels = b.channels});
  return stride == 1 && x.channels == b.channels ? net.add(name + ".add", x, y) : y;
}

}  // namespace

void write_vgg11(NetWriter& net) {
  NetTensor x = net.input(3, 224);
  int64_t layer = 0, pool = 0;
  for (int64_t channels : {64, 0, 128, 0, 256, 256, 0, 512, 512, 0, 512, 512, 0}) {
    if (channels == 0)
      x = net.max_pool(fmt::format("pool{}", pool++), x, 2, 2, 0);
    else
      x = conv_relu(net, fmt::format("conv{}", layer++), x,
                    {.channels = channels, .kernel = 3, .pad = 1});
  }
  classify(net, x);
}

void write_alexnet(NetWriter& net) {
  NetTensor x = net.input(3, 224);
  x = conv_relu(net, "conv0", x, {.channels = 64, .kernel = 11, .stride = 4, .pad = 2});
  x = net.max_pool("pool0", x, 3, 2, 0);
  x = conv_relu(net, "conv1", x, {.channels = 192, .kernel = 5, .pad = 2});
  x = net.max_pool("pool1", x, 3, 2, 0);
  x = conv_relu(net, "conv2", x, {.channels = 384, .kernel = 3, .pad = 1});
  x = conv_relu(net, "conv3", x, {.channels = 256, .kernel = 3, .pad = 1});
  x = conv_relu(net, "conv4", x, {.channels = 256, .kernel = 3, .pad = 1});
  x = net.max_pool("pool2", x, 3, 2, 0);
  classify(net, x);
}

void write_squeezenet(NetWriter& net) {
  struct Fire {
    int64_t squeeze, expand;
    bool pool_before;
  };
  NetTensor x = net.input(3, 224);
  x = conv_relu(net, "conv0", x, {.channels = 64, .kernel = 3, .stride = 2});
  int64_t index = 1;
  for (const Fire& f :
       {Fire{16, 64, true}, Fire{16, 64, false}, Fire{32, 128, true}, Fire{32, 128, false},
        Fire{48, 192, true}, Fire{48, 192, false}, Fire{64, 256, false}, Fire{64, 256, false}}) {
    const std::string name = fmt::format("fire{}", index++);
    if (f.pool_before)
      x = net.max_pool(name + ".pool", x, 3, 2, 0, true);
    const NetTensor s = conv_relu(net, name + ".squeeze", x, {.channels = f.squeeze});
    x = net.concat(
        name + ".concat", conv_relu(net, name + ".expand1x1", s, {.channels = f.expand}),
        conv_relu(net, name + ".expand3x3", s, {.channels = f.expand, .kernel = 3, .pad = 1}));
  }
  x = conv_relu(net, "classifier", x, {.channels = 1000});
  net.output(net.flatten("flatten", net.global_average_pool("pool", x)));
}

void write_mobilenet_v2(NetWriter& net) {
  NetTensor x = net.input(3, 224);
  x = net.conv("conv0", x, {.channels = 32, .kernel = 3, .stride = 2, .pad = 1});
  x = net.relu6("conv0.relu6", net.batch_norm("conv0.bn", x));
  int64_t index = 0;
  for (const Bottleneck& b :
       {Bottleneck{1, 16, 1, 1}, Bottleneck{6, 24, 2, 2}, Bottleneck{6, 32, 3, 2},
        Bottleneck{6, 64, 4, 2}, Bottleneck{6, 96, 3, 1}, Bottleneck{6, 160, 3, 2},
        Bottleneck{6, 320, 1, 1}})
    for (int64_t i = 0; i < b.repeats; ++i)
      x = inverted_residual(net, fmt::format("block{}", index++), x, b, i == 0 ? b.stride : 1);
  x = net.batch_norm("conv1.bn", net.conv("conv1", x, {.channels = 1280}));
  x = net.relu6("conv1.relu6", x);
  x = net.flatten("flatten", net.global_average_pool("pool", x));
  net.output(net.dense("fc", x, 1000, 4));
}

}  // namespace vta::onnx_import
