#include <gmock/gmock.h>

#include "compiler/graph/op_table.h"
#include "tests/compiler/interp/eval_test_util.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// y = relu(x + c) and z = x + c.
Graph small_graph() {
  Graph g;
  const NodeId x = g.add_input("x", {{2}, DType::F32});
  const NodeId c = g.add_constant(make<float>({2}, {1, -5}));
  const NodeId sum = g.add_call("add", {x, c});
  const NodeId y = g.add_call("nn.relu", {sum});
  g.set_outputs({y, sum});
  return g;
}

TEST(Interpret, ComputesEveryOutput) {
  const std::vector<Tensor> inputs = {make<float>({2}, {2, 3})};
  const auto out = interpret(small_graph(), inputs);
  ASSERT_EQ(out.size(), 2u);
  EXPECT_THAT(values<float>(out[0]), ElementsAre(3, 0));
  EXPECT_THAT(values<float>(out[1]), ElementsAre(3, -2));
}

TEST(Interpret, ObserverSeesEveryUsedNodeOnceInOrder) {
  std::vector<NodeId> seen;
  InterpretOptions options;
  options.observe = [&](NodeId id, const Tensor&) { seen.push_back(id); };
  const std::vector<Tensor> inputs = {make<float>({2}, {2, 3})};
  interpret(small_graph(), inputs, options);
  EXPECT_THAT(seen, ElementsAre(0, 1, 2, 3));
}

TEST(Interpret, DeadNodesAreNotComputed) {
  Graph g = small_graph();
  g.add_call("exp", {g.outputs()[0]});
  int count = 0;
  InterpretOptions options;
  options.observe = [&](NodeId, const Tensor&) { ++count; };
  const std::vector<Tensor> inputs = {make<float>({2}, {2, 3})};
  interpret(g, inputs, options);
  EXPECT_EQ(count, 4);
}

TEST(Interpret, InputMayBeAnOutput) {
  Graph g;
  const NodeId x = g.add_input("x", {{1}, DType::F32});
  g.set_outputs({x, x});
  const std::vector<Tensor> inputs = {make<float>({1}, {4})};
  EXPECT_EQ(interpret(g, inputs).size(), 2u);
}

TEST(Interpret, TupleFieldsAreRead) {
  Graph g;
  const NodeId x = g.add_input("x", {{4}, DType::F32});
  const NodeId parts = g.add_call("split", {x}, {{"indices_or_sections", int64_t{2}}});
  g.set_outputs({g.add_tuple_get(parts, 1)});
  const std::vector<Tensor> inputs = {make<float>({4}, {1, 2, 3, 4})};
  EXPECT_THAT(values<float>(interpret(g, inputs).front()), ElementsAre(3, 4));
}

TEST(Interpret, WrongNumberOfInputsIsAnError) {
  EXPECT_THAT(error_of<InputError>([] { interpret(small_graph(), {}); }),
              HasSubstr("has 1 input, 0 given"));
}

TEST(Interpret, WrongInputShapeNamesInputAndBothTypes) {
  const std::vector<Tensor> inputs = {make<float>({3}, {1, 2, 3})};
  const std::string message = error_of<InputError>([&] { interpret(small_graph(), inputs); });
  EXPECT_THAT(message, HasSubstr("'x'"));
  EXPECT_THAT(message, HasSubstr("(3)"));
  EXPECT_THAT(message, HasSubstr("(2)"));
}

TEST(Interpret, WrongInputTypeIsAnError) {
  const std::vector<Tensor> inputs = {make<int32_t>({2}, {1, 2})};
  EXPECT_THAT(error_of<InputError>([&] { interpret(small_graph(), inputs); }), HasSubstr("int32"));
}

TEST(Interpret, MissingInputValueIsAnError) {
  const std::vector<Tensor> inputs = {Tensor()};
  EXPECT_THAT(error_of<InputError>([&] { interpret(small_graph(), inputs); }),
              HasSubstr("no value"));
}

TEST(Interpret, ConstantWithoutDataIsAnError) {
  Graph g;
  g.set_outputs({g.add_call("nn.relu", {g.add_constant_type({{2}, DType::F32})})});
  EXPECT_THAT(error_of<CompileError>([&] { interpret(g, {}); }), HasSubstr("has no data"));
}

TEST(EvaluateOp, UnknownOperatorIsNamed) {
  EXPECT_THAT(error_of<CompileError>([] { eval("nn.conv9d", {}); }), HasSubstr("nn.conv9d"));
}

TEST(EvaluateOp, OperandTypesAreChecked) {
  EXPECT_THAT(error_of<CompileError>([] {
                eval("add", {Tensor::scalar(1), Tensor::scalar(1.f)});
              }),
              HasSubstr("add"));
}

// A call on the wrong number of operands reaches the table's check for every operator; one that has
// no evaluator would fail as a bug instead.
TEST(EvaluateOp, EveryOperatorOfTheTableHasAnEvaluator) {
  for (const OpSpec& spec : op_table()) {
    try {
      const Tensor x = Tensor::zeros(DType::F32, {1, 1, 1, 1});
      const Tensor v = Tensor::zeros(DType::F32, {1});
      const auto count = static_cast<size_t>(spec.min_inputs);
      std::vector<Tensor> inputs(count, x);
      if (spec.name == "nn.batch_norm" || spec.name == "nn.bias_add")
        std::fill(inputs.begin() + 1, inputs.end(), v);
      eval(std::string(spec.name), inputs);
    } catch (const CompileError&) {  // an attribute that is needed, or a type
    }
  }
}

}  // namespace
}  // namespace vta
