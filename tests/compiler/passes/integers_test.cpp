// Passes on integer networks: constant channels, gathered windows, and rescaled sums.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>

#include "compiler/interp/interpreter.h"
#include "compiler/passes/constant_channels.h"
#include "compiler/passes/im2col.h"
#include "compiler/passes/realize_integers.h"
#include "compiler/passes/scaled_product.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

NodeId scalar8(Graph& graph, int64_t value) {
  return graph.add_constant(Tensor::scalar(static_cast<int8_t>(value)));
}

Tensor ramp(const Shape& shape, int64_t factor) {
  Tensor t = Tensor::zeros(DType::I8, shape);
  int64_t i = 0;
  for (int8_t& v : t.mutable_data<int8_t>())
    v = static_cast<int8_t>(++i * factor % 127);
  return t;
}

struct Form {
  int64_t zero = -128, pad = 1;
  bool bias = true;
  std::string rounding = "double";
  int32_t shift = -9;
};

// A convolution of 3 channels to 5.
Graph conv_graph(const Form& form) {
  Graph graph;
  const NodeId x = graph.add_input("x", {{1, 3, 6, 7}, DType::I8});
  const int64_t p = form.pad;
  NodeId sums = graph.add_call(
      "qnn.conv2d",
      {x, graph.add_constant(ramp({5, 3, 3, 3}, 37)), scalar8(graph, form.zero), scalar8(graph, 0)},
      {{"padding", IntList{p, 0, p, p}}, {"channels", int64_t{5}}, {"kernel_size", IntList{3, 3}}});
  if (form.bias)
    sums = graph.add_call(
        "add", {sums, graph.add_constant(Tensor::from_span<int32_t>(
                          {5, 1, 1}, std::array<int32_t, 5>{100, -5000, 0, 77, 1 << 30}))});
  const bool real = form.rounding == "float";
  const NodeId m = graph.add_constant(real ? Tensor::scalar(0.001F) : Tensor::scalar(1234567890));
  const NodeId y = graph.add_call(
      "qnn.rescale",
      {sums, m, graph.add_constant(Tensor::scalar(int32_t{real ? 0 : form.shift})),
       scalar8(graph, 11)},
      {{"rounding", form.rounding}, {"a_min", int64_t{11}}, {"a_max", int64_t{100}}});
  graph.node(y).name = "t4";
  graph.set_outputs({y});
  return graph;
}

int64_t count(const Graph& graph, std::string_view op) {
  int64_t n = 0;
  for (NodeId id = 0; id < graph.size(); ++id)
    n += graph.node(id).kind == NodeKind::Call && graph.node(id).op == op ? 1 : 0;
  return n;
}

void expect_equal_values(const Graph& a, const Graph& b) {
  const std::array<Tensor, 1> input{ramp({1, 3, 6, 7}, 53)};
  const Tensor x = interpret(a, input).front(), y = interpret(b, input).front();
  ASSERT_EQ(x.shape(), y.shape());
  EXPECT_TRUE(std::ranges::equal(x.bytes(), y.bytes()));
}

PassContext with_extensions(int64_t isa_ext) {
  PassContext context;
  context.config = named_config("default");
  context.config.isa_ext = isa_ext;
  return context;
}

Graph realized(const Graph& graph, int64_t isa_ext = 2) {
  PassContext context = with_extensions(isa_ext);
  return realize_integers(graph, context);
}

Graph folded(const Graph& graph) {
  PassContext context = with_extensions(0);
  return constant_channels(graph, context);
}

// As the first layer of a network, on a machine of 16 channels.
TEST(Im2col, PadsOfQuantizedDataAreTheZeroPoint) {
  for (const int64_t zero : {-128, 0, 83}) {
    const Graph before = conv_graph({.zero = zero});
    PassContext context = with_extensions(0);
    const Graph after = im2col(before, context);
    ASSERT_EQ(count(after, "nn.im2col"), 1);
    EXPECT_EQ(count(after, "qnn.conv2d"), 1);
    for (NodeId id = 0; id < after.size(); ++id)
      if (after.node(id).op == "nn.im2col") {
        EXPECT_EQ(after.node(id).attrs.get_double("pad_value", 0), static_cast<double>(zero));
        EXPECT_EQ(after.type(id).shape, (Shape{1, 27, 6, 6}));
      }
    expect_equal_values(before, after);
  }
}

TEST(RealizeIntegers, RescaledSumsAreClippedAndCast) {
  for (const bool bias : {true, false})
    for (const char* rounding : {"double", "single", "even"}) {
      const Graph before = conv_graph({.bias = bias, .rounding = rounding});
      const Graph after = realized(before);
      EXPECT_EQ(count(after, "qnn.conv2d"), 1);
      EXPECT_EQ(count(after, "add"), bias ? 1 : 0);
      EXPECT_EQ(count(after, "clip"), 1);
      EXPECT_EQ(after.node(after.outputs().front()).name, "t4");
      expect_equal_values(before, after);
    }
}

TEST(RealizeIntegers, NothingChangesWhereTheHostIsAskedFor) {
  PassContext context = with_extensions(2);
  context.quant.mode = QuantMode::Keep;
  EXPECT_EQ(count(realize_integers(conv_graph({}), context), "clip"), 0);
  EXPECT_EQ(count(realized(conv_graph({})), "clip"), 1);
}

TEST(RealizeIntegers, ShiftsToTheLeftWhereNoResultLeaves32Bits) {
  for (const char* rounding : {"double", "single", "even"})
    for (const int32_t shift : {1, 3, 12, 13, 31}) {
      const Graph before = conv_graph({.bias = false, .rounding = rounding, .shift = shift});
      const Graph after = realized(before);
      EXPECT_EQ(count(after, "clip"), shift <= 12 ? 1 : 0) << shift;
      expect_equal_values(before, after);
    }
}

// Every sum of so many int8 values, ties of both signs among them.
TEST(RealizeIntegers, AveragesAreThoseOfTheOperatorForEverySum) {
  for (const int32_t parts : {1, 2, 3, 4, 9, 16, 49, 64, 100, 125}) {
    const int64_t sums = 255 * parts + 1;
    Graph before;
    const NodeId x = before.add_input("x", {{1, 1, 1, sums}, DType::I32});
    before.set_outputs(
        {before.add_call("qnn.average", {x, before.add_constant(Tensor::scalar(parts))})});
    const Graph after = realized(before);
    ASSERT_EQ(count(after, "qnn.rescale"), 1);
    Tensor values = Tensor::zeros(DType::I32, {1, 1, 1, sums});
    int32_t next = -128 * parts;
    for (int32_t& v : values.mutable_data<int32_t>())
      v = next++;
    const std::array<Tensor, 1> input{values};
    EXPECT_TRUE(std::ranges::equal(interpret(before, input).front().bytes(),
                                   interpret(after, input).front().bytes()))
        << parts;
  }
}

TEST(RealizeIntegers, NothingChangesForFloat) {
  const Graph real = conv_graph({.rounding = "float"});
  for (const int64_t isa_ext : {0, 1, 2})
    EXPECT_EQ(count(realized(real, isa_ext), "clip"), 0);
  expect_equal_values(real, realized(real));
}

std::vector<std::string> notes_of(const Graph& graph, int64_t isa_ext) {
  PassContext context = with_extensions(isa_ext);
  realize_integers(graph, context);
  return texts_of(context.notes);
}

TEST(RealizeIntegers, WithoutTheExtensionWhatIsExactInSteps) {
  for (const int64_t isa_ext : {0, 1})
    for (const char* rounding : {"double", "single", "even"}) {
      const Graph before = folded(conv_graph({.rounding = rounding}));
      const Graph after = realized(before, isa_ext);
      EXPECT_EQ(count(after, "clip"), 1);
      EXPECT_EQ(after.node(after.outputs().front()).name, "t4");
      expect_equal_values(before, after);
    }
  EXPECT_THAT(notes_of(folded(conv_graph({})), 0),
              ElementsAre("1 layer is rescaled in 14 ALU steps a vector, which the "
                          "extension rq of ISA_EXT does in one"));
}

TEST(RealizeIntegers, WithoutTheExtensionNothingElse) {
  const Graph large = conv_graph({});  // a bias of 2^30
  EXPECT_EQ(count(realized(large, 1), "qnn.conv2d"), 1);
  EXPECT_EQ(count(realized(large, 1), "clip"), 0);
  EXPECT_THAT(notes_of(large, 1), IsEmpty());
}

TEST(RealizeIntegers, GeluTakesTheOperationsOfRound) {
  Graph graph;
  const NodeId x = graph.add_input("x", {{2, 16}, DType::I32});
  graph.set_outputs({graph.add_call("qnn.gelu", {x}, {{"fraction", int64_t{8}}})});
  const auto is_extended = [&](int64_t extensions) {
    PassContext context = with_extensions(extensions);
    const Graph after = realize_integers(graph, context);
    return after.node(after.outputs().front()).attrs.get_int("extended", 0);
  };
  EXPECT_EQ(is_extended(0), 0);
  EXPECT_EQ(is_extended(1), 1);
}

TEST(ConstantChannels, HaveNoWeights) {
  for (const char* rounding : {"double", "single", "even"}) {
    const Graph before = conv_graph({.rounding = rounding});
    PassContext context = with_extensions(0);
    const Graph after = constant_channels(before, context);
    expect_equal_values(before, after);
    EXPECT_THAT(texts_of(context.notes),
                ElementsAre("1 of 5 output channels of integer layers are constant"));
    for (NodeId id = 0; id < after.size(); ++id) {
      const Node& n = after.node(id);
      if (n.op == "qnn.conv2d") {
        const auto w = after.node(n.inputs[1]).constant.data<int8_t>();
        EXPECT_EQ(std::ranges::count(w.last(27), 0), 27);
        EXPECT_EQ(std::ranges::count(w.first(4 * 27), 0), 0);
      }
      if (n.op == "add") {  // twice what is above the zero point
        EXPECT_THAT(after.node(n.inputs[1]).constant.data<int32_t>(),
                    ElementsAre(100, -5000, 0, 77, 2 * (100 - 11)));
      }
    }
    EXPECT_EQ(count(after, "add"), 1);
    EXPECT_EQ(after.node(after.outputs().front()).name, "t4");
  }
}

TEST(ConstantChannels, AreThoseOfOneValueWhateverTheData) {
  PassContext context = with_extensions(0);
  const Graph none = conv_graph({.bias = false}), real = conv_graph({.rounding = "float"});
  EXPECT_EQ(constant_channels(none, context).size(), none.size());
  EXPECT_EQ(constant_channels(real, context).size(), real.size());
  EXPECT_THAT(context.notes, IsEmpty());
}

// A dense layer of one row, rescaled by q 2^(shift - 31).
Graph dense_graph(const std::vector<int8_t>& weights, int64_t inputs, int64_t zero, int32_t q,
                  int32_t shift) {
  Graph graph;
  const int64_t outputs = std::ssize(weights) / inputs;
  const NodeId x = graph.add_input("x", {{1, inputs}, DType::I8});
  const NodeId sums =
      graph.add_call("qnn.dense",
                     {x, graph.add_constant(Tensor::from_span<int8_t>({outputs, inputs}, weights)),
                      scalar8(graph, zero), scalar8(graph, 0)},
                     {{"units", outputs}});
  graph.set_outputs({graph.add_call(
      "qnn.rescale", {sums, graph.add_constant(Tensor::scalar(q)),
                      graph.add_constant(Tensor::scalar(shift)), scalar8(graph, 0)})});
  return graph;
}

// By the datum at one end of int8 for every weight.
TEST(ScaledProduct, BoundsAreReachedAndNoMore) {
  const std::vector<int8_t> weights = {3, -7, 0, 127, -128, 5, 64, -1};
  for (const int64_t zero : {-128, -3, 0, 90, 127}) {
    const Graph graph = dense_graph(weights, 4, zero, 1 << 30, -8);
    const Node& rescale = graph.node(graph.outputs().front());
    const auto found = scaled_product(graph, graph.users(), rescale);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->sums.size(), 2U);
    for (size_t c = 0; c < 2; ++c) {
      int64_t low = 0, high = 0;
      for (size_t i = 0; i < 4; ++i) {
        const int64_t w = weights[4 * c + i], a = w * (-128 - zero), b = w * (127 - zero);
        low += std::min(a, b);
        high += std::max(a, b);
      }
      EXPECT_EQ(found->sums[c].low, low) << zero;
      EXPECT_EQ(found->sums[c].high, high) << zero;
    }
  }
}

// Of 0 to 255, by 2^-8 and by 2^-10: 0 and 1, and 0 alone.
TEST(ConstantChannels, AreNotThoseOfTwoNeighbouringValues) {
  PassContext context = with_extensions(0);
  const Graph two = dense_graph({1}, 1, -128, 1 << 30, -7),
              one = dense_graph({1}, 1, -128, 1 << 30, -9);
  EXPECT_EQ(constant_channels(two, context).size(), two.size());
  EXPECT_THAT(context.notes, IsEmpty());
  constant_channels(one, context);
  EXPECT_EQ(context.notes.size(), 1U);
}

}  // namespace
}  // namespace vta
