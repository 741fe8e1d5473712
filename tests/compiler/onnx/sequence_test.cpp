// Sequences, branches whose condition is known, values written to constant places: what exporters
// of scripts leave behind, and nothing of it in the graph.
#include <gmock/gmock.h>

#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

// ---- Sequences ----------------------------------------------------------------------------------
TEST(OnnxSequence, ConstructAndConcatAreAConcatenation) {
  TestModel m;
  m.input("x", {1, 2}).floats("c", {1, 1}, {9});
  m.node("SequenceConstruct", {"x", "c", "x"}, "s");
  m.node("ConcatFromSequence", {"s"}, "y").attr("axis", -1).output("y");
  EXPECT_THAT(ops_of(m.import()), ElementsAre("concatenate"));
  EXPECT_THAT(floats_of(m.run({1, 2}, {1, 2})), ElementsAre(1, 2, 9, 1, 2));
}

TEST(OnnxSequence, ConcatAlongANewAxisStacks) {
  TestModel m;
  m.input("x", {1, 2}).node("SequenceConstruct", {"x", "x"}, "s");
  m.node("ConcatFromSequence", {"s"}, "y").attr("axis", 1).attr("new_axis", 1).output("y");
  const Tensor y = m.run({1, 2}, {1, 2});
  EXPECT_EQ(y.shape(), (Shape{1, 2, 2}));
  EXPECT_THAT(floats_of(y), ElementsAre(1, 2, 1, 2));
}

TEST(OnnxSequence, PlacesAreCountedFromBothEnds) {
  TestModel m;
  m.input("x", {1, 1}).floats("a", {1, 1}, {10}).floats("b", {1, 1}, {20});
  m.scalar_int("first", 0).scalar_int("last", -1);
  m.node("SequenceEmpty", {}, "s0").node("SequenceInsert", {"s0", "x"}, "s1");
  m.node("SequenceInsert", {"s1", "a", "first"}, "s2")
      .node("SequenceInsert", {"s2", "b", "last"}, "s3");
  m.node("SequenceAt", {"s3", "last"}, "was_last").node("SequenceErase", {"s3"}, "s4");
  m.node("SequenceLength", {"s4"}, "n").node("Cast", {"n"}, "count").attr("to", 1);
  m.node("ConcatFromSequence", {"s4"}, "both").attr("axis", 1);
  m.node("Mul", {"both", "count"}, "twice").node("Add", {"twice", "was_last"}, "y").output("y");
  // s3 is (a, b, x)
  EXPECT_THAT(floats_of(m.run({1, 1}, {1})), ElementsAre(21, 41));
}

TEST(OnnxSequence, SplitMakesPartsOfOneSizeOrOfGivenSizes) {
  const auto parts = [](const std::vector<int64_t>& shape, const std::vector<int64_t>& split) {
    TestModel m;
    m.input("x", {1, 5}).ints("split", shape, split).scalar_int("second", 1);
    m.node("SplitToSequence", {"x", "split"}, "s").attr("axis", 1);
    m.node("SequenceAt", {"s", "second"}, "y").output("y");
    return floats_of(m.run({1, 5}, {1, 2, 3, 4, 5}));
  };
  EXPECT_THAT(parts({}, {2}), ElementsAre(3, 4));
  EXPECT_THAT(parts({}, {3}), ElementsAre(4, 5));
  EXPECT_THAT(parts({2}, {1, 4}), ElementsAre(2, 3, 4, 5));
  for (const bool keep : {true, false}) {
    TestModel m;
    m.input("x", {1, 3}).scalar_int("last", -1);
    m.node("SplitToSequence", {"x"}, "s").attr("axis", 1).attr("keepdims", keep ? 1 : 0);
    m.node("SequenceAt", {"s", "last"}, "y").output("y");
    EXPECT_EQ(m.run({1, 3}, {1, 2, 3}).shape(), keep ? (Shape{1, 1}) : (Shape{1}));
  }
}

TEST(OnnxSequence, WhatIsNoSequenceOrNoTensorIsSaid) {
  const auto base = [] {
    TestModel m;
    m.input("x", {1, 2}).scalar_int("two", 2).ints("many", {1, 2}).ints("uneven", {1, 2});
    m.node("SequenceConstruct", {"x", "x"}, "s");
    return m;
  };
  TestModel m = base();
  m.node("Relu", {"s"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("node 'y_node' (Relu): operand 0 is a sequence of 2 tensors"));
  m = base();
  m.output("s");
  EXPECT_THAT(m.error(), HasSubstr("output 's': is a sequence of 2 tensors: must be a tensor"));
  m = base();
  m.node("SequenceLength", {"x"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("operand 0 is no sequence"));
  m = base();
  m.node("SequenceAt", {"s", "two"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("position 2: the sequence has 2 tensors"));
  m = base();
  m.node("SequenceAt", {"s", "many"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("the position has 2 values: must be one"));
  m = base();
  m.node("SequenceEmpty", {}, "none").node("ConcatFromSequence", {"none"}, "y").attr("axis", 0);
  m.output("y");
  EXPECT_THAT(m.error(), HasSubstr("the sequence has no tensors"));
  m = base();
  m.node("SequenceEmpty", {}, "none").node("SequenceErase", {"none"}, "t").output("t");
  EXPECT_THAT(m.error(), HasSubstr("the sequence has no tensors"));
  m = base();
  m.node("ConcatFromSequence", {"s"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("attribute axis is missing"));
  m = base();
  m.node("SplitToSequence", {"x", "uneven"}, "t").attr("axis", 1).output("t");
  EXPECT_THAT(m.error(),
              HasSubstr("split [1, 2]: parts must be 1 or more and make up the extent 2"));
  m = base();
  m.ints("short", {1}).node("SplitToSequence", {"x", "short"}, "t").attr("axis", 1).output("t");
  EXPECT_THAT(m.error(), HasSubstr("split [1]: the parts make 1, the extent is 2"));
  TestModel wide;
  wide.input("x", {1, 1 << 17}).node("SplitToSequence", {"x"}, "t").attr("axis", 1).output("t");
  EXPECT_THAT(wide.error(), HasSubstr("makes 131072 tensors of an axis: supported are 65536"));
  wide = TestModel();
  wide.input("x", {1, 1 << 17}).scalar_int("one", 1);
  wide.node("SplitToSequence", {"x", "one"}, "t").attr("axis", 1).output("t");
  EXPECT_THAT(wide.error(), HasSubstr("makes 131072 tensors of an axis: supported are 65536"));
}

// ---- If -----------------------------------------------------------------------------------------
// y = condition ? relu(x) + 1 : x - 1
TestModel branches(bool condition) {
  TestModel m;
  m.input("x", {1, 2}).typed("c", onnx::TensorProto::BOOL, {}, {condition ? 1 : 0});
  m.node("If", {"c"}, "y").output("y");
  const auto branch = [&](const std::string& name, const TestModel& body) {
    auto& a = *m.graph().mutable_node(0)->add_attribute();
    a.set_name(name);
    a.set_type(onnx::AttributeProto::GRAPH);
    TestModel copy = body;
    *a.mutable_g() = copy.graph();
  };
  TestModel then_body, else_body;
  then_body.floats("one", {1}, {1}).node("Relu", {"x"}, "r").node("Add", {"r", "one"}, "out");
  else_body.floats("one", {1}, {1}).node("Sub", {"x", "one"}, "out");
  branch("then_branch", then_body.output("out"));
  branch("else_branch", else_body.output("out"));
  return m;
}

TEST(OnnxIf, AKnownConditionChoosesABranchWhichReadsWhatIsAroundIt) {
  EXPECT_THAT(floats_of(branches(true).run({1, 2}, {-3, 4})), ElementsAre(1, 5));
  EXPECT_THAT(floats_of(branches(false).run({1, 2}, {-3, 4})), ElementsAre(-4, 3));
}

// As exporters write "squeeze where the extent is 1".
TEST(OnnxIf, AConditionOnAShapeIsKnown) {
  TestModel m = branches(true);
  onnx::NodeProto choice = m.graph().node(0);
  m.graph().clear_node();
  m.graph().clear_initializer();
  m.scalar_int("place", 1).scalar_int("three", 3);
  m.node("Shape", {"x"}, "s")
      .node("Gather", {"s", "place"}, "e")
      .node("Equal", {"e", "three"}, "c");
  *m.graph().add_node() = choice;
  EXPECT_THAT(floats_of(m.run({1, 2}, {-3, 4})), ElementsAre(-4, 3));
}

TEST(OnnxIf, ABranchMayNameAValueOfTheGraphAroundItAndHoldABranch) {
  TestModel m = branches(true);
  onnx::GraphProto inner = branches(false).graph();
  onnx::GraphProto& outer = *m.graph().mutable_node(0)->mutable_attribute(0)->mutable_g();
  outer.clear_node();
  *outer.add_node() = inner.node(0);
  outer.mutable_output(0)->set_name("y_inner");
  outer.mutable_node(0)->set_output(0, "y_inner");
  outer.mutable_node(0)->set_input(0, "no");
  m.typed("no", onnx::TensorProto::BOOL, {}, {0});
  outer.clear_initializer();
  EXPECT_THAT(floats_of(m.run({1, 2}, {-3, 4})), ElementsAre(-4, 3));
  outer.mutable_output(0)->set_name("x");
  EXPECT_THAT(floats_of(m.run({1, 2}, {-3, 4})), ElementsAre(-3, 4));
}

TEST(OnnxIf, WhatIsNotKnownOrNotThereIsRefused) {
  TestModel m;
  m.input("x", {1}).node("Equal", {"x", "x"}, "c").node("If", {"c"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("node 'y_node' (If): attribute then_branch is missing"));
  m = branches(true);
  m.graph().mutable_node(0)->mutable_attribute()->DeleteSubrange(0, 1);
  EXPECT_THAT(m.error(), HasSubstr("attribute then_branch is missing"));
  m = branches(true);
  m.graph().mutable_node(0)->mutable_attribute(0)->mutable_g()->clear_output();
  EXPECT_THAT(m.error(), HasSubstr("then_branch has 0 inputs and 0 outputs: must have none and 1"));
  m = branches(true);
  m.graph().mutable_node(0)->mutable_attribute(0)->mutable_g()->mutable_output(0)->set_name("q");
  EXPECT_THAT(m.error(), HasSubstr("reads 'q', but no earlier node produces it"));
  m = branches(true);
  m.floats("r", {1}, {1});
  EXPECT_THAT(m.error(), HasSubstr("produces 'r', which initializer already produces"));
}

// ---- Conditions that are computed ---------------------------------------------------------------
// The same If, whose condition is whether the first value of x is above 0.
TestModel computed_branches() {
  TestModel m = branches(true);
  const onnx::NodeProto choice = m.graph().node(0);
  m.graph().clear_node();
  m.graph().clear_initializer();
  m.ints("from", {0}).ints("to", {1}).ints("axis", {1}).floats("none", {}, {0});
  m.node("Slice", {"x", "from", "to", "axis"}, "first").node("Greater", {"first", "none"}, "c");
  *m.graph().add_node() = choice;
  return m;
}

onnx::GraphProto& branch_of(TestModel& m, int which) {
  onnx::NodeProto& choice = *m.graph().mutable_node(m.graph().node_size() - 1);
  return *choice.mutable_attribute(which)->mutable_g();
}

TEST(OnnxIf, AComputedConditionChoosesResults) {
  const TestModel m = computed_branches();
  EXPECT_THAT(floats_of(m.run({1, 2}, {3, -4})), ElementsAre(4, 1));
  EXPECT_THAT(floats_of(m.run({1, 2}, {-3, 4})), ElementsAre(-4, 3));
  EXPECT_THAT(floats_of(m.run({1, 2}, {0, 4})), ElementsAre(-1, 3));
}

TEST(OnnxIf, BranchesMayUseTheSameNamesAndTheNodeBehindThemToo) {
  TestModel m = computed_branches();
  for (const int which : {0, 1}) {
    onnx::GraphProto& branch = branch_of(m, which);
    const std::string was = branch.output(0).name();
    for (onnx::NodeProto& node : *branch.mutable_node())
      for (std::string* name : {node.mutable_output(0), node.mutable_input(0)})
        if (*name == was)
          *name = "same";
    branch.mutable_output(0)->set_name("same");
  }
  m.node("Neg", {"y"}, "same").graph().mutable_output(0)->set_name("same");
  EXPECT_THAT(floats_of(m.run({1, 2}, {3, -4})), ElementsAre(-4, -1));
}

TEST(OnnxIf, BranchesOfAComputedConditionMakeOneType) {
  TestModel m = computed_branches();
  m.ints("both", {2});
  onnx::GraphProto& branch = branch_of(m, 0);
  onnx::NodeProto& flat = *branch.add_node();
  flat.set_op_type("Reshape");
  flat.add_input(branch.output(0).name());
  flat.add_input("both");
  flat.add_output("flat");
  branch.mutable_output(0)->set_name("flat");
  EXPECT_THAT(m.error(), HasSubstr("the branches make Tensor[(2), float32] and Tensor[(1, 2), "
                                   "float32]: the condition ('c') must be a constant"));
}

TEST(OnnxIf, WhatFailsForSomeValuesIsNotComputedUnasked) {
  TestModel m = computed_branches();
  onnx::GraphProto& branch = branch_of(m, 0);
  onnx::NodeProto& cast = *branch.add_node();
  cast.set_op_type("Cast");
  cast.add_input("x");
  cast.add_output("places");
  onnx::AttributeProto& to = *cast.add_attribute();
  to.set_name("to");
  to.set_type(onnx::AttributeProto::INT);
  to.set_i(onnx::TensorProto::INT64);
  onnx::NodeProto& chosen = *branch.add_node();
  chosen.set_op_type("GatherElements");
  chosen.add_input("x");
  chosen.add_input("places");
  chosen.add_output("chosen");
  branch.mutable_output(0)->set_name("chosen");
  EXPECT_THAT(m.error(), HasSubstr("then_branch has a gather that fails for some values, and it is "
                                   "computed even if it is not chosen: the condition ('c') must "
                                   "be a constant"));
}

TEST(OnnxIf, ConditionsAreOneBool) {
  TestModel m = computed_branches();
  m.graph().mutable_node(m.graph().node_size() - 1)->set_input(0, "x");
  EXPECT_THAT(m.error(), HasSubstr("the condition is Tensor[(1, 2), float32]: must be one bool"));
}

// As networks for two sample rates have them: the input's shape fits one branch.
TEST(OnnxIf, ABranchThatDoesNotFitIsRefusedWhereItIsChosen) {
  TestModel m = computed_branches();
  m.ints("three", {3});
  onnx::NodeProto& first = *branch_of(m, 1).mutable_node(0);
  first.set_op_type("Expand");
  first.mutable_input()->DeleteSubrange(1, 1);
  first.add_input("three");
  std::vector<std::string> notes;
  const std::string bytes = m.bytes();
  const Graph graph = import_onnx(std::as_bytes(std::span(bytes)), "m", {.notes = &notes});
  EXPECT_THAT(notes, ElementsAre(AllOf(HasSubstr("y_node: else_branch cannot be imported, and is "
                                                 "an error where the condition chooses it: node"),
                                       HasSubstr("(Expand)"))));
  const auto run = [&](std::vector<float> x) {
    const std::vector<Tensor> inputs = {
        Tensor::from_span<float>({1, 2}, std::span<const float>(x))};
    return floats_of(interpret(graph, inputs).front());
  };
  EXPECT_THAT(run({3, -4}), ElementsAre(4, 1));
  try {
    run({-3, 4});
    ADD_FAILURE() << "no error";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("the condition of y_node chooses else_branch, which cannot be "
                                    "computed for these shapes"));
  }
}

TEST(OnnxIf, NeitherBranchThatFitsIsAnError) {
  TestModel m = computed_branches();
  for (const int which : {0, 1})
    branch_of(m, which).mutable_node(0)->set_op_type("NonZero");
  EXPECT_THAT(m.error(), AllOf(HasSubstr("node 'y_node' (If"),
                               HasSubstr("neither branch can be "
                                         "imported; then_branch: "),
                               HasSubstr("operator 'NonZero' is not supported")));
}

TEST(OnnxIf, FunctionsAreInlinedInBranchesAndBranchesInFunctions) {
  TestModel m = branches(true);
  m.proto().add_opset_import()->set_domain("own");
  auto& f = *m.proto().add_functions();
  f.set_domain("own");
  f.set_name("Choose");
  f.add_input("a");
  f.add_input("c");
  f.add_output("b");
  *f.add_node() = m.graph().node(0);
  onnx::NodeProto& choice = *f.mutable_node(0);
  choice.set_output(0, "b");
  for (int i = 0; i < 2; ++i) {
    onnx::GraphProto& body = *choice.mutable_attribute(i)->mutable_g();
    body.mutable_node(0)->set_input(0, "a");
  }
  onnx::GraphProto& outer = *m.graph().mutable_node(0)->mutable_attribute(0)->mutable_g();
  outer.clear_node();
  onnx::NodeProto& call = *outer.add_node();
  call.set_op_type("Choose");
  call.set_domain("own");
  call.add_input("x");
  call.add_input("c");
  call.add_output("out");
  EXPECT_THAT(floats_of(m.run({1, 2}, {-3, 4})), ElementsAre(1, 5));
}

// ---- Scatter ------------------------------------------------------------------------------------
TEST(OnnxScatter, PartsOfDataAreReplaced) {
  TestModel m(16);
  m.input("x", {1, 3}).ints("places", {2, 2}, {0, 2, 0, -3}).floats("k", {2}, {2, 2});
  m.node("Gather", {"x", "k_places"}, "parts").attr("axis", 1).ints("k_places", {0, 1});
  m.node("Squeeze", {"parts"}, "flat").node("Mul", {"flat", "k"}, "u");
  m.node("ScatterND", {"x", "places", "u"}, "y").output("y");
  // x[0, 2] = 2 x[0, 0]; x[0, 0] = 2 x[0, 1]
  EXPECT_THAT(floats_of(m.run({1, 3}, {1, 2, 3})), ElementsAre(4, 2, 2));
}

TEST(OnnxScatter, TheLastUpdateOfAPlaceCounts) {
  TestModel m(11);
  m.input("x", {2, 3}).ints("places", {2, 2}, {1, 1, 0, -1}).floats("u", {2, 2}, {7, 8, 9, 10});
  m.node("ScatterElements", {"x", "places", "u"}, "y").attr("axis", 1).output("y");
  EXPECT_THAT(floats_of(m.run({2, 3}, {0, 1, 2, 3, 4, 5})), ElementsAre(0, 8, 2, 9, 4, 10));
}

TEST(OnnxScatter, WhatDoesNotFitIsRefused) {
  const auto error = [](const std::string& op, const std::vector<int64_t>& shape,
                        const std::vector<int64_t>& places, const std::vector<int64_t>& updates) {
    TestModel m(16);
    m.input("x", {1, 3})
        .ints("places", shape, places)
        .floats("u", updates, std::vector<float>(static_cast<size_t>(num_elements(updates)), 1));
    m.node(op, {"x", "places", "u"}, "y").output("y");
    return m.error();
  };
  EXPECT_THAT(error("ScatterElements", {1, 1}, {1}, {1, 2}), HasSubstr("must be of one shape"));
  EXPECT_THAT(error("ScatterElements", {1, 4}, {0, 0, 0, 0}, {1, 4}),
              HasSubstr("no larger than data beside the axis"));
  EXPECT_THAT(error("ScatterElements", {1, 1}, {1}, {1, 1}),
              HasSubstr("index 1 of axis 0 of data (1, 3): legal are -1 to 0"));
  EXPECT_THAT(error("ScatterND", {1, 3}, {0, 0, 0}, {1}), HasSubstr("name more axes than data"));
  EXPECT_THAT(error("ScatterND", {1, 2}, {0, 0}, {2}), HasSubstr("updates (2) must be (1)"));
  TestModel m(13);
  m.input("x", {1, 3}).input("i", {1, 2}).floats("u", {1}, {1});
  m.node("Cast", {"i"}, "places").attr("to", onnx::TensorProto::INT64);
  m.node("ScatterND", {"x", "places", "u"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("indices ('places') must be a constant"));
}

}  // namespace
}  // namespace vta
