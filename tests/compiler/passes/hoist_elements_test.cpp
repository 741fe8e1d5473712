#include <random>

#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

std::string constant(int64_t index, const std::string& shape) {
  return fmt::format("meta[relay.Constant][{}] /* ty=Tensor[{}, float32] */", index, shape);
}

std::vector<std::string> operators(const Graph& graph) {
  std::vector<std::string> ops;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).kind == NodeKind::Call)
      ops.push_back(graph.node(id).op);
  return ops;
}

// The operators behind the pass, in order; values stay.
std::vector<std::string> hoisted(const std::string& text) {
  PassContext context;
  const Graph before = run_on_text(text, {}, context, 5);
  const Graph after = run_named(before, {"hoist_elements"}, context);
  expect_same_values(before, after, 1e-6);
  return operators(after);
}

using Ops = std::vector<std::string>;

const std::string kDense = "def @main(%x: Tensor[(6, 4), float32]) {\n  %0 = nn.dense(%x, " +
                           constant(0, "(8, 4)") + ", units=8);\n";
const std::string kConv = "def @main(%x: Tensor[(1, 4, 1, 9), float32]) {\n  %0 = nn.conv2d(%x, " +
                          constant(0, "(8, 4, 1, 3)") + ", channels=8, kernel_size=[1, 3]);\n";

TEST(HoistElements, BiasAndReluBehindAReshape) {
  EXPECT_EQ(hoisted(kConv + "  %1 = reshape(%0, newshape=[1, 8, 7]);\n  %2 = add(%1, " +
                    constant(1, "(8, 1)") + ");\n  nn.relu(%2)\n}"),
            (Ops{"nn.conv2d", "add", "nn.relu", "reshape"}));
}

TEST(HoistElements, BiasOfHeadsBehindATranspose) {
  EXPECT_EQ(hoisted(kDense +
                    "  %1 = reshape(%0, newshape=[2, 3, 2, 4]);\n"
                    "  %2 = transpose(%1, axes=[0, 2, 1, 3]);\n  add(%2, " +
                    constant(1, "(2, 1, 4)") + ")\n}"),
            (Ops{"nn.dense", "add", "reshape", "transpose"}));
}

TEST(HoistElements, FactorsAndScalars) {
  EXPECT_EQ(hoisted(kDense +
                    "  %1 = reshape(%0, newshape=[2, 3, 8]);\n  %2 = multiply(%1, 0.5f);\n"
                    "  %3 = add(%2, " +
                    constant(1, "(8)") + ");\n  clip(%3, a_min=0f, a_max=6f)\n}"),
            (Ops{"nn.dense", "multiply", "add", "clip", "reshape"}));
}

TEST(HoistElements, ConstantsThatDifferWithinAChannelStay) {
  EXPECT_EQ(hoisted(kDense + "  %1 = reshape(%0, newshape=[2, 3, 8]);\n  add(%1, " +
                    constant(1, "(3, 8)") + ")\n}"),
            (Ops{"nn.dense", "reshape", "add"}));
}

TEST(HoistElements, WhatAnotherReadsStays) {
  EXPECT_EQ(hoisted(kDense + "  %1 = reshape(%0, newshape=[2, 3, 8]);\n  %2 = nn.relu(%1);\n"
                             "  %3 = exp(%1);\n  add(%2, %3)\n}"),
            (Ops{"nn.dense", "reshape", "nn.relu", "exp", "add"}));
}

TEST(HoistElements, WithoutALayerNothingMoves) {
  EXPECT_EQ(hoisted("def @main(%x: Tensor[(2, 8), float32]) {\n"
                    "  %0 = reshape(%x, newshape=[4, 4]);\n  nn.relu(%0)\n}"),
            (Ops{"reshape", "nn.relu"}));
}

TEST(HoistElements, MovesThatUndoEachOtherGo) {
  EXPECT_EQ(hoisted(kDense +
                    "  %1 = reshape(%0, newshape=[2, 3, 8]);\n  %2 = nn.relu(%1);\n"
                    "  %3 = reshape(%2, newshape=[6, 8]);\n  nn.dense(%3, " +
                    constant(1, "(5, 8)") + ", units=5)\n}"),
            (Ops{"nn.dense", "nn.relu", "nn.dense"}));
  EXPECT_EQ(hoisted(kConv + "  %1 = transpose(%0, axes=[0, 2, 3, 1]);\n  %2 = nn.relu(%1);\n"
                            "  %3 = transpose(%2, axes=[0, 3, 1, 2]);\n  exp(%3)\n}"),
            (Ops{"nn.conv2d", "nn.relu", "exp"}));
}

// As a convolution of three dimensions is a sum over its planes.
TEST(HoistElements, BiasOfASumIsOneConvolutions) {
  EXPECT_EQ(hoisted(kConv + "  %1 = nn.conv2d(%x, " + constant(1, "(8, 4, 1, 3)") +
                    ", channels=8, kernel_size=[1, 3]);\n  %2 = add(%0, %1);\n"
                    "  %3 = reshape(%2, newshape=[1, 8, 1, 1, 7]);\n  %4 = add(%3, " +
                    constant(2, "(8, 1, 1, 1)") + ");\n  nn.relu(%4)\n}"),
            (Ops{"nn.conv2d", "nn.conv2d", "add", "add", "nn.relu", "reshape"}));
}

TEST(HoistElements, SumsOfMapsThatAreMovedAlike) {
  EXPECT_EQ(hoisted(kConv + "  %1 = nn.relu(%0);\n  %2 = reshape(%1, newshape=[1, 8, 7]);\n"
                            "  %3 = reshape(%0, newshape=[1, 8, 7]);\n  %4 = add(%3, %2);\n"
                            "  nn.relu(%4)\n}"),
            (Ops{"nn.conv2d", "nn.relu", "add", "nn.relu", "reshape"}));
}

}  // namespace
}  // namespace vta
