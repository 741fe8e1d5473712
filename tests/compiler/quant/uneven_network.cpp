#include "tests/compiler/quant/uneven_network.h"

#include <cmath>
#include <random>

namespace vta {
namespace {

constexpr int64_t kChannels = 16;

Tensor normal(const Shape& shape, double deviation, std::mt19937& random) {
  std::normal_distribution<float> distribution(0, static_cast<float>(deviation));
  Tensor t = Tensor::zeros(DType::F32, shape);
  for (float& v : t.mutable_data<float>())
    v = distribution(random);
  return t;
}

// 1 to 2^-9, neighbours far apart.
float unevenness(size_t channel) {
  return std::ldexp(1.0F, -static_cast<int>(channel * 7 % 10));
}

Tensor scaled_rows(const Tensor& t, bool up) {
  Tensor result = Tensor::zeros(DType::F32, t.shape());
  const size_t row = static_cast<size_t>(t.size() / t.shape().front());
  auto out = result.mutable_data<float>();
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = t.data<float>()[i] * (up ? 1 / unevenness(i / row) : unevenness(i / row));
  return result;
}

// Weights of (O, C, 1, 1) by input channel.
Tensor scaled_columns(const Tensor& t) {
  Tensor result = Tensor::zeros(DType::F32, t.shape());
  auto out = result.mutable_data<float>();
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = t.data<float>()[i] / unevenness(i % static_cast<size_t>(t.shape()[1]));
  return result;
}

NodeId convolution(Graph& g, NodeId x, const Tensor& weight, int64_t groups, const Tensor& bias) {
  const int64_t size = weight.shape()[2];
  const NodeId sums = g.add_call("nn.conv2d", {x, g.add_constant(weight)},
                                 {{"padding", IntList(4, size / 2)},
                                  {"groups", groups},
                                  {"channels", weight.shape()[0]},
                                  {"kernel_size", IntList{size, size}}});
  return g.add_call("clip", {g.add_call("add", {sums, g.add_constant(bias)})},
                    {{"a_min", 0.0}, {"a_max", 6.0}});
}

}  // namespace

Graph uneven_network() {
  std::mt19937 random(7);
  const Shape bias = {kChannels, 1, 1};
  Graph g;
  NodeId x = g.add_input("data", {{1, 3, 12, 12}, DType::F32});
  x = convolution(g, x, normal({kChannels, 3, 3, 3}, 0.5, random), 1, normal(bias, 0.5, random));
  // What a channel has too little, the weights behind give back.
  x = convolution(g, x, scaled_rows(normal({kChannels, 1, 3, 3}, 0.6, random), false), kChannels,
                  scaled_rows(normal(bias, 0.3, random), false));
  x = convolution(g, x, scaled_columns(normal({kChannels, kChannels, 1, 1}, 0.3, random)), 1,
                  normal(bias, 0.3, random));
  x = g.add_call("nn.batch_flatten", {g.add_call("nn.global_avg_pool2d", {x})});
  x = g.add_call("nn.dense", {x, g.add_constant(normal({10, kChannels}, 0.4, random))},
                 {{"units", int64_t{10}}});
  g.set_outputs({x});
  return g;
}

std::vector<Tensor> uneven_inputs(int64_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Tensor> inputs;
  for (int64_t i = 0; i < count; ++i) {
    Tensor x = normal({1, 3, 12, 12}, 1, random);
    // Its own colour: averages over all pixels would be equal otherwise.
    const Tensor colour = normal({3}, 2, random);
    auto values = x.mutable_data<float>();
    for (size_t k = 0; k < values.size(); ++k)
      values[k] += colour.data<float>()[k / 144];
    inputs.push_back(x);
  }
  return inputs;
}

}  // namespace vta
