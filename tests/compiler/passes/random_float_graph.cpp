#include "tests/compiler/passes/random_float_graph.h"

#include <cmath>
#include <random>

namespace vta {
namespace {

class Builder {
 public:
  explicit Builder(uint64_t seed) : rng_(seed) {}

  Graph build() {
    NodeId x =
        graph_.add_input("data", {{pick(1, 3), pick(1, 8), pick(5, 12), pick(5, 12)}, DType::F32});
    x = relu(conv(x, pick(1, 40), 3, 1, {1, 1, 1, 1}));
    for (int64_t blocks = pick(1, 4); blocks > 0; --blocks)
      x = block(x);
    x = graph_.add_call("nn.global_avg_pool2d", {x});
    x = graph_.add_call("nn.batch_flatten", {x});
    const int64_t features = graph_.type(x).shape[1];
    x = graph_.add_call("nn.dense", {x, random({5, features}, 0.5)}, {{"units", int64_t{5}}});
    graph_.set_outputs({graph_.add_call("add", {x, random({5}, 0.5)})});
    return std::move(graph_);
  }

 private:
  int64_t pick(int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(rng_);
  }
  bool chance() { return pick(0, 1) == 1; }

  NodeId random(Shape shape, double spread) {
    std::normal_distribution<double> normal(0, spread);
    Tensor t = Tensor::zeros(DType::F32, std::move(shape));
    for (float& v : t.mutable_data<float>())
      v = static_cast<float>(normal(rng_));
    return graph_.add_constant(t);
  }

  NodeId relu(NodeId x) { return named(graph_.add_call("nn.relu", {x}), "relu"); }

  NodeId named(NodeId id, const char* what) {
    if (chance())
      graph_.node(id).name = fmt::format("{}{}", what, id);
    return id;
  }

  NodeId conv(NodeId x, int64_t channels, int64_t size, int64_t stride, const IntList& pads) {
    const int64_t in = graph_.type(x).shape[1];
    const double spread = std::sqrt(2.0 / static_cast<double>(in * size * size));
    const NodeId w = random({channels, in, size, size}, spread);
    x = graph_.add_call("nn.conv2d", {x, w},
                        {{"strides", IntList{stride, stride}},
                         {"padding", pads},
                         {"channels", channels},
                         {"kernel_size", IntList{size, size}}});
    named(x, "conv");
    return chance() ? graph_.add_call("add", {x, random({channels, 1, 1}, 0.2)}) : x;
  }

  NodeId block(NodeId x) {
    const Shape& s = graph_.type(x).shape;
    switch (pick(0, 3)) {
      case 0:  // residual
        return residual(x);
      case 1:
        return s[2] < 3 || s[3] < 3 ? x
                                    : graph_.add_call("nn.max_pool2d", {x},
                                                      {{"pool_size", IntList{2, 2}},
                                                       {"strides", IntList{2, 2}},
                                                       {"padding", IntList{0, 0, 0, 0}}});
      case 2:  // uneven pads, stride
        return relu(conv(x, pick(1, 40), 3, pick(1, 2), {pick(1, 2), pick(1, 2), 1, pick(1, 3)}));
      default:
        return relu(conv(x, pick(1, 40), 1, 1, {0, 0, 0, 0}));
    }
  }

  NodeId residual(NodeId x) {
    const int64_t channels = chance() ? graph_.type(x).shape[1] : pick(1, 40);
    const NodeId shortcut =
        channels == graph_.type(x).shape[1] ? x : conv(x, channels, 1, 1, {0, 0, 0, 0});
    NodeId y = relu(conv(x, channels, 3, 1, {1, 1, 1, 1}));
    y = conv(y, channels, 3, 1, {1, 1, 1, 1});
    y = named(graph_.add_call("add", {y, shortcut}), "sum");
    return chance() ? relu(y) : y;
  }

  std::mt19937_64 rng_;
  Graph graph_;
};

}  // namespace

Graph random_float_graph(uint64_t seed) {
  return Builder(seed).build();
}

Tensor random_input(const Graph& graph, uint64_t seed) {
  std::mt19937_64 rng(seed);
  std::normal_distribution<float> normal(0, 1);
  Tensor t = Tensor::zeros(DType::F32, graph.type(graph.inputs().front()).shape);
  for (float& v : t.mutable_data<float>())
    v = normal(rng);
  return t;
}

}  // namespace vta
