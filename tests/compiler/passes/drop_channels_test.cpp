// Channels of one value that are left out: which, and that no value changes.
#include "compiler/passes/drop_channels.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <random>

#include "compiler/interp/interpreter.h"
#include "compiler/passes/constant_channels.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct LayerForm {
  int64_t outputs = 1, kernel = 1, pad = 0;
  bool depthwise = false;
  int64_t zero = -128;            // of the data
  int64_t result_zero = -128;     // of the result, whose least value it is
  std::vector<int64_t> low = {};  // outputs that are -128 whatever the data
};

class IntegerNet {
 public:
  IntegerNet(const Shape& data, uint64_t seed) : random_(seed) {
    last_ = graph_.add_input("x", {data, DType::I8});
  }

  NodeId add(const LayerForm& form) {
    const Shape data = graph_.type(last_).shape;
    const int64_t outputs = form.depthwise ? data[1] : form.outputs, k = form.kernel;
    const int64_t inputs = form.depthwise ? 1 : data[1];
    Tensor weight = Tensor::zeros(DType::I8, {outputs, inputs, k, k});
    for (int8_t& v : weight.mutable_data<int8_t>())
      v = static_cast<int8_t>(random_());
    Tensor bias = Tensor::zeros(DType::I32, {outputs, 1, 1});
    for (int32_t& v : bias.mutable_data<int32_t>())
      v = static_cast<int32_t>(random_() % 4000) - 2000;
    for (const int64_t o : form.low)
      bias.mutable_data<int32_t>()[static_cast<size_t>(o)] = -(1 << 29);
    const int64_t p = form.pad;
    const NodeId sums = graph_.add_call(
        "qnn.conv2d", {last_, graph_.add_constant(weight), scalar(form.zero), scalar(0)},
        {{"padding", IntList{p, p, p, p}},
         {"channels", outputs},
         {"groups", form.depthwise ? outputs : int64_t{1}},
         {"kernel_size", IntList{k, k}}});
    const NodeId biased = graph_.add_call("add", {sums, graph_.add_constant(bias)});
    graph_.node(sums).onnx_nodes = {"product" + std::to_string(sums)};
    graph_.node(biased).onnx_nodes = {"bias" + std::to_string(sums)};
    last_ = graph_.add_call("qnn.rescale",
                            {biased, graph_.add_constant(Tensor::scalar(1500000000)),
                             graph_.add_constant(Tensor::scalar(-6)), scalar(form.result_zero)});
    graph_.node(last_).name = "t" + std::to_string(graph_.size());
    return last_;
  }

  Graph take(std::vector<NodeId> outputs = {}) {
    outputs.push_back(last_);
    graph_.set_outputs(outputs);
    return std::move(graph_);
  }

 private:
  NodeId scalar(int64_t v) { return graph_.add_constant(Tensor::scalar(static_cast<int8_t>(v))); }

  Graph graph_;
  NodeId last_;
  std::mt19937_64 random_;
};

// Nodes of the file, in the order of the graph.
std::vector<std::string> file_nodes(const Graph& graph) {
  std::vector<std::string> found;
  for (NodeId id = 0; id < graph.size(); ++id)
    found.insert(found.end(), graph.node(id).onnx_nodes.begin(), graph.node(id).onnx_nodes.end());
  return found;
}

// Channels of the layers' results, in their order.
std::vector<int64_t> channels(const Graph& graph) {
  std::vector<int64_t> found;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).op == "qnn.rescale")
      found.push_back(graph.type(id).shape[1]);
  return found;
}

std::vector<std::string> notes_;

Graph dropped(const Graph& graph) {
  PassContext context;
  Graph after = drop_channels(constant_channels(graph, context), context);
  notes_ = texts_of(context.notes);
  return after;
}

void expect_equal_values(const Graph& a, const Graph& b, uint64_t seed) {
  std::mt19937_64 random(seed);
  Tensor x = Tensor::zeros(DType::I8, a.type(a.inputs().front()).shape);
  for (int8_t& v : x.mutable_data<int8_t>())
    v = static_cast<int8_t>(random());
  const std::array<Tensor, 1> input{x};
  const auto of_a = interpret(a, input), of_b = interpret(b, input);
  ASSERT_EQ(of_a.size(), of_b.size());
  for (size_t i = 0; i < of_a.size(); ++i) {
    ASSERT_EQ(of_a[i].shape(), of_b[i].shape());
    ASSERT_TRUE(std::ranges::equal(of_a[i].bytes(), of_b[i].bytes())) << i;
  }
}

Graph net(const std::vector<LayerForm>& forms) {
  IntegerNet made({2, 3, 7, 6}, 9);
  for (const LayerForm& form : forms)
    made.add(form);
  return made.take();
}

TEST(DropChannels, GoWithTheirDepthwiseChannelsAndTheirInputs) {
  const Graph before = net({{.outputs = 8, .low = {1, 4, 6}},
                            {.kernel = 3, .pad = 1, .depthwise = true},
                            {.outputs = 5}});
  const Graph after = dropped(before);
  EXPECT_THAT(channels(after), ElementsAre(5, 5, 5));
  EXPECT_THAT(notes_, ElementsAre("3 of 21 output channels of integer layers are constant",
                                  "6 of 21 output channels of integer layers are left out, with "
                                  "4284 of 11424 MACs"));
  expect_equal_values(before, after, 1);
  EXPECT_EQ(after.node(after.outputs().front()).name, before.node(before.outputs().front()).name);
  EXPECT_EQ(file_nodes(after), file_nodes(before));
}

// What only a channel of one value is made of.
TEST(DropChannels, GoWhereTheDepthwiseResultIsOfOneValue) {
  const Graph before = net(
      {{.outputs = 8}, {.kernel = 3, .pad = 1, .depthwise = true, .low = {0, 7}}, {.outputs = 5}});
  EXPECT_THAT(channels(dropped(before)), ElementsAre(6, 6, 5));
  expect_equal_values(before, dropped(before), 2);
}

TEST(DropChannels, StayWhereABorderTellsThem) {
  // The value is -128 and the reader's zero point is not: outputs at the border differ.
  const LayerForm first{.outputs = 8, .low = {1, 4}};
  for (const int64_t pad : {0, 1})
    for (const int64_t zero : {-128, -100}) {
      const Graph before = net({first, {.outputs = 4, .kernel = 3, .pad = pad, .zero = zero}});
      const Graph after = dropped(before);
      EXPECT_EQ(channels(after)[0], pad == 1 && zero != -128 ? 8 : 6);
      expect_equal_values(before, after, 3);
    }
}

TEST(DropChannels, StayWhereSomebodyElseReadsThem) {
  IntegerNet made({1, 3, 7, 6}, 9);
  const NodeId first = made.add({.outputs = 8, .low = {1, 4}});
  made.add({.outputs = 4});
  const Graph before = made.take({first});
  EXPECT_THAT(channels(dropped(before)), ElementsAre(8, 4));
  expect_equal_values(before, dropped(before), 4);
}

TEST(DropChannels, OneStays) {
  const Graph before = net(
      {{.outputs = 2, .low = {0, 1}}, {.kernel = 3, .pad = 1, .depthwise = true}, {.outputs = 5}});
  EXPECT_THAT(channels(dropped(before)), ElementsAre(1, 1, 5));
  expect_equal_values(before, dropped(before), 5);
}

// Two dense layers on rows, whose channels are the last axis.
Graph dense_rows(const Shape& data) {
  Graph graph;
  NodeId value = graph.add_input("x", {data, DType::I8});
  const auto scalar = [&](int64_t v) {
    return graph.add_constant(Tensor::scalar(static_cast<int8_t>(v)));
  };
  for (const int64_t units : {6, 5}) {
    const int64_t inputs = graph.type(value).shape.back();
    Tensor weight = Tensor::zeros(DType::I8, {units, inputs});
    int64_t i = 0;
    for (int8_t& w : weight.mutable_data<int8_t>())
      w = static_cast<int8_t>(++i * 37 % 251 - 125);
    Tensor bias = Tensor::zeros(DType::I32, {units});
    if (units == 6)
      bias.mutable_data<int32_t>()[1] = bias.mutable_data<int32_t>()[4] = -(1 << 29);
    const NodeId sums =
        graph.add_call("qnn.dense", {value, graph.add_constant(weight), scalar(-128), scalar(0)},
                       {{"units", units}});
    value = graph.add_call("qnn.rescale", {graph.add_call("add", {sums, graph.add_constant(bias)}),
                                           graph.add_constant(Tensor::scalar(1500000000)),
                                           graph.add_constant(Tensor::scalar(-6)), scalar(-128)});
  }
  graph.set_outputs({value});
  return graph;
}

TEST(DropChannels, OfRowsAreTheLastAxis) {
  for (const Shape& data : {Shape{4, 7}, Shape{2, 4, 7}, Shape{1, 5, 7}, Shape{1, 2, 5, 7}}) {
    SCOPED_TRACE(shape_text(data));
    const Graph before = dense_rows(data), after = dropped(before);
    expect_equal_values(before, after, 6);
    EXPECT_EQ(after.size() != before.size(), data.size() == 2);
  }
}

TEST(DropChannels, NothingIsSaidWhereNoneGo) {
  const Graph before = net({{.outputs = 8}, {.outputs = 5}});
  EXPECT_EQ(dropped(before).size(), before.size());
  EXPECT_THAT(notes_, IsEmpty());
}

TEST(DropChannels, NoValueOfRandomNetworksChanges) {
  constexpr uint64_t kSeed = 4711;
  SCOPED_TRACE(fmt::format("seed {}", kSeed));
  std::mt19937_64 random(kSeed);
  const auto pick = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  };
  int64_t less = 0, depthwise = 0;
  for (int trial = 0; trial < 300; ++trial) {
    IntegerNet made({1, pick(1, 4), 6, 7}, random());
    std::vector<NodeId> outputs;
    int64_t outputs_before = 0, zero = -128;
    for (int64_t layers = pick(2, 5); layers > 0; --layers) {
      LayerForm form{.outputs = pick(1, 9), .kernel = 1 + 2 * pick(0, 1)};
      form.pad = form.kernel == 3 ? 1 : 0;
      form.depthwise = outputs_before > 1 && pick(0, 1) == 1;
      form.zero = pick(0, 3) == 0 ? pick(-128, 127) : zero;
      form.result_zero = zero = pick(0, 3) == 0 ? pick(-128, 127) : -128;
      outputs_before = form.depthwise ? outputs_before : form.outputs;
      for (int64_t o = 0; o < outputs_before; ++o)
        if (pick(0, 2) == 0)
          form.low.push_back(o);
      depthwise += form.depthwise;
      const NodeId made_now = made.add(form);
      if (pick(0, 9) == 0 && layers > 1)
        outputs.push_back(made_now);
    }
    const Graph before = made.take(outputs), after = dropped(before);
    less += channels(after) != channels(before);
    expect_equal_values(before, after, random());
  }
  EXPECT_GT(less, 100);
  EXPECT_GT(depthwise, 100);
}

}  // namespace
}  // namespace vta
