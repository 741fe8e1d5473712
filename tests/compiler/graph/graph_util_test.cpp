#include "compiler/graph/graph_util.h"

#include <gmock/gmock.h>

namespace vta {
namespace {

using testing::ElementsAre;

// x -> relu "kept" -> output; relu of it, which nothing reads.
Graph with_a_dead_call() {
  Graph g;
  const NodeId x = g.add_input("x", {{1, 2}, DType::F32});
  const NodeId relu = g.add_call("nn.relu", {x});
  Node& node = g.node(relu);
  node.name = "kept";
  node.comment = "why";
  node.onnx_nodes = {"Relu_0"};
  node.target = Target::Accelerator;
  g.add_call("nn.relu", {relu});
  g.set_outputs({relu});
  return g;
}

TEST(GraphUtil, CallsAreToldByNameOrByNumber) {
  const Graph g = with_a_dead_call();
  EXPECT_EQ(call_text(g, 1), "nn.relu 'kept'");
  EXPECT_EQ(call_text(g, 2), "nn.relu (node 2)");
}

TEST(GraphUtil, AnInputIsNoCall) {
  const Graph g = with_a_dead_call();
  EXPECT_TRUE(is_call(g, 1, "nn.relu"));
  EXPECT_FALSE(is_call(g, 1, "add"));
  EXPECT_FALSE(is_call(g, 0, ""));
}

TEST(GraphUtil, InputsAndWhatOutputsNeedIsAlive) {
  Graph g = with_a_dead_call();
  EXPECT_THAT(live_nodes(g), ElementsAre(true, true, false));
  EXPECT_EQ(without_dead_nodes(g).size(), 2);
  g.set_outputs({0});
  EXPECT_THAT(live_nodes(g), ElementsAre(true, false, false));
}

TEST(GraphUtil, ACopyKeepsItsIdentity) {
  const Graph g = with_a_dead_call();
  Graph to;
  const NodeId y = to.add_input("y", {{3, 4}, DType::F32});
  const NodeId copy = append_copy(to, g.node(1), {y});
  EXPECT_EQ(to.type(copy).shape, (Shape{3, 4}));
  EXPECT_EQ(to.node(copy).name, "kept");
  EXPECT_EQ(to.node(copy).comment, "why");
  EXPECT_THAT(to.node(copy).onnx_nodes, ElementsAre("Relu_0"));
  EXPECT_EQ(to.node(copy).target, Target::Accelerator);
}

TEST(GraphUtil, AConstantWithoutDataIsCopiedAsOne) {
  Graph from, to;
  const NodeId c = from.add_constant_type({{2}, DType::I8});
  EXPECT_FALSE(to.node(append_copy(to, from.node(c), {})).constant.valid());
}

}  // namespace
}  // namespace vta
