#include "compiler/onnx/zoo_transformer.h"

#include <fmt/format.h>

namespace vta::onnx_import {
namespace {

struct VitSpec {
  int64_t extent = 224, patch = 16, width = 192, heads = 3, blocks = 12, classes = 1000;
};

// Mean square of queries and keys, so that scores spread as a trained network's do.
constexpr double kQueryGain = 2.5;

NetTensor attention(NetWriter& net, const std::string& name, const NetTensor& x, int64_t heads) {
  const NetTensor q = net.linear(name + ".q", x, x.channels, kQueryGain),
                  k = net.linear(name + ".k", x, x.channels, kQueryGain),
                  v = net.linear(name + ".v", x, x.channels, 1);
  return net.linear(name + ".out", net.attention(name, q, k, v, heads), x.channels, 1);
}

NetTensor block(NetWriter& net, const std::string& name, const NetTensor& x, int64_t heads) {
  const NetTensor y = net.add(
      name + ".add1", x, attention(net, name + ".attn", net.layer_norm(name + ".norm1", x), heads));
  NetTensor h = net.linear(name + ".fc1", net.layer_norm(name + ".norm2", y), 4 * x.channels, 2);
  h = net.linear(name + ".fc2", net.gelu(name + ".gelu", h), x.channels, 0.5);
  return net.add(name + ".add2", y, h);
}

// The class token is a row of zeros before the patches, which its place makes what it is.
void write_vit(NetWriter& net, const VitSpec& spec) {
  NetTensor x = net.input(3, spec.extent);
  x = net.conv("patches", x,
               {.channels = spec.width,
                .kernel = spec.patch,
                .stride = spec.patch,
                .bias = true,
                .gain = 1});
  x = net.add_places("places", net.behind_first("first", net.tokens("tokens", x)));
  for (int64_t i = 0; i < spec.blocks; ++i)
    x = block(net, fmt::format("block{}", i), x, spec.heads);
  x = net.token("class", net.layer_norm("norm", x), 0);
  net.output(net.dense("head", x, spec.classes, 4));
}

}  // namespace

void write_deit_tiny(NetWriter& net) {
  write_vit(net, {});
}

}  // namespace vta::onnx_import
