#include "explore/diff/unrounded.h"

#include <gmock/gmock.h>

#include <cmath>

#include "compiler/interp/interpreter.h"
#include "compiler/quant/host_run.h"
#include "compiler/text/text.h"
#include "compiler/tflite/import.h"
#include "layered_network.h"

namespace vta::explore {
namespace {

using namespace tflite_test;
using Type = file::TensorType;

Tensor steps_as_float(const Tensor& t) {
  Tensor out = Tensor::zeros(DType::F32, t.shape());
  std::ranges::copy(t.data<int8_t>(), out.mutable_data<float>().begin());
  return out;
}

// The largest distance of an output in steps.
double distance(const Tensor& steps, const Tensor& real) {
  const Tensor wanted = steps_as_float(steps);
  double largest = 0;
  for (size_t i = 0; i < wanted.data<float>().size(); ++i)
    largest = std::max(largest, std::abs(static_cast<double>(wanted.data<float>()[i]) -
                                         static_cast<double>(real.data<float>()[i])));
  return largest;
}

// Operators that all read the same input: nothing but their own rounding lies between.
TEST(Unrounded, EveryOperatorIsItsIntegersUpToTheirRounding) {
  const Steps x_steps = one_scale(0.05F, 3);
  ModelWriter m;
  auto& b = m.builder();
  const int32_t x = m.input({1, 6, 6, 4}, Type::INT8, x_steps);
  const int32_t other = m.input({1, 6, 6, 4}, Type::INT8, one_scale(0.03F, -20));
  std::vector<int32_t> outputs;
  const auto result = [&](const Shape& shape, const Steps& steps) {
    return outputs.emplace_back(m.value(shape, Type::INT8, steps));
  };
  const Steps y_steps = one_scale(0.06F, -9), half = one_scale(1.0F / 256, -128);
  const int32_t taps = m.constant(random_steps({5, 3, 3, 4}, 1),
                                  {{.002F, .0021F, .0022F, .003F, .004F}, {0, 0, 0, 0, 0}, 0});
  m.add(kConv, {x, taps, -1}, result({1, 3, 3, 5}, y_steps),
        file::CreateConv2DOptions(b, file::Padding::SAME, 2, 2, file::Activation::RELU));
  m.add(kDepthwise, {x, m.constant(random_steps({1, 3, 3, 4}, 2), one_scale(.004F, 0)), -1},
        result({1, 6, 6, 4}, y_steps),
        file::CreateDepthwiseConv2DOptions(b, file::Padding::SAME, 1, 1, 1));
  m.add(kFullyConnected, {x, m.constant(random_steps({7, 144}, 3), one_scale(.001F, 0)), -1},
        result({1, 7}, y_steps), file::CreateFullyConnectedOptions(b));
  m.add(kAdd, {x, other}, result({1, 6, 6, 4}, y_steps), file::CreateAddOptions(b));
  m.add(kMul, {x, other}, result({1, 6, 6, 4}, y_steps), file::CreateMulOptions(b));
  m.add(kAveragePool, {x}, result({1, 3, 3, 4}, x_steps),
        file::CreatePool2DOptions(b, file::Padding::SAME, 2, 2, 3, 3));
  m.add(kMaxPool, {x}, result({1, 3, 3, 4}, x_steps),
        file::CreatePool2DOptions(b, file::Padding::VALID, 2, 2, 2, 2));
  m.add(kSoftmax, {x}, result({1, 6, 6, 4}, half), file::CreateSoftmaxOptions(b, 1));
  m.add_plain(kLogistic, {x}, result({1, 6, 6, 4}, half));
  m.add_plain(kQuantize, {x}, result({1, 6, 6, 4}, one_scale(0.11F, 7)));
  m.add(kConcatenation, {x, x}, result({1, 6, 6, 8}, x_steps),
        file::CreateConcatenationOptions(b, 3));
  constexpr size_t kMost = 6, kJoined = 10;
  const std::vector<std::byte> bytes = m.finish(outputs);
  for (const auto requant : {tflite_import::Requant::Double, tflite_import::Requant::Single,
                             tflite_import::Requant::Float}) {
    const Graph graph = import_tflite(bytes, "net", {.requant = requant});
    EXPECT_TRUE(has_integer_formulas(graph));
    const UnroundedGraph made = unrounded(graph);
    const std::vector<Tensor> inputs = {random_steps({1, 6, 6, 4}, 7),
                                        random_steps({1, 6, 6, 4}, 8)};
    const std::vector<Tensor> integers = interpret(graph, inputs),
                              real = run_on_host(made.graph, inputs);
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (i == kMost || i == kJoined) {  // of the input itself, which stays what it is
        EXPECT_TRUE(std::ranges::equal(real[i].bytes(), integers[i].bytes())) << i;
        continue;
      }
      ASSERT_EQ(real[i].dtype(), DType::F32) << i;
      ASSERT_EQ(real[i].shape(), integers[i].shape()) << i;
      EXPECT_LE(distance(integers[i], real[i]), 1.01) << i;
    }
  }
}

// Values as the standard quantizes them: x to steps of 1/4, of 1/2, and back.
TEST(Unrounded, ValuesOfTheStandardsQuantizationAreTheFloatsThemselves) {
  Graph graph;
  const auto number = [&]<typename T>(T value) {
    return graph.add_constant(Tensor::scalar<T>(value));
  };
  const NodeId x = graph.add_input("x", {{4}, DType::F32});
  const NodeId zero = number(int8_t{-5}), one = number(1.0F), quarter = number(0.25F);
  const NodeId q = graph.add_call("qnn.quantize", {x, quarter, zero});
  const NodeId wide = graph.add_call("cast", {q}, {{"dtype", std::string("int32")}});
  const NodeId sums = graph.add_call("subtract", {wide, number(int32_t{-5})});
  const NodeId y = graph.add_call(
      "qnn.requantize", {number(int8_t{3}), number(0.5F), number(int32_t{1}), sums, quarter, one});
  const NodeId real = graph.add_call("qnn.dequantize", {y, number(0.5F), number(int8_t{3})});
  const NodeId left = graph.add_call("left_shift", {sums, number(int32_t{3})});
  graph.set_outputs({real, graph.add_call("right_shift", {left, number(int32_t{4})})});
  EXPECT_TRUE(has_integer_formulas(graph));
  const std::vector<float> values = {0.3F, -7.77F, 5.01F, 1000};
  const std::vector<Tensor> made =
      run_on_host(unrounded(graph).graph, std::array{Tensor::from_span<float>({4}, values)});
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(made[0].data<float>()[i], values[i], 1e-4);
    EXPECT_NEAR(made[1].data<float>()[i], values[i] * 4 / 2, 1e-4);
  }
  EXPECT_NEAR(made[0].data<float>()[3], (127 + 5) * 0.25, 1e-4) << "limits stay";
}

TEST(Unrounded, AFloatNetworkHasNone) {
  const Graph graph = parse_graph(R"(
def @main(%x: Tensor[(2, 4), float32]) {
  nn.relu(%x)
})",
                                  "net.ir");
  EXPECT_FALSE(has_integer_formulas(graph));
}

// Of a whole network: noise, and nothing but noise.
TEST(Unrounded, ANetworkOfLayersStaysNear) {
  const Graph graph = import_tflite(LayeredNetwork(0).bytes(), "net", {});
  const UnroundedGraph made = unrounded(graph);
  const std::vector<Tensor> inputs = {random_steps({1, 8, 8, 3}, 5)};
  std::map<NodeId, Tensor> real;
  run_on_host(made.graph, inputs, [&](NodeId id, const Tensor& value) { real[id] = value; });
  int layers = 0;
  interpret(graph, inputs, {.observe = [&](NodeId id, const Tensor& value) {
              const Node& n = graph.node(id);
              const NodeId in_float = made.nodes[static_cast<size_t>(id)];
              if (!n.name.starts_with("t") || value.dtype() != DType::I8 || n.name == "t0")
                return;
              ++layers;
              double signal = 0, noise = 0;
              const auto a = value.data<int8_t>();
              const auto b = real.at(in_float).data<float>();
              for (size_t i = 0; i < a.size(); ++i) {
                const double apart = static_cast<double>(a[i]) - static_cast<double>(b[i]);
                signal += static_cast<double>(a[i]) * static_cast<double>(a[i]);
                noise += apart * apart;
              }
              EXPECT_GT(signal, 100 * noise) << n.name;
              EXPECT_GT(noise, 0) << n.name << " is not computed in float";
            }});
  EXPECT_EQ(layers, 11);
}

}  // namespace
}  // namespace vta::explore
