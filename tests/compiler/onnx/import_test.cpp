#include "compiler/onnx/import.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "base/file.h"
#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TestModel relu_model() {
  TestModel m;
  m.input("x", {-1, 2}).node("Relu", {"x"}, "y").output("y");
  return m;
}

std::string file_error(const std::string& bytes) {
  const TempFile file;
  file.write(bytes);
  try {
    import_onnx(file.path());
  } catch (const InputError& e) {
    return e.what();
  }
  ADD_FAILURE() << "no InputError";
  return {};
}

// ---- The file -----------------------------------------------------------------------------------
TEST(Import, MissingFileIsNamed) {
  try {
    import_onnx("/nonexistent/net.onnx");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("/nonexistent/net.onnx"));
    EXPECT_THAT(e.what(), HasSubstr("cannot be opened"));
  }
}

TEST(Import, DirectoryIsRefused) {
  EXPECT_THROW(import_onnx(std::filesystem::temp_directory_path().string()), InputError);
}

TEST(Import, EmptyFileIsRefused) {
  EXPECT_THAT(file_error(""), HasSubstr("is empty"));
}

TEST(Import, OtherFilesAreRefused) {
  EXPECT_THAT(file_error("#!/bin/sh\necho hello\n"), HasSubstr("not an ONNX model"));
}

TEST(Import, EveryTruncationIsRefused) {
  const std::string bytes = relu_model().bytes();
  for (size_t n = 1; n < bytes.size(); ++n)
    EXPECT_THAT(file_error(bytes.substr(0, n)), HasSubstr("model '")) << n;
}

TEST(Import, TruncationIsSaid) {
  const std::string bytes = relu_model().bytes();
  EXPECT_THAT(file_error(bytes.substr(0, bytes.size() - 10)), HasSubstr("truncated"));
}

TEST(Import, TooLittleTensorDataNamesTheTensor) {
  TestModel m;
  m.input("x", {-1, 2}).floats("w", {2}, {1}).node("Add", {"x", "w"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("tensor 'w'"));
}

TEST(Import, RawTensorDataIsRead) {
  TestModel m;
  m.input("x", {1, 2}).floats("w", {2}, {}).node("Add", {"x", "w"}, "y").output("y");
  const float values[] = {10, 20};
  m.graph().mutable_initializer(0)->set_raw_data(values, sizeof values);
  EXPECT_THAT(floats_of(m.run({1, 2}, {1, 2})), ElementsAre(11, 22));
}

TEST(Import, DoubleTensorsBecomeFloat) {
  TestModel m;
  m.input("x", {1, 2}).floats("w", {2}, {}).node("Add", {"x", "w"}, "y").output("y");
  auto& w = *m.graph().mutable_initializer(0);
  w.set_data_type(onnx::TensorProto::DOUBLE);
  const double values[] = {10, 20};
  w.set_raw_data(values, sizeof values);
  EXPECT_THAT(floats_of(m.run({1, 2}, {1, 2})), ElementsAre(11, 22));
}

TEST(Import, HalfPrecisionIsRefusedByName) {
  TestModel m;
  m.input("x", {1, 2}).floats("w", {2}, {}).node("Add", {"x", "w"}, "y").output("y");
  m.graph().mutable_initializer(0)->set_data_type(onnx::TensorProto::FLOAT16);
  EXPECT_THAT(m.error(), HasSubstr("FLOAT16"));
}

TEST(Import, ExternalDataIsRefused) {
  TestModel m;
  m.input("x", {1, 2}).floats("w", {2}, {}).node("Add", {"x", "w"}, "y").output("y");
  m.graph().mutable_initializer(0)->set_data_location(onnx::TensorProto::EXTERNAL);
  EXPECT_THAT(m.error(), HasSubstr("another file"));
}

TEST(Import, ImpossibleShapeIsRefused) {
  TestModel m;
  m.input("x", {1, 2}).floats("w", {int64_t{1} << 40, int64_t{1} << 40}, {});
  m.node("Add", {"x", "w"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("impossible shape"));
}

// ---- Opset, operators, attributes ---------------------------------------------------------------
TEST(Import, OpsetOutsideTheRangeIsRefused) {
  for (int64_t opset : {8, 18}) {
    TestModel m(opset);
    m.input("x", {-1, 2}).node("Relu", {"x"}, "y").output("y");
    EXPECT_THAT(m.error(), HasSubstr(fmt::format("opset {}: supported are 9 to 17", opset)));
  }
}

TEST(Import, UnknownOperatorNamesNodeAttributesAndWhatIsSupported) {
  TestModel m;
  m.input("x", {-1, 2}).node("NonMaxSuppression", {"x"}, "y").attr("center_point_box", 1);
  m.attr_ints("sizes", {3, 4}).output("y");
  const std::string message = m.error();
  EXPECT_THAT(message, HasSubstr("node 'y_node'"));
  EXPECT_THAT(message, HasSubstr("operator 'NonMaxSuppression'"));
  EXPECT_THAT(message, HasSubstr("center_point_box=1"));
  EXPECT_THAT(message, HasSubstr("sizes=[3, 4]"));
  EXPECT_THAT(message, HasSubstr("AveragePool, BatchNormalization"));
}

TEST(Import, OtherDomainsAreRefused) {
  TestModel m = relu_model();
  m.graph().mutable_node(0)->set_domain("com.example");
  EXPECT_THAT(m.error(), HasSubstr("domain 'com.example'"));
}

TEST(Import, UnknownAttributeIsRefused) {
  TestModel m;
  m.input("x", {-1, 2}).node("Relu", {"x"}, "y").attr("slope", 3).output("y");
  EXPECT_THAT(m.error(), HasSubstr("attribute 'slope' is not supported"));
}

TEST(Import, AttributeOfAnotherTypeIsRefused) {
  TestModel m;
  m.input("x", {-1, 2}).node("Softmax", {"x"}, "y").attr_float("axis", 1).output("y");
  EXPECT_THAT(m.error(), HasSubstr("attribute axis has type FLOAT, expected INT"));
}

TEST(Import, UndefinedValueNamesItsReader) {
  TestModel m;
  m.input("x", {-1, 2}).node("Add", {"x", "ghost"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("reads 'ghost'"));
}

TEST(Import, ShapeErrorsNameTheNode) {
  TestModel m;
  m.input("x", {-1, 2}).floats("w", {3}, {1, 2, 3}).node("Add", {"x", "w"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("node 'y_node' (Add)"));
}

TEST(Import, MissingOperandIsNamed) {
  TestModel m;
  m.input("x", {-1, 2}).node("Add", {"x"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("operand 1 is missing"));
}

// ---- Inputs and names ---------------------------------------------------------------------------
TEST(Import, SymbolicBatchTakesTheOption) {
  EXPECT_EQ(relu_model().import(5).type(0).shape, (Shape{5, 2}));
}

TEST(Import, FixedBatchOfOneTakesTheOption) {
  TestModel m;
  m.input("x", {1, 2}).node("Relu", {"x"}, "y").output("y");
  EXPECT_EQ(m.import(3).type(0).shape, (Shape{3, 2}));
}

TEST(Import, ReshapeToABatchOfOneFollowsTheBatch) {
  TestModel m;
  m.input("x", {1, 2, 2, 1}).ints("shape", {1, -1}).node("Reshape", {"x", "shape"}, "y");
  m.output("y");
  const Graph g = m.import(3);
  EXPECT_EQ(g.type(g.outputs()[0]).shape, (Shape{3, 4}));
}

TEST(Import, OtherFixedBatchIsRefused) {
  TestModel m;
  m.input("x", {4, 2}).node("Relu", {"x"}, "y").output("y");
  EXPECT_EQ(m.import(1).type(0).shape, (Shape{4, 2}));
  EXPECT_THROW(m.import(3), CompileError);
}

TEST(Import, OnlyTheBatchMayBeSymbolic) {
  TestModel m;
  m.input("x", {-1, -1}).node("Relu", {"x"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("only the first (batch) may be symbolic"));
}

TEST(Import, IllegalBatchIsAUsageError) {
  EXPECT_THROW(relu_model().import(0), UsageError);
}

TEST(Import, NamesComeFromNodesAndAreUnique) {
  TestModel m;
  m.input("x", {-1, 2}).node("Relu", {"x"}, "a").node("Tanh", {"a"}, "b").output("b");
  m.graph().mutable_node(0)->set_name("same");
  m.graph().mutable_node(1)->set_name("same");
  const Graph g = m.import();
  EXPECT_EQ(g.node(1).name, "same");
  EXPECT_EQ(g.node(2).name, "same_1");
}

TEST(Import, UnnamedNodesTakeTheirOutputsName) {
  TestModel m = relu_model();
  m.graph().mutable_node(0)->clear_name();
  EXPECT_EQ(m.import().node(1).name, "y");
}

TEST(Import, SharedWeightsAreOneConstant) {
  TestModel m;
  m.input("x", {-1, 2}).floats("w", {2}, {1, 2});
  m.node("Add", {"x", "w"}, "a").node("Mul", {"a", "w"}, "b").output("b");
  EXPECT_EQ(m.import().size(), 4);
}

// ---- The page -----------------------------------------------------------------------------------
TEST(OnnxOperators, PageIsUpToDate) {
  const std::string path = std::string(VTA_SOURCE_DIR) + "/docs/onnx_operators.md";
  if (std::getenv("VTA_RENEW") != nullptr)
    write_text_file(path, onnx_operators_page());
  EXPECT_EQ(read_text_file(path), onnx_operators_page())
      << "docs/onnx_operators.md is stale: run this test with VTA_RENEW=1";
}

TEST(OnnxOperators, ListIsSortedAndComplete) {
  const auto ops = supported_onnx_ops();
  EXPECT_TRUE(std::is_sorted(ops.begin(), ops.end(),
                             [](const auto& a, const auto& b) { return a.name < b.name; }));
  EXPECT_EQ(ops.size(), 43u);
}

}  // namespace
}  // namespace vta
