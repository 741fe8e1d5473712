// Operators with several results: the node says which of them there are.
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <random>

#include "compiler/onnx/op_forms.h"
#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta {
namespace {

using onnx_import::kAny;
using onnx_import::op_forms;
using onnx_import::OpForm;

// A model of one node with all results that its operator can have, r0, r1, ...
struct Case {
  std::string op;
  int64_t opset = 13;
  Shape data;
  std::function<void(TestModel&)> build;
  int results = 1;
  int supported = 1;  // the first ones; others cannot be read
};

void add_results(TestModel& m, int count) {
  onnx::NodeProto& node = *m.graph().mutable_node(m.graph().node_size() - 1);
  node.clear_output();
  for (int i = 0; i < count; ++i)
    node.add_output(fmt::format("r{}", i));
}

onnx::GraphProto two_results(float factor) {
  TestModel m;
  m.floats(fmt::format("f{}", factor), {}, {factor});
  m.node("Mul", {"x", fmt::format("f{}", factor)}, fmt::format("a{}", factor));
  m.node("Neg", {fmt::format("a{}", factor)}, fmt::format("b{}", factor));
  m.output(fmt::format("a{}", factor)).output(fmt::format("b{}", factor));
  return m.graph();
}

void add_if(TestModel& m) {
  m.typed("yes", onnx::TensorProto::BOOL, {}, {1}).node("If", {"yes"}, "r0");
  for (const auto& [name, factor] : {std::pair("then_branch", 2.0f), {"else_branch", 3.0f}}) {
    onnx::AttributeProto& a = *m.graph().mutable_node(0)->add_attribute();
    a.set_name(name);
    a.set_type(onnx::AttributeProto::GRAPH);
    *a.mutable_g() = two_results(factor);
  }
}

void add_skip(TestModel& m, const std::string& op) {
  m.floats("gamma", {5}, {1, 2, 3, 4, 5}).node(op, {"x", "x", "gamma"}, "r0");
  m.graph().mutable_node(0)->set_domain("com.microsoft");
}

// A layer of two units with this many gates.
void add_layer(TestModel& m, const std::string& op, int64_t gates) {
  std::vector<float> values(static_cast<size_t>(gates * 4));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = 0.2F * static_cast<float>(i % 5) - 0.3F;
  m.floats("w", {1, 2 * gates, 2}, values).floats("r", {1, 2 * gates, 2}, values);
  m.node(op, {"x", "w", "r"}, "r0");
}

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = {
      {"Attention",
       23,
       {1, 2, 3, 4},
       [](TestModel& m) {
         m.node("Attention", {"x", "x", "x"}, "r0");
       },
       4,
       4},
      {"BatchNormalization",
       13,
       {1, 2, 2, 2},
       [](TestModel& m) {
         for (const char* name : {"s", "b", "m", "v"})
           m.floats(name, {2}, {1, 2});
         m.node("BatchNormalization", {"x", "s", "b", "m", "v"}, "r0");
       },
       5,
       1},
      {"Dropout", 13, {2, 3}, [](TestModel& m) { m.node("Dropout", {"x"}, "r0"); }, 2, 2},
      {"DynamicQuantizeLinear",
       13,
       {2, 3},
       [](TestModel& m) { m.node("DynamicQuantizeLinear", {"x"}, "r0"); },
       3,
       3},
      {"GRU", 14, {3, 1, 2}, [](TestModel& m) { add_layer(m, "GRU", 3); }, 2, 2},
      {"If", 13, {2, 3}, add_if, 2, 2},
      {"LSTM", 14, {3, 1, 2}, [](TestModel& m) { add_layer(m, "LSTM", 4); }, 3, 3},
      {"LayerNormalization",
       17,
       {2, 4},
       [](TestModel& m) {
         m.floats("s", {4}, {1, 2, 3, 4}).node("LayerNormalization", {"x", "s"}, "r0");
       },
       3,
       3},
      {"MaxPool",
       13,
       {1, 1, 4, 4},
       [](TestModel& m) {
         m.node("MaxPool", {"x"}, "r0").attr_ints("kernel_shape", {2, 2});
       },
       2,
       1},
      {"RNN", 14, {3, 1, 2}, [](TestModel& m) { add_layer(m, "RNN", 1); }, 2, 2},
      {"com.microsoft.SkipLayerNormalization",
       13,
       {2, 5},
       [](TestModel& m) { add_skip(m, "SkipLayerNormalization"); },
       4,
       4},
      {"com.microsoft.SkipSimplifiedLayerNormalization",
       13,
       {2, 5},
       [](TestModel& m) { add_skip(m, "SkipSimplifiedLayerNormalization"); },
       4,
       4},
      {"TopK",
       13,
       {2, 5},
       [](TestModel& m) {
         m.ints("k", {3}).node("TopK", {"x", "k"}, "r0");
       },
       2,
       2},
      {"Split",
       13,
       {6, 2},
       [](TestModel& m) {
         m.ints("parts", {1, 2, 3}).node("Split", {"x", "parts"}, "r0");
       },
       3,
       3},
  };
  return kCases;
}

std::vector<Tensor> run(const TestModel& m, const Shape& shape) {
  std::vector<float> values;
  for (int64_t i = 0; i < num_elements(shape); ++i)
    values.push_back(0.5f * static_cast<float>(i * 7 % 11) - 2);
  const std::vector<Tensor> inputs = {Tensor::from_span<float>(shape, values)};
  return interpret(m.import(shape[0]), inputs);
}

TestModel model_of(const Case& c) {
  TestModel m(c.opset);
  m.input("x", c.data);
  c.build(m);
  add_results(m, c.results);
  return m;
}

TEST(OnnxResults, EveryOperatorWithSeveralIsACaseHere) {
  std::set<std::string_view> several, here;
  for (const OpForm& form : op_forms())
    if (form.max_outputs == kAny || form.max_outputs > 1)
      several.insert(form.op);
  for (const Case& c : cases())
    here.insert(c.op);
  EXPECT_EQ(several, here);
}

// Each result alone: the node lists as many as lead to it, and leaves the others out.
TEST(OnnxResults, EachAloneIsWhatItIsAmongAll) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.op);
    TestModel all = model_of(c);
    const bool may_be_fewer = c.op != "Split" && c.op != "If";
    add_results(all, may_be_fewer ? c.supported : c.results);
    for (int i = 0; i < c.supported; ++i)
      all.output(fmt::format("r{}", i));
    const std::vector<Tensor> expected = run(all, c.data);
    for (int i = 0; i < c.supported; ++i) {
      TestModel one = model_of(c);
      add_results(one, may_be_fewer ? i + 1 : c.results);
      onnx::NodeProto& node = *one.graph().mutable_node(0);
      for (int j = 0; j < node.output_size(); ++j)
        if (j != i)
          node.set_output(j, "");
      one.output(fmt::format("r{}", i));
      const std::vector<Tensor> got = run(one, c.data);
      EXPECT_TRUE(std::ranges::equal(got[0].bytes(), expected[static_cast<size_t>(i)].bytes()))
          << "result " << i;
    }
  }
}

// Any number of results, any of them left out, read or not: a network or a message, nothing else.
TEST(OnnxResults, AnyOfThemMayBeLeftOut) {
  const uint64_t seed = std::random_device{}();
  std::mt19937_64 random(seed);
  SCOPED_TRACE(fmt::format("seed {}", seed));
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<uint64_t>(n)); };
  for (int round = 0; round < 200; ++round) {
    const Case& c = cases()[static_cast<size_t>(below(static_cast<int>(cases().size())))];
    TestModel m = model_of(c);
    const int count = below(c.results + 2);
    add_results(m, count);
    onnx::NodeProto& node = *m.graph().mutable_node(0);
    if (below(2) == 0)
      node.clear_name();
    m.node("Identity", {"x"}, "same").output("same");
    for (int i = 0; i < count; ++i) {
      if (below(3) == 0)
        node.set_output(i, "");
      else if (below(2) == 0)
        m.output(node.output(i));
    }
    SCOPED_TRACE(fmt::format("{} with results {}", c.op, fmt::join(node.output(), ", ")));
    try {
      EXPECT_EQ(std::ssize(run(m, c.data)), m.graph().output_size());
    } catch (const CompileError& e) {
      EXPECT_THAT(e.what(), testing::HasSubstr(c.op.substr(c.op.rfind('.') + 1)));
    }
  }
}

TEST(OnnxResults, OneThatIsNotSupportedIsNamedWhereItIsRead) {
  TestModel m = model_of(*std::ranges::find(cases(), "MaxPool", &Case::op));
  m.output("r0").output("r1");
  EXPECT_THAT(m.error(), testing::HasSubstr(
                             "node 'r0_node' (MaxPool, kernel_shape=[2, 2]): the second output"));
}

TEST(OnnxResults, AnOperatorHasAtLeastOne) {
  TestModel m;
  m.input("x", {2}).node("Relu", {"x"}, "y").node("Relu", {"x"}, "z").output("y");
  m.graph().mutable_node(1)->clear_output();
  EXPECT_THAT(m.error(), testing::HasSubstr("has 0 results: at opset 13 the operator has 1"));
}

TEST(OnnxResults, ANodeWithoutNamesIsCalledByItsOperator) {
  TestModel m;
  m.input("x", {2}).node("Relu", {"x"}, "").node("Relu", {"x"}, "y").output("y");
  m.graph().mutable_node(0)->clear_name();
  EXPECT_EQ(m.import().node(1).name, "Relu");
}

}  // namespace
}  // namespace vta
