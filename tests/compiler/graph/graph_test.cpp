#include <gmock/gmock.h>

#include <cmath>

#include "base/error.h"
#include "compiler/graph/graph.h"
#include "compiler/graph/layout.h"
#include "compiler/graph/op_table.h"
#include "tests/compiler/error_text.h"
#include "tests/compiler/listing_files.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Graph small_graph() {
  Graph g;
  const NodeId x = g.add_input("x", {{1, 2, 4, 4}, DType::F32});
  const NodeId w = g.add_constant_type({{3, 2, 3, 3}, DType::F32});
  const NodeId conv = g.add_call("nn.conv2d", {x, w}, {{"padding", IntList{1}}});
  g.set_outputs({g.add_call("add", {conv, conv})});
  return g;
}

std::string verify_error(const Graph& graph) {
  return error_text<CompileError>([&] { verify(graph); });
}

TEST(Graph, TypeTextIsRelays) {
  EXPECT_EQ(type_text({{1, 64, 56, 56}, DType::I8}), "Tensor[(1, 64, 56, 56), int8]");
  EXPECT_EQ(type_text({{64}, DType::F32}), "Tensor[(64), float32]");
  EXPECT_EQ(type_text({{}, DType::I32}), "int32");
}

TEST(Graph, UsesCountOperandsAndOutputs) {
  const Graph g = small_graph();
  EXPECT_THAT(g.use_counts(), ElementsAre(1, 1, 2, 1));
  EXPECT_THAT(g.users()[2], ElementsAre(3));
}

TEST(Graph, TupleFieldsHaveTheirTypes) {
  Graph g;
  const NodeId x = g.add_input("x", {{6}, DType::F32});
  const NodeId parts = g.add_call("split", {x}, {{"indices_or_sections", IntList{2}}});
  EXPECT_EQ(g.type(g.add_tuple_get(parts, 1)).shape, Shape{4});
  EXPECT_THAT(error_text<CompileError>([&] { g.add_tuple_get(parts, 2); }),
              HasSubstr("field .2 of 'split', which has 2 result(s)"));
  EXPECT_THAT(error_text<CompileError>([&] { g.add_tuple_get(x, 0); }),
              HasSubstr("field .0 of 'x'"));
}

TEST(Graph, ExtentsMustBePositiveAndBounded) {
  Graph g;
  EXPECT_THAT(error_text<CompileError>([&] {
                g.add_input("x", {{1, 0}, DType::F32});
              }),
              HasSubstr("has extent 0"));
  EXPECT_THAT(error_text<CompileError>([&] {
                g.add_input("x", {{1 << 30, 1 << 30, 1 << 30}, DType::F32});
              }),
              HasSubstr("has more than"));
}

TEST(Verify, AcceptsWhatTheBuilderMakes) {
  EXPECT_NO_THROW(verify(small_graph()));
}

TEST(Verify, NamesANodeWithAWrongType) {
  Graph g = small_graph();
  g.node(2).name = "stem";
  g.node(2).types[0].shape[1] = 4;
  EXPECT_THAT(verify_error(g), HasSubstr("node 2 (nn.conv2d 'stem'): has type Tensor[(1, 4, 4, 4), "
                                         "float32], the operator table infers Tensor[(1, 3,"));
}

TEST(Verify, RefusesOperandsThatComeLaterOrDoNotExist) {
  Graph g = small_graph();
  g.node(2).inputs[0] = 3;
  EXPECT_THAT(verify_error(g), HasSubstr("node 2 (nn.conv2d): operand node 3 (add) does not come"));
  g.node(2).inputs[0] = 77;
  EXPECT_THAT(verify_error(g), HasSubstr("operand 77 does not exist"));
}

TEST(Verify, RefusesAttributesThatBecameIllegal) {
  Graph g = small_graph();
  g.node(2).attrs.set("strides", IntList{0});
  EXPECT_THAT(verify_error(g), HasSubstr("strides has 0"));
  g.node(2).attrs.erase("strides");
  g.node(2).attrs.set("colour", std::string("red"));
  EXPECT_THAT(verify_error(g), HasSubstr("unknown attribute 'colour'"));
}

TEST(Verify, RefusesAConstantThatHoldsAnotherType) {
  Graph g = small_graph();
  g.node(1).constant = Tensor::zeros(DType::F32, {3, 2, 1, 1});
  EXPECT_THAT(verify_error(g),
              HasSubstr("node 1 (constant): has type Tensor[(3, 2, 3, 3), float32] "
                        "but holds Tensor[(3, 2, 1, 1), float32]"));
}

TEST(Verify, RefusesATupleAsOperandOrOutput) {
  Graph g;
  const NodeId x = g.add_input("x", {{6}, DType::F32});
  const NodeId parts = g.add_call("split", {x}, {{"indices_or_sections", IntList{2}}});
  g.set_outputs({parts});
  EXPECT_THAT(verify_error(g), HasSubstr("an output is a tuple"));
  g.set_outputs({g.add_call("nn.relu", {parts})});
  EXPECT_THAT(verify_error(g), HasSubstr("is a tuple: use one of its fields"));
}

TEST(Verify, NeedsOutputsAndDistinctInputNames) {
  Graph g = small_graph();
  g.set_outputs({});
  EXPECT_THAT(verify_error(g), HasSubstr("no outputs"));
  g.set_outputs({9});
  EXPECT_THAT(verify_error(g), HasSubstr("output 9 does not exist"));
  g.set_outputs({g.add_input("x", {{1}, DType::F32})});
  EXPECT_THAT(verify_error(g), HasSubstr("an input needs a name of its own"));
}

TEST(GraphRewriter, CopyKeepsIdentity) {
  Graph g = small_graph();
  g.node(3).name = "sum";
  g.node(3).comment = "block1/add";
  g.node(3).target = Target::Accelerator;
  GraphRewriter rewriter(g);
  for (NodeId id = 0; id < g.size(); ++id)
    rewriter.copy(id);
  const Graph copy = rewriter.finish();
  verify(copy);
  EXPECT_EQ(copy.node(3).name, "sum");
  EXPECT_EQ(copy.node(3).comment, "block1/add");
  EXPECT_EQ(copy.node(3).target, Target::Accelerator);
  EXPECT_EQ(copy.inputs(), g.inputs());
}

TEST(GraphRewriter, UsingANodeThatWasLeftOutIsABug) {
  const Graph g = small_graph();
  GraphRewriter rewriter(g);
  rewriter.copy(0);
  EXPECT_THROW(rewriter.copy(2), InternalError);
}

TEST(Layout, ReadsAxesAndBlocks) {
  const Layout layout("NCHW1n16c");
  EXPECT_EQ(layout.rank(), 6);
  EXPECT_EQ(layout.index('W'), 3);
  EXPECT_EQ(layout.index('c'), 5);
  EXPECT_EQ(layout.block('C'), 16);
  EXPECT_EQ(layout.block('H'), 1);
  EXPECT_EQ(layout.extent({1, 4, 7, 7, 1, 16}, 'C'), 64);
}

class LayoutError : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(LayoutError, SaysWhatIsWrong) {
  EXPECT_THAT(error_text<CompileError>([&] { Layout layout(GetParam().first); }),
              HasSubstr(GetParam().second));
}

INSTANTIATE_TEST_SUITE_P(
    All, LayoutError,
    testing::Values(std::pair{"", "is incomplete"}, std::pair{"NCHW16", "is incomplete"},
                    std::pair{"NCHWc", "block without its extent"},
                    std::pair{"NC16HW", "number before a capital"},
                    std::pair{"NCHHW", "repeats an axis"},
                    std::pair{"NHW16c", "block without its axis"},
                    std::pair{"NC-W", "neither letter nor digit"},
                    std::pair{"NCHW99999999999999999999c", "too large a block"}));

TEST(FillConstants, IsReproducibleAndSeedsDiffer) {
  Graph a = small_graph(), b = small_graph(), c = small_graph();
  fill_constants(a, 1);
  fill_constants(b, 1);
  fill_constants(c, 2);
  const auto bytes = [](const Graph& g) {
    const auto s = g.node(1).constant.bytes();
    return std::vector<std::byte>(s.begin(), s.end());
  };
  EXPECT_EQ(bytes(a), bytes(b));
  EXPECT_NE(bytes(a), bytes(c));
  verify(a);
}

TEST(FillConstants, KeepsWhatIsThere) {
  Graph g;
  const NodeId c = g.add_constant(Tensor::scalar(7.0f));
  g.set_outputs({c});
  fill_constants(g, 3);
  EXPECT_EQ(g.node(c).constant.data<float>()[0], 7.0f);
}

TEST(FillConstants, FloatWeightsAreHeInitialized) {
  Graph g;
  const NodeId x = g.add_input("x", {{1, 64, 8, 8}, DType::F32});
  const NodeId w = g.add_constant_type({{64, 64, 3, 3}, DType::F32});
  g.set_outputs({g.add_call("nn.conv2d", {x, w})});
  fill_constants(g, 5);
  double sum = 0, squares = 0;
  for (float v : g.node(w).constant.data<float>()) {
    sum += v;
    squares += double{v} * v;
  }
  const double n = 64 * 64 * 9;
  EXPECT_NEAR(sum / n, 0, 0.002);
  EXPECT_NEAR(std::sqrt(squares / n), std::sqrt(2.0 / 576), 0.001);
}

TEST(FillConstants, VariancesArePositiveAndIntegersInRange) {
  Graph g;
  const NodeId x = g.add_input("x", {{1, 50, 2, 2}, DType::F32});
  std::vector<NodeId> operands = {x};
  for (int i = 0; i < 4; ++i)
    operands.push_back(g.add_constant_type({{50}, DType::F32}));
  g.add_call("nn.batch_norm", operands);
  const NodeId bias = g.add_constant_type({{500}, DType::I32});
  const NodeId bytes = g.add_constant_type({{500}, DType::I8});
  g.set_outputs({x});
  fill_constants(g, 11);
  for (float v : g.node(operands[4]).constant.data<float>())
    EXPECT_GT(v, 0.4f);
  for (int32_t v : g.node(bias).constant.data<int32_t>())
    EXPECT_LE(std::abs(v), 1000);
  for (int8_t v : g.node(bytes).constant.data<int8_t>())
    EXPECT_GE(v, -127);
}

TEST(OperatorsPage, IsCurrent) {
  const auto path = std::filesystem::path(VTA_SOURCE_DIR) / "docs" / "operators.md";
  if (std::getenv("VTA_RENEW") != nullptr)
    write_text_file(path.string(), operators_page());
  EXPECT_EQ(read_text_file(path.string()), operators_page())
      << "docs/operators.md is stale: run this test with VTA_RENEW=1";
}

}  // namespace
}  // namespace vta
