// The stream of a transformer's blocks on rows: from an image's patches to a layer of the first
// token, the same values.
#include <gmock/gmock.h>

#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

Graph on_rows(const Graph& graph, bool dense_on_device = true) {
  PassContext context;
  context.quant.dense_on_device = dense_on_device;
  return run_named(graph, {"recognize_transformer"}, context);
}

// Calls of an operator whose result has so many axes.
int64_t calls_of(const Graph& graph, std::string_view op, size_t rank = 0) {
  int64_t calls = 0;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (is_call(graph, id, op) && (rank == 0 || graph.type(id).shape.size() == rank))
      ++calls;
  return calls;
}

std::string constant(int number, const std::string& shape) {
  return fmt::format("meta[relay.Constant][{}] /* ty=Tensor[{}, float32] */", number, shape);
}

Graph graph_of(const std::string& inputs, const std::string& body) {
  Graph graph = parse_graph("def @main(" + inputs + ") {\n" + body + "\n}", "test.ir");
  fill_constants(graph, 3);
  return graph;
}

// Two layers of rows with sums of rank 3 and a norm between them.
Graph stream(const std::string& second_operand) {
  return graph_of(
      "%x: Tensor[(6, 4), float32], %s: Tensor[(2, 3, 5), float32]",
      "  %0 = nn.dense(%x, " + constant(0, "(5, 4)") +
          ");\n  %1 = reshape(%0, newshape=[2, 3, 5]);\n  %2 = add(" + second_operand +
          ");\n  %3 = nn.layer_norm(%2, " + constant(1, "(5)") + ", " + constant(2, "(5)") +
          ");\n  %4 = add(%2, %3);\n  %5 = reshape(%4, newshape=[6, 5]);\n  nn.dense(%5, " +
          constant(3, "(4, 5)") + ")");
}

TEST(TokenRows, SumsAndNormsAreOfRows) {
  for (const std::string& operands :
       {std::string("%1, %s"), std::string("%s, %1"), "%1, " + constant(4, "(3, 5)"),
        "%1, " + constant(4, "(5)"), "%1, " + constant(4, "(1, 1, 5)"), std::string("%1, %1")}) {
    SCOPED_TRACE(operands);
    const Graph before = stream(operands), after = on_rows(before);
    EXPECT_EQ(calls_of(after, "add", 3), 0) << print_graph(after);
    EXPECT_EQ(calls_of(after, "nn.layer_norm", 2), 1);
    EXPECT_LE(calls_of(after, "reshape"), 1);
    expect_same_values(before, after, 1e-6);
  }
}

// A sum whose other operand is broadcast, and whose channels are not the last axis.
TEST(TokenRows, OtherSumsStay) {
  for (const std::string& text :
       {"  %0 = nn.dense(%x, " + constant(0, "(5, 4)") +
            ");\n  %1 = reshape(%0, newshape=[2, 3, 5]);\n  add(%1, %y)",
        "  %0 = nn.dense(%x, " + constant(0, "(5, 4)") +
            ");\n  %1 = reshape(%0, newshape=[2, 5, 3]);\n  %2 = transpose(%1, axes=[0, 2, 1]);\n"
            "  %3 = add(%2, %2);\n  add(%3, %y)"}) {
    const Graph before =
        graph_of("%x: Tensor[(6, 4), float32], %y: Tensor[(1, 3, 5), float32]", text);
    expect_same_values(before, on_rows(before), 1e-6);
    EXPECT_GE(calls_of(on_rows(before), "add", 3), 1);
  }
}

// What the stream begins with is made rows once, for the first norm and the first sum.
TEST(TokenRows, OtherValuesAreMadeRowsOnce) {
  const Graph before = graph_of(
      "%x: Tensor[(2, 3, 5), float32]",
      "  %0 = exp(%x);\n  %1 = nn.layer_norm(%0, " + constant(0, "(5)") + ", " +
          constant(1, "(5)") + ");\n  %2 = reshape(%1, newshape=[6, 5]);\n  %3 = nn.dense(%2, " +
          constant(2, "(5, 5)") + ");\n  %4 = reshape(%3, newshape=[2, 3, 5]);\n  add(%0, %4)");
  const Graph after = on_rows(before);
  EXPECT_EQ(calls_of(after, "reshape"), 2) << print_graph(after);
  EXPECT_EQ(calls_of(after, "add", 2), 2);  // beta in the layer's bias, and the sum
  EXPECT_EQ(calls_of(after, "add", 3), 0);
  expect_same_values(before, after, 1e-5);
}

struct Patches {
  std::string image = "(1, 3, 8, 12)", strides = "[4, 4]", padding = "[0, 0, 0, 0]";
  bool bias = true, token = true, positions = true;
  int64_t images = 1, tokens = 6;
};

// A norm of patches of 4 x 4, of all tokens, or with a layer of one of them.
Graph patches(const Patches& p, std::optional<int> row) {
  const auto shape = [&](int64_t tokens, int64_t channels) {
    return fmt::format("({}, {}, {})", p.images, tokens, channels);
  };
  std::string body = "  %0 = nn.conv2d(%x, " + constant(0, "(5, 3, 4, 4)") +
                     ", strides=" + p.strides + ", padding=" + p.padding +
                     ", channels=5, kernel_size=[4, 4]);\n";
  std::string map = "%0", rows = "%3";
  if (p.bias) {
    body += "  %1 = add(%0, " + constant(1, "(5, 1, 1)") + ");\n";
    map = "%1";
  }
  body += fmt::format("  %2 = reshape({}, newshape=[{}, 5, {}]);\n", map, p.images, p.tokens) +
          "  %3 = transpose(%2, axes=[0, 2, 1]);\n";
  int64_t tokens = p.tokens;
  if (p.token) {
    body += "  %4 = concatenate((" + constant(2, shape(1, 5)) + ", %3), axis=1);\n";
    rows = "%4";
    ++tokens;
  }
  if (p.positions) {
    body += "  %5 = add(" + rows + ", " + constant(3, fmt::format("({}, 5)", tokens)) + ");\n";
    rows = "%5";
  }
  body += "  %6 = nn.layer_norm(" + rows + ", " + constant(4, "(5)") + ", " + constant(5, "(5)") +
          ");\n";
  if (row)
    body += fmt::format("  %7 = take(%6, {}i64 /* ty=int64 */, axis=1);", *row) +
            "\n  %8 = nn.dense(%7, " + constant(6, "(7, 5)") + ");\n  add(%8, " +
            constant(7, "(7)") + ")";
  else
    body += "  %6";
  Graph graph = graph_of("%x: Tensor[" + p.image + ", float32]", body);
  for (NodeId id = 0; id < graph.size(); ++id)  // the token of all images
    if (graph.node(id).kind == NodeKind::Constant &&
        graph.type(id).shape == Shape{p.images, 1, 5}) {
      auto values = graph.node(id).constant.mutable_data<float>();
      for (size_t i = 0; i < values.size(); ++i)
        values[i] = values[i % 5];
    }
  return graph;
}

TEST(TokenRows, PatchesAreALayerOfRows) {
  for (const bool token : {true, false})
    for (const bool positions : {true, false})
      for (const bool bias : {true, false})
        for (const int64_t images : {1, 2}) {
          Patches p{.bias = bias, .token = token, .positions = positions, .images = images};
          p.image = fmt::format("({}, 3, 8, 12)", images);
          const Graph before = patches(p, {}), after = on_rows(before);
          EXPECT_EQ(calls_of(after, "nn.conv2d"), 0) << print_graph(after);
          EXPECT_EQ(calls_of(after, "nn.dense"), 1);
          EXPECT_EQ(calls_of(after, "annotation.data"), token || positions ? 1 : 0);
          expect_same_values(before, after, 1e-5);
          EXPECT_EQ(print_graph(on_rows(before, false)), print_graph(before));
        }
}

// A class token may be a row of zeros, and come with its position.
TEST(TokenRows, PadsBeforeThePatchesAreTokens) {
  for (const std::string& widths :
       {std::string("[[0, 0], [1, 0], [0, 0]]"), std::string("[[0, 0], [0, 1], [0, 0]]")}) {
    const Graph before = graph_of(
        "%x: Tensor[(1, 3, 8, 12), float32]",
        "  %0 = nn.conv2d(%x, " + constant(0, "(5, 3, 4, 4)") +
            ", strides=[4, 4], padding=[0, 0, 0, 0], channels=5, kernel_size=[4, 4]);\n"
            "  %1 = reshape(%0, newshape=[1, 5, 6]);\n  %2 = transpose(%1, axes=[0, 2, 1]);\n"
            "  %3 = nn.pad(%2, 0f /* ty=float32 */, pad_width=" +
            widths + ");\n  %4 = add(%3, " + constant(1, "(7, 5)") + ");\n  nn.layer_norm(%4, " +
            constant(2, "(5)") + ", " + constant(3, "(5)") + ")");
    const Graph after = on_rows(before);
    EXPECT_EQ(calls_of(after, "nn.conv2d"), widths.find("[1, 0]") == std::string::npos ? 1 : 0);
    expect_same_values(before, after, 1e-5);
  }
}

TEST(TokenRows, PixelsPastTheLastPatchAreLeftOut) {
  const Graph before = patches({.image = "(1, 3, 11, 13)"}, {}), after = on_rows(before);
  EXPECT_EQ(calls_of(after, "nn.conv2d"), 0);
  expect_same_values(before, after, 1e-5);
}

TEST(TokenRows, WindowsThatOverlapStay) {
  for (const Patches& p : {Patches{.image = "(1, 3, 8, 12)", .strides = "[2, 4]", .tokens = 9},
                           Patches{.padding = "[2, 2, 2, 2]", .tokens = 12}}) {
    const Graph before = patches(p, {}), after = on_rows(before);
    EXPECT_EQ(calls_of(after, "nn.conv2d"), 1);
    expect_same_values(before, after, 1e-5);
  }
}

TEST(TokenRows, LayersOfTheFirstTokenReadItAlone) {
  const Graph before = patches({}, 0), after = on_rows(before);
  EXPECT_EQ(calls_of(after, "take"), 0) << print_graph(after);
  EXPECT_EQ(calls_of(after, "nn.conv2d"), 1);
  expect_same_values(before, after, 1e-5);
  // Of the second token.
  const Graph of_second = patches({}, 1);
  EXPECT_EQ(calls_of(on_rows(of_second), "nn.conv2d"), 0);
  expect_same_values(of_second, on_rows(of_second), 1e-5);
  // Of two images: rows far apart.
  Patches two{.images = 2};
  two.image = "(2, 3, 8, 12)";
  const Graph of_two = patches(two, 0);
  EXPECT_EQ(calls_of(on_rows(of_two), "nn.conv2d"), 0);
  expect_same_values(of_two, on_rows(of_two), 1e-5);
}

// The first token's channels as several rows are read by another layer.
TEST(TokenRows, LayersOfPartsOfTheFirstTokenStay) {
  const Graph before =
      graph_of("%x: Tensor[(6, 4), float32]",
               "  %0 = nn.dense(%x, " + constant(0, "(4, 4)") +
                   ");\n  %1 = reshape(%0, newshape=[1, 6, 4]);\n  %2 = nn.layer_norm(%1, " +
                   constant(1, "(4)") + ", " + constant(2, "(4)") +
                   ");\n  %3 = take(%2, 0i64 /* ty=int64 */, axis=1);\n  %4 = reshape(%3, "
                   "newshape=[2, 2]);\n"
                   "  nn.dense(%4, " +
                   constant(3, "(3, 2)") + ")");
  EXPECT_EQ(calls_of(on_rows(before), "nn.conv2d"), 0);
  expect_same_values(before, on_rows(before), 1e-5);
}

}  // namespace
}  // namespace vta
