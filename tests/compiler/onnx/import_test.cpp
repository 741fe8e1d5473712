#include "compiler/onnx/import.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <set>
#include <tuple>

#include "base/file.h"
#include "base/resource_policy.h"
#include "compiler/onnx/op_forms.h"
#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta {
namespace {

using testing::AllOf;
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

TEST(Import, FilesOfOtherKindsAreSaidToBeThem) {
  const std::string text = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 7\n";
  EXPECT_THAT(
      file_error(text),
      HasSubstr("is a Git LFS pointer, not the file itself: get the file with git lfs pull"));
  EXPECT_THAT(file_error("\n <!DOCTYPE html><html>"), HasSubstr("is an HTML page"));
  EXPECT_THAT(file_error("\x1f\x8b\x08"), HasSubstr("is compressed by gzip: unpack it first"));
  EXPECT_THAT(file_error("PK\x03\x04 archive"), HasSubstr("is a zip archive"));
}

TEST(Import, OutputsAreCalledAsTheFileSays) {
  TestModel m;
  m.input("x", {2}).floats("two", {}, {2}).node("Relu", {"x"}, "y").node("Identity", {"y"}, "z");
  for (const char* name : {"z", "two", "x", "y", "y"})
    m.output(name);
  EXPECT_THAT(m.import(2).output_names(), ElementsAre("z", "two", "x", "y", "y_1"));
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

// 1.5, -2^-24 (the smallest), 65504 (the largest); and 1.5 with the upper half of a float32.
TEST(Import, HalfPrecisionTensorsBecomeFloat) {
  TestModel m;
  m.input("x", {1, 3}).floats("w", {3}, {}).floats("v", {3}, {}).node("Add", {"x", "w"}, "s");
  m.node("Mul", {"s", "v"}, "y").output("y");
  auto& half = *m.graph().mutable_initializer(0);
  half.set_data_type(onnx::TensorProto::FLOAT16);
  for (const int bits : {0x3e00, 0x8001, 0x7bff})
    half.add_int32_data(bits);
  auto& brain = *m.graph().mutable_initializer(1);
  brain.set_data_type(onnx::TensorProto::BFLOAT16);
  const uint16_t values[] = {0x3fc0, 0x3fc0, 0x3fc0};
  brain.set_raw_data(values, sizeof values);
  EXPECT_THAT(floats_of(m.run({1, 3}, {0, 0, 0})),
              ElementsAre(2.25f, -1.5f / 16777216, 1.5f * 65504));
  std::vector<std::string> notes;
  const std::string bytes = m.bytes();
  import_onnx(std::as_bytes(std::span(bytes)), "m", {.notes = &notes});
  EXPECT_THAT(notes, testing::UnorderedElementsAre("FLOAT16 becomes float32: tensor 'w'",
                                                   "BFLOAT16 becomes float32: tensor 'v'"));
}

TEST(Import, OtherElementTypesAreRefusedByName) {
  TestModel m;
  m.input("x", {1, 2}).floats("w", {2}, {}).node("Add", {"x", "w"}, "y").output("y");
  m.graph().mutable_initializer(0)->set_data_type(onnx::TensorProto::COMPLEX64);
  EXPECT_THAT(m.error(), HasSubstr("tensor 'w' has element type COMPLEX64: supported are FLOAT"));
}

// ---- Values in side files -----------------------------------------------------------------------
TestModel model_with_side_file(const std::string& location, const std::string& offset,
                               const std::string& length) {
  TestModel m;
  m.input("x", {1, 2}).floats("w", {2}, {}).node("Add", {"x", "w"}, "y").output("y");
  auto& w = *m.graph().mutable_initializer(0);
  w.set_data_location(onnx::TensorProto::EXTERNAL);
  for (const auto& [key, value] : {std::pair<std::string, std::string>{"location", location},
                                   {"offset", offset},
                                   {"length", length}})
    if (!value.empty()) {
      auto& entry = *w.add_external_data();
      entry.set_key(key);
      entry.set_value(value);
    }
  return m;
}

TEST(ExternalData, IsReadFromTheModelsFolder) {
  const TempFile side(".bin");
  const float values[] = {1, 10, 20};
  side.write({reinterpret_cast<const char*>(values), sizeof values});
  const std::string name = std::filesystem::path(side.path()).filename().string();
  EXPECT_THAT(floats_of(model_with_side_file(name, "4", "8").run({1, 2}, {1, 2})),
              ElementsAre(11, 22));
  EXPECT_THAT(floats_of(model_with_side_file(name, "4", "").run({1, 2}, {1, 2})),
              ElementsAre(11, 22));
}

TEST(ExternalData, WhatIsNoPlaceBelowTheFolderIsRefused) {
  for (const char* place : {"/etc/hostname", "../w.bin", "a/../../w.bin"})
    EXPECT_THAT(model_with_side_file(place, "", "").error(),
                HasSubstr("must be a path below the model's folder, without '..'"))
        << place;
  EXPECT_THAT(model_with_side_file("", "", "").error(), HasSubstr("does not name it"));
  EXPECT_THAT(model_with_side_file("no_such_file.bin", "", "").error(),
              HasSubstr("cannot be opened"));
}

TEST(ExternalData, LinksOutOfTheFolderAreRefused) {
  const TempFile link(".bin");
  std::filesystem::create_symlink("/etc/hostname", link.path());
  const std::string name = std::filesystem::path(link.path()).filename().string();
  EXPECT_THAT(model_with_side_file(name, "", "").error(), HasSubstr("a link that leads out"));
}

TEST(ExternalData, BytesThatAreNotThereAreRefused) {
  const TempFile side(".bin");
  side.write("12345678");
  const std::string name = std::filesystem::path(side.path()).filename().string();
  EXPECT_THAT(model_with_side_file(name, "4", "8").error(), HasSubstr("which has 8"));
  EXPECT_THAT(model_with_side_file(name, "-1", "8").error(), HasSubstr("is no number of bytes"));
  EXPECT_THAT(model_with_side_file(name, "0", "4").error(), HasSubstr("tensor 'w'"));
}

TEST(ExternalData, OfBytesWithoutAFolderIsRefused) {
  const std::string bytes = model_with_side_file("w.bin", "", "").bytes();
  EXPECT_THROW(import_onnx(std::as_bytes(std::span(bytes)), "m"), CompileError);
}

// ---- Local functions ----------------------------------------------------------------------------
// twice(a) = a * factor, factor an attribute; the function of functions calls it again.
TestModel model_with_functions() {
  TestModel m;
  m.input("x", {1, 2}).node("outer", {"x"}, "y").output("y");
  m.graph().mutable_node(0)->set_domain("own");
  auto& call = *m.graph().mutable_node(0)->add_attribute();
  call.set_name("slope");
  call.set_type(onnx::AttributeProto::FLOAT);
  call.set_f(0.5f);
  m.proto().add_opset_import()->set_domain("own");
  const auto add_function = [&](const std::string& name) -> onnx::FunctionProto& {
    auto& f = *m.proto().add_functions();
    f.set_name(name);
    f.set_domain("own");
    f.add_input("a");
    f.add_output("b");
    f.add_attribute("slope");
    return f;
  };
  const auto add_node = [](onnx::FunctionProto& f, const std::string& op, const std::string& domain,
                           const std::string& in, const std::string& out, const std::string& attr) {
    auto& n = *f.add_node();
    n.set_op_type(op);
    n.set_domain(domain);
    n.add_input(in);
    n.add_output(out);
    auto& a = *n.add_attribute();
    a.set_name(attr);
    a.set_type(onnx::AttributeProto::FLOAT);
    a.set_ref_attr_name("slope");
  };
  auto& outer = add_function("outer");
  add_node(outer, "inner", "own", "a", "t", "slope");
  add_node(outer, "inner", "own", "t", "b", "slope");
  add_node(add_function("inner"), "LeakyRelu", "", "a", "b", "alpha");
  return m;
}

TEST(LocalFunctions, AreReplacedByTheirNodes) {
  const TestModel m = model_with_functions();
  EXPECT_THAT(ops_of(m.import()), ElementsAre("nn.leaky_relu", "nn.leaky_relu"));
  EXPECT_THAT(floats_of(m.run({1, 2}, {-8, 8})), ElementsAre(-2, 8));
}

TEST(LocalFunctions, ThatCallThemselvesAreRefused) {
  TestModel m = model_with_functions();
  auto& inner = *m.proto().mutable_functions(1)->mutable_node(0);
  inner.set_op_type("outer");
  inner.set_domain("own");
  inner.mutable_attribute(0)->set_name("slope");
  EXPECT_THAT(m.error(), HasSubstr("call each other more than 64 deep"));
}

// Each function calls the next one twice; the last is empty.
TEST(LocalFunctions, ThatMultiplyAreBounded) {
  TestModel m;
  m.input("x", {1, 2}).node("f0", {}, "t").node("Relu", {"x"}, "y").output("y");
  m.graph().mutable_node(0)->set_domain("own");
  for (int i = 0; i < 60; ++i) {
    auto& f = *m.proto().add_functions();
    f.set_name(fmt::format("f{}", i));
    f.set_domain("own");
    f.add_output("b");
    for (int call = 0; call < 2 && i < 59; ++call) {
      auto& n = *f.add_node();
      n.set_op_type(fmt::format("f{}", i + 1));
      n.set_domain("own");
    }
  }
  EXPECT_THAT(m.error(), HasSubstr("functions are called more than 65536 times"));
}

TEST(LocalFunctions, MissingAttributesAndOtherOpsetsAreNamed) {
  TestModel m = model_with_functions();
  m.graph().mutable_node(0)->clear_attribute();
  EXPECT_THAT(m.error(), HasSubstr("attribute 'slope' is missing: its function needs it"));
  onnx::AttributeProto slope;
  slope.set_name("slope");
  slope.set_type(onnx::AttributeProto::FLOAT);
  slope.set_f(0.25F);
  for (auto& f : *m.proto().mutable_functions())
    f.mutable_unknown_fields()->AddLengthDelimited(11, slope.SerializeAsString());
  EXPECT_THAT(floats_of(m.run({1, 2}, {-16, 8})), ElementsAre(-1, 8));
  TestModel other = model_with_functions();
  other.proto().mutable_functions(0)->add_opset_import()->set_version(12);
  EXPECT_THAT(other.error(), HasSubstr("its function uses opset 12, the model 13"));
  TestModel more = model_with_functions();
  more.graph().mutable_node(0)->add_input("x");
  EXPECT_THAT(more.error(), HasSubstr("has 2 operands and 1 result, its function 1 and 1"));
}

TEST(Import, NodesStandBehindWhatTheyRead) {
  TestModel m;
  m.input("x", {1, 2}).node("Relu", {"b"}, "a").node("Neg", {"a"}, "b").output("b");
  EXPECT_THAT(m.error(),
              HasSubstr("node 'a_node' (Relu) reads 'b', which node 'b_node' (Neg) produces only "
                        "later: nodes must stand after the nodes whose results they read"));
}

TEST(Import, SparseInitializersAreRefused) {
  TestModel m;
  m.input("x", {1, 2}).node("Add", {"x", "w"}, "y").output("y");
  m.graph().add_sparse_initializer()->mutable_values()->set_name("w");
  EXPECT_THAT(m.error(), HasSubstr("reads 'w', a sparse initializer: must be dense"));
}

TEST(Import, ImpossibleShapeIsRefused) {
  TestModel m;
  m.input("x", {1, 2}).floats("w", {int64_t{1} << 40, int64_t{1} << 40}, {});
  m.node("Add", {"x", "w"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("impossible shape"));
}

// ---- Opset, operators, attributes ---------------------------------------------------------------
TEST(Import, OpsetsBefore1AreRefused) {
  TestModel m(0);
  m.input("x", {-1, 2}).node("Relu", {"x"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("opset 0: supported are 1 and later"));
}

TEST(Import, LaterOpsetsAreTakenInTheFormsThatAreKnown) {
  for (const int64_t opset : {25, 28, 1000}) {
    TestModel m(opset);
    m.input("x", {1, 2}).node("Relu", {"x"}, "y").output("y");
    EXPECT_THAT(floats_of(m.run({1, 2}, {-1, 2})), ElementsAre(0, 2));
    std::vector<std::string> notes;
    const std::string bytes = m.bytes();
    import_onnx(std::as_bytes(std::span(bytes)), "m", {.notes = &notes});
    EXPECT_THAT(notes, ElementsAre(fmt::format("opset {} is later than 24, the last supported one: "
                                               "operators are imported in the form of that opset",
                                               opset)));
    TestModel changed(opset);
    changed.input("x", {1, 2}).node("Relu", {"x"}, "y").attr("leak", 1).output("y");
    EXPECT_THAT(changed.error(), HasSubstr(fmt::format("attribute 'leak' is not supported at opset "
                                                       "{}",
                                                       opset)));
  }
}

TEST(Import, BeforeOpset7OperatorsAreKnownWhereTheyHaveNotChanged) {
  TestModel same(6);
  same.input("x", {1, 2}).node("Relu", {"x"}, "y").output("y");
  EXPECT_THAT(floats_of(same.run({1, 2}, {-1, 2})), testing::ElementsAre(0, 2));
  TestModel changed(6);
  changed.input("x", {1, 2}).node("Add", {"x", "x"}, "y").output("y");
  EXPECT_THAT(changed.error(),
              HasSubstr("(Add): this form of the operator exists from opset 7 on, the model "
                        "uses 6"));
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
  EXPECT_THAT(message,
              HasSubstr("is not supported; docs/onnx_operators.md lists the supported ones"));
  EXPECT_LT(message.size(), 300u);
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
  EXPECT_THAT(m.error(), HasSubstr("has 1 operand: at opset 13 the operator takes 2"));
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

TEST(Import, OtherOpenExtentsMustBeGiven) {
  TestModel m;
  m.input("x", {-1, -1}).node("Relu", {"x"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("give the whole shape with --shape x=1,3,224,224"));
}

// ---- Shapes that are given ----------------------------------------------------------------------
TestModel open_model() {
  TestModel m;
  m.input("x", {-1, 3, -1}).node("Relu", {"x"}, "y").output("y");
  return m;
}

std::string shape_error(const TestModel& m, const std::string& name, const Shape& shape) {
  const std::string bytes = m.bytes();
  try {
    import_onnx(std::as_bytes(std::span(bytes)), "m", {.shapes = {{name, shape}}});
  } catch (const UsageError& e) {
    return e.what();
  }
  return "no error";
}

TEST(GivenShapes, FillWhatTheFileLeavesOpen) {
  const std::string bytes = open_model().bytes();
  const Graph g = import_onnx(std::as_bytes(std::span(bytes)), "m", {.shapes = {{"x", {2, 3, 7}}}});
  EXPECT_EQ(g.type(g.inputs()[0]).shape, (Shape{2, 3, 7}));
}

TEST(GivenShapes, MustAgreeWithTheFile) {
  EXPECT_THAT(shape_error(open_model(), "x", {1, 4, 7}),
              HasSubstr("--shape x=1,4,7: axis 1 has 4, the model says 3"));
  EXPECT_THAT(shape_error(open_model(), "x", {1, 3}),
              HasSubstr("--shape x=1,3: has 2 extents, the model's input has rank 3"));
  EXPECT_THAT(shape_error(open_model(), "z", {1, 3, 7}),
              HasSubstr("--shape z=1,3,7: the model has no such input; it has x"));
}

TEST(GivenShapes, ABatchOfOneMayBeAnother) {
  TestModel m;
  m.input("x", {1, 6}).ints("s", {1, 3, 2}).node("Reshape", {"x", "s"}, "y").output("y");
  const std::string bytes = m.bytes();
  const Graph g = import_onnx(std::as_bytes(std::span(bytes)), "m", {.shapes = {{"x", {4, 6}}}});
  EXPECT_EQ(g.type(g.outputs()[0]).shape, (Shape{4, 3, 2}));
}

TEST(GivenShapes, AnInputWithoutAShapeTakesOne) {
  TestModel m = open_model();
  m.graph().mutable_input(0)->mutable_type()->mutable_tensor_type()->clear_shape();
  EXPECT_THAT(m.error(), HasSubstr("input 'x' has no shape: give it one with --shape x="));
  EXPECT_EQ(shape_error(m, "x", {1, 3, 7}), "no error");
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

TEST(Import, ManyEqualNamesAreNumberedInOrder) {
  TestModel m;
  m.input("x", {1, 2});
  std::string last = "x";
  for (int i = 0; i < 300; ++i) {
    m.node("Relu", {last}, "v" + std::to_string(i));
    m.graph().mutable_node(i)->set_name("same");
    last = "v" + std::to_string(i);
  }
  const Graph g = m.output(last).import();
  for (int i = 1; i < 300; ++i)
    EXPECT_EQ(g.node(i + 1).name, "same_" + std::to_string(i));
}

// ---- Names are defined once ---------------------------------------------------------------------
TEST(Import, TwoNodesWithOneResultNameAreRefused) {
  TestModel m;
  m.input("x", {1, 2}).node("Relu", {"x"}, "y").node("Tanh", {"x"}, "y").output("y");
  EXPECT_THAT(m.error(), AllOf(HasSubstr("(Tanh) produces 'y'"), HasSubstr("already produces"),
                               HasSubstr("(Relu)")));
}

TEST(Import, AResultNamedAsAnInputOrAWeightIsRefused) {
  TestModel input;
  input.input("x", {1, 2}).node("Relu", {"x"}, "x").output("x");
  EXPECT_THAT(input.error(), HasSubstr("'x', which input"));
  TestModel weight;
  weight.input("x", {1, 2}).floats("w", {1}, {1}).node("Relu", {"x"}, "w").output("w");
  EXPECT_THAT(weight.error(), HasSubstr("'w', which initializer"));
}

TEST(Import, TwoWeightsWithOneNameAreRefused) {
  TestModel m = relu_model();
  m.floats("w", {1}, {1}).floats("w", {1}, {2});
  EXPECT_THAT(m.error(), HasSubstr("initializer produces 'w', which"));
}

TEST(Import, AWeightMayBeListedAsAnInputToo) {
  TestModel m;
  m.input("x", {1, 2}).input("w", {2}).floats("w", {2}, {1, 2});
  m.node("Add", {"x", "w"}, "y").output("y");
  EXPECT_EQ(m.import().inputs().size(), 1u);
}

TEST(Import, AnInputWithoutANameIsRefused) {
  TestModel m = relu_model();
  m.input("", {1});
  EXPECT_THAT(m.error(), HasSubstr("input has no name"));
}

TEST(Import, ALaterResultThatIsReadSaysWhy) {
  TestModel m;
  m.input("x", {1, 1, 2, 2}).node("MaxPool", {"x"}, "d").attr_ints("kernel_shape", {2, 2});
  m.graph().mutable_node(0)->add_output("places");
  m.node("Cast", {"places"}, "y").attr("to", 1).output("y");
  EXPECT_THAT(m.error(), AllOf(HasSubstr("(MaxPool"), HasSubstr("Indices")));
}

// ---- Operands, results and attributes by opset --------------------------------------------------
struct WrongForm {
  int64_t opset;
  const char* op;
  int operands;
  const char* attribute;  // an integer list; null: none
  const char* message;
};

TEST(OnnxForms, SurplusAndMissingOperandsAreRefused) {
  const WrongForm cases[] = {
      {17, "ReduceMean", 2, nullptr, "has 2 operands: at opset 17 the operator takes 1"},
      {13, "Add", 3, nullptr, "has 3 operands: at opset 13 the operator takes 2"},
      {13, "Pad", 4, nullptr, "has 4 operands: at opset 13 the operator takes 2 to 3"},
      {10, "Pad", 2, nullptr, "has 2 operands: at opset 10 the operator takes 1"},
      {10, "Gemm", 2, nullptr, "has 2 operands: at opset 10 the operator takes 3"},
      {9, "Slice", 3, nullptr, "has 3 operands: at opset 9 the operator takes 1"},
      {10, "Slice", 2, nullptr, "has 2 operands: at opset 10 the operator takes 3 to 5"},
      {12, "Squeeze", 2, nullptr, "has 2 operands: at opset 12 the operator takes 1"},
      {11, "Dropout", 2, nullptr, "has 2 operands: at opset 11 the operator takes 1"},
      {13, "Relu", 0, nullptr, "has 0 operands"},
      {13, "Concat", 0, nullptr, "has 0 operands: at opset 13 the operator takes 1 or more"},
      {13, "Unsqueeze", 2, "axes", "attribute 'axes' is not supported at opset 13"},
      {12, "Dropout", 1, "ratio", "attribute 'ratio' is not supported at opset 12"},
      {9, "MaxPool", 1, "dilations", "attribute 'dilations' is not supported at opset 9"},
      {17, "AveragePool", 1, "dilations", "attribute 'dilations' is not supported at opset 17"},
  };
  for (const WrongForm& c : cases) {
    TestModel m(c.opset);
    m.input("x", {1, 2})
        .node(c.op, std::vector<std::string>(static_cast<size_t>(c.operands), "x"), "y");
    if (c.attribute != nullptr)
      m.attr_ints(c.attribute, {1});
    EXPECT_THAT(m.output("y").error(), HasSubstr(c.message)) << c.op << " at opset " << c.opset;
  }
}

TEST(OnnxForms, ARequiredOperandCannotBeLeftOut) {
  TestModel m;
  m.input("x", {1, 2}).node("Add", {"x", ""}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("operand 1 is left out: it is required"));
  TestModel sum;
  sum.input("x", {1, 2}).node("Sum", {"x", ""}, "y").output("y");
  EXPECT_THAT(sum.error(), HasSubstr("operand 1 is left out"));
}

TEST(OnnxForms, AnOptionalOperandMayBeLeftOut) {
  TestModel m;
  m.input("x", {1, 2}).floats("six", {}, {6}).node("Clip", {"x", "", "six"}, "y").output("y");
  EXPECT_THAT(floats_of(m.run({1, 2}, {-5, 9})), ElementsAre(-5, 6));
}

TEST(OnnxForms, SurplusResultsAreRefused) {
  TestModel m = relu_model();
  m.graph().mutable_node(0)->add_output("more");
  EXPECT_THAT(m.error(), HasSubstr("has 2 results: at opset 13 the operator has 1"));
}

TEST(OnnxForms, AnAttributeIsThereOnce) {
  TestModel m;
  m.input("x", {1, 2}).node("Softmax", {"x"}, "y").attr("axis", 1).attr("axis", 0).output("y");
  EXPECT_THAT(m.error(), HasSubstr("attribute 'axis' occurs twice"));
}

TEST(OnnxForms, EveryImporterHasAFormAndEveryFormAnImporter) {
  const auto forms = onnx_import::op_forms();
  const auto rising = [](const auto& a, const auto& b) {
    return std::tie(a.op, a.since) < std::tie(b.op, b.since);
  };
  EXPECT_TRUE(std::is_sorted(forms.begin(), forms.end(), rising));
  std::set<std::string> known;
  for (const OnnxOpInfo& op : supported_onnx_ops()) {
    EXPECT_TRUE(known.insert(op.name).second) << op.name;
    const auto* form = onnx_import::op_form(op.name, onnx_import::kLastOpset);
    ASSERT_NE(form, nullptr) << op.name;
    EXPECT_EQ(form->op, op.name);
  }
  for (const auto& form : forms)
    EXPECT_TRUE(known.contains(std::string(form.op))) << form.op;
}

TEST(OnnxBatchNorm, TrainingBeforeOpset14IsSaidByItsResults) {
  TestModel m(11);
  m.input("x", {1, 1, 1, 1}).floats("g", {1}, {1});
  m.node("BatchNormalization", {"x", "g", "g", "g", "g"}, "y");
  for (const char* name : {"mean", "var", "saved_mean", "saved_var"})
    m.graph().mutable_node(0)->add_output(name);
  EXPECT_THAT(m.output("y").error(), HasSubstr("training mode is not supported"));
}

// ---- What is changed is said --------------------------------------------------------------------
TEST(Import, DoubleThatBecomesFloatIsSaid) {
  TestModel m;
  m.input("x", {1, 2}).floats("w", {2}, {}).node("Add", {"x", "w"}, "y").output("y");
  auto& w = *m.graph().mutable_initializer(0);
  w.set_data_type(onnx::TensorProto::DOUBLE);
  w.add_double_data(1);
  w.add_double_data(2);
  const std::string bytes = m.bytes();
  std::vector<std::string> notes;
  import_onnx(std::as_bytes(std::span(bytes)), "m", {.notes = &notes});
  EXPECT_THAT(notes, ElementsAre("DOUBLE becomes float32: tensor 'w'"));
}

TEST(Import, NothingIsSaidOfFloats) {
  const std::string bytes = relu_model().bytes();
  std::vector<std::string> notes;
  import_onnx(std::as_bytes(std::span(bytes)), "m", {.notes = &notes});
  EXPECT_THAT(notes, ElementsAre());
}

// ---- What a few bytes can ask for ---------------------------------------------------------------
TEST(Import, DimensionsWithoutDataAreRefusedBeforeMemoryIsAsked) {
  TestModel m;
  m.input("x", {1, 2}).floats("w", {int64_t{1} << 33}, {}).node("Add", {"x", "w"}, "y");
  EXPECT_THAT(m.output("y").error(), HasSubstr("tensor 'w' of shape (8589934592) has 0 values"));
}

TEST(Import, ComputedConstantsAreBoundedInAll) {
  TestModel m;
  m.input("x", {1, 2}).ints("shape", {1000});
  for (const char* name : {"a", "b", "c"})
    m.node("ConstantOfShape", {"shape"}, name);
  m.node("Relu", {"x"}, "y").output("y");
  m.import();
  ResourcePolicy policy;
  policy.max_bytes = 20000;  // 4000 for each; half may be computed
  const ResourceScope scope(policy);
  EXPECT_THAT([&] { m.import(); },
              testing::ThrowsMessage<ResourceError>(
                  AllOf(HasSubstr("node 'c_node' (ConstantOfShape)"), HasSubstr("11.7 KiB"),
                        HasSubstr("9.8 KiB, half of --max-memory"))));
}

TEST(Import, EmptyConstantsAreNotFolded) {
  TestModel m;
  m.input("x", {1, 2}).floats("k", {0, 4}, {}).floats("one", {1}, {1});
  m.node("Add", {"k", "one"}, "y").output("y");
  EXPECT_THAT(m.error(), AllOf(HasSubstr("node 'y_node' (Add)"), HasSubstr("has extent 0")));
}

TEST(Import, RanksAreBounded) {
  TestModel m;
  m.input("x", std::vector<int64_t>(17, 1)).node("Relu", {"x"}, "y").output("y");
  EXPECT_THAT(m.error(), AllOf(HasSubstr("input 'x'"), HasSubstr("rank 17: at most 16")));
  TestModel w;
  w.input("x", {1}).floats("w", std::vector<int64_t>(17, 1), {1});
  w.node("Add", {"x", "w"}, "y").output("y");
  EXPECT_THAT(w.error(), HasSubstr("tensor 'w' has rank 17"));
  TestModel u;
  u.input("x", std::vector<int64_t>(16, 1)).ints("axes", {0});
  u.node("Unsqueeze", {"x", "axes"}, "y").output("y");
  EXPECT_THAT(u.error(), HasSubstr("the result has rank 17"));
}

TEST(Import, WindowsAreBounded) {
  TestModel m;
  m.input("x", {1, 1, 4, 4}).node("MaxPool", {"x"}, "y");
  m.attr_ints("kernel_shape", {1 << 21, 1}).output("y");
  EXPECT_THAT(m.error(), HasSubstr("must be 1 to 1048576, one is 2097152"));
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
  EXPECT_EQ(ops.size(), 172u);
}

}  // namespace
}  // namespace vta
