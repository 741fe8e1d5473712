// Heads completed to whole blocks: what is written, that no value changes, and why heads stay.
#include "compiler/passes/whole_heads.h"

#include <gmock/gmock.h>

#include "compiler/kernels/kernel.h"
#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int64_t kWidth = 20;  // of what the layers read

PassContext machine(std::string_view config = "default") {
  PassContext context;
  context.config = named_config(config);
  context.config.isa_ext = 1;
  return context;
}

// A layer of rows, its int8 value called `name`. `more`: another way from %{0}1 to %{0}2 than a
// half that is added.
std::string layer(std::string_view name, std::string_view data, int64_t in, int64_t out,
                  int constant, std::string_view more = "") {
  return fmt::format(
             "  %{0}0 = nn.dense(%{1}, meta[relay.Constant][{2}] /* ty=Tensor[({4}, {3}), int8] "
             "*/, units={4}, out_dtype=\"int32\");\n"
             "  %{0}1 = add(%{0}0, meta[relay.Constant][{5}] /* ty=Tensor[(1, {4}), int32] */);\n",
             name, data, constant, in, out, constant + 1) +
         fmt::format(
             fmt::runtime(more.empty() ? "  %{0}2 = add(%{0}1, 128 /* ty=int32 */);\n" : more),
             name) +
         fmt::format(
             "  %{0}3 = right_shift(%{0}2, 8 /* ty=int32 */);\n"
             "  %{0}4 = clip(%{0}3, a_min=-127f, a_max=127f);\n"
             "  %{0} = cast(%{0}4, dtype=\"int8\");\n",
             name);
}

struct Net {
  int64_t tokens = 9, heads = 2, kv_heads = 2, depth = 24, value_depth = 24;
  std::string attrs = "causal=True";
  std::string more = "", last = "", result = "%o";

  std::string text() const {
    return fmt::format("def @main(%x: Tensor[({}, {}), int8]) {{\n", tokens, kWidth) +
           layer("q", "x", kWidth, heads * depth, 0) +
           layer("k", "x", kWidth, kv_heads * depth, 2) +
           layer("v", "x", kWidth, kv_heads * value_depth, 4, more) +
           fmt::format(
               "  %a = qnn.attention(%q, %k, %v, num_heads={}, kv_heads={}, fraction=9, "
               "shift=21, {});\n",
               heads, kv_heads, attrs) +
           (last.empty() ? layer("o", "a", heads * value_depth, kWidth, 6) : last) +
           fmt::format("  {}\n}}", result);
  }
  Graph graph() const {
    Graph graph = parse_graph(text(), "heads.ir");
    fill_constants(graph, 5);
    return graph;
  }
};

std::vector<Tensor> random_rows(const Graph& graph) {
  std::mt19937_64 random(3);
  std::vector<Tensor> inputs;
  for (const NodeId id : graph.inputs()) {
    inputs.push_back(Tensor::zeros(DType::I8, graph.type(id).shape));
    for (int8_t& v : inputs.back().mutable_data<int8_t>())
      v = static_cast<int8_t>(random());
  }
  return inputs;
}

void expect_equal_bytes(const Graph& a, const Graph& b) {
  const std::vector<Tensor> input = random_rows(a);
  const auto x = interpret(a, input), y = interpret(b, input);
  ASSERT_EQ(x.size(), y.size());
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(x[i].shape(), y[i].shape());
    EXPECT_TRUE(std::ranges::equal(x[i].bytes(), y[i].bytes()));
  }
}

// The shapes of an attention's queries, values and result.
std::vector<Shape> shapes_of_attention(const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (const Node& n = graph.node(id); n.op == "qnn.attention")
      return {graph.type(n.inputs[0]).shape, graph.type(n.inputs[2]).shape, n.type().shape};
  return {};
}

TEST(WholeHeads, RowsAndColumnsOfZerosAreWritten) {
  PassContext context = machine();
  const Graph after = run_named(Net().graph(), {"whole_heads"}, context);
  EXPECT_THAT(context.notes, IsEmpty());
  const std::string text = print_graph(after);
  EXPECT_THAT(text, HasSubstr("newshape=[2, 24, 20]"));  // rows of q
  EXPECT_THAT(text, HasSubstr("pad_width=[[0, 0], [0, 8], [0, 0]]"));
  EXPECT_THAT(text, HasSubstr("newshape=[1, 2, 24]"));   // its bias
  EXPECT_THAT(text, HasSubstr("newshape=[20, 2, 24]"));  // columns of the layer behind
  EXPECT_EQ(shapes_of_attention(after), (std::vector<Shape>{{9, 64}, {9, 64}, {9, 64}}));
  expect_equal_bytes(Net().graph(), after);
}

TEST(WholeHeads, NoValueChanges) {
  std::mt19937_64 random(8);
  const auto pick = [&](int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  };
  for (int round = 0; round < 40; ++round) {
    Net net;
    net.kv_heads = pick(1, 3);
    net.heads = net.kv_heads * pick(1, 3);
    net.depth = pick(1, 70);
    net.value_depth = pick(0, 1) == 0 ? net.depth : pick(1, 70);
    net.tokens = 2 * pick(1, 12);
    net.attrs = pick(0, 1) == 0 ? "batch=2" : "causal=True";
    SCOPED_TRACE(net.text());
    PassContext context = machine();
    const Graph after = run_named(net.graph(), {"whole_heads"}, context);
    EXPECT_THAT(context.notes, IsEmpty());
    const std::vector<Shape> shapes = shapes_of_attention(after);
    EXPECT_EQ(shapes[0][1] % (16 * net.heads), 0);
    EXPECT_EQ(shapes[1][1] % (16 * net.kv_heads), 0);
    expect_equal_bytes(net.graph(), after);
    // What is whole already stays.
    EXPECT_EQ(run_named(after, {"whole_heads"}, context).size(), after.size());
    if (HasFailure())
      return;
  }
}

TEST(WholeHeads, TheBlockIsTheMachines) {
  for (const auto& [config, channels] : {std::pair("1x8", 24), std::pair("1x32", 32)}) {
    PassContext context = machine(config);
    EXPECT_EQ(shapes_of_attention(run_named(Net().graph(), {"whole_heads"}, context))[0],
              (Shape{9, 2 * channels}));
  }
}

// A layer behind one attention makes the queries of the next.
TEST(WholeHeads, ALayerBetweenTwoAttentionsHasRowsAndColumns) {
  Net net;
  net.last = layer("p", "a", 48, 40, 6) + layer("l", "x", kWidth, 40, 8) +
             layer("w", "x", kWidth, 12, 10) +
             "  %b = qnn.attention(%p, %l, %w, num_heads=2, fraction=9, shift=21);\n" +
             layer("o", "b", 12, kWidth, 12);
  PassContext context = machine();
  const Graph after = run_named(net.graph(), {"whole_heads"}, context);
  EXPECT_THAT(context.notes, IsEmpty());
  expect_equal_bytes(net.graph(), after);
  EXPECT_THAT(print_graph(after), HasSubstr("Tensor[(40, 48), int8]"));
}

// Queries, keys and values of another than a layer for this attention alone are completed by the
// host; the result of another reader than layers is taken back.
TEST(WholeHeads, TheHostCompletesWhatLayersDoNot) {
  struct Case {
    Net net;
    std::string note;
  };
  const std::string slice =
      "  %a1 = strided_slice(%a, begin=[0, 0], end=[9, 4]);\n" + layer("o", "a", 48, kWidth, 6);
  const std::string result =
      "result of qnn.attention (node 31) loses zeros for whole blocks on the host: it is read by "
      "another than dense layers of constants";
  const std::string at =
      " of qnn.attention (node 31) get zeros for whole blocks on the host: cast ";
  const Case cases[] = {
      {{.last = "  %o = nn.relu(%a);\n"}, result},
      {{.last = slice, .result = "(%o, %a1)"}, result},
      {{.result = "(%o, %a)"}, result},
      {{.result = "(%o, %k)"}, "keys" + at + "(node 20) is read by another, too"},
      {{.more = "  %{0}2 = add(%{0}1, 1000 /* ty=int32 */);\n"},
       "values" + at + "(node 30) is not 0 where the sums of its layer are"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.note);
    PassContext context = machine();
    const Graph before = c.net.graph();
    const Graph after = run_named(before, {"whole_heads"}, context);
    EXPECT_EQ(shapes_of_attention(after), (std::vector<Shape>{{9, 64}, {9, 64}, {9, 64}}));
    ASSERT_EQ(context.notes.size(), 1u);
    EXPECT_EQ(context.notes.front().text(), c.note);
    expect_equal_bytes(before, after);
  }
}

TEST(WholeHeads, QueriesThatAreMovedAreCompletedByTheHost) {
  std::string text = Net().text();
  const std::string from = "  %a = qnn.attention(%q,";
  text.replace(text.find(from), from.size(),
               "  %r = strided_slice(%q, begin=[0, 0], end=[9, 48]);\n  %a = qnn.attention(%r,");
  Graph graph = parse_graph(text, "heads.ir");
  fill_constants(graph, 5);
  PassContext context = machine();
  const Graph after = run_named(graph, {"whole_heads"}, context);
  EXPECT_EQ(shapes_of_attention(after), (std::vector<Shape>{{9, 64}, {9, 64}, {9, 64}}));
  ASSERT_EQ(context.notes.size(), 1u);
  EXPECT_THAT(context.notes.front().text(), HasSubstr("is not made by a dense layer of constants"));
  expect_equal_bytes(graph, after);
}

// One value in two roles, of heads of two forms.
TEST(WholeHeads, ARowOfTwoFormsIsCompletedTwice) {
  Graph graph = parse_graph(
      "def @main(%x: Tensor[(5, 24), int8], %k: Tensor[(5, 6), int8]) {\n"
      "  qnn.attention(%x, %k, %x, num_heads=4, kv_heads=1, fraction=9, shift=21)\n}",
      "heads.ir");
  PassContext context = machine();
  const Graph after = run_named(graph, {"whole_heads"}, context);
  EXPECT_EQ(shapes_of_attention(after), (std::vector<Shape>{{5, 64}, {5, 32}, {5, 128}}));
  expect_equal_bytes(graph, after);
}

// A machine without the kernel has no use for it, and says so elsewhere (partition).
TEST(WholeHeads, OnlyForMachinesThatComputeAttention) {
  for (const char* config : {"2x16", "1x16.32"}) {
    PassContext context = machine(config);
    const Graph before = Net().graph();
    EXPECT_EQ(run_named(before, {"whole_heads"}, context).size(), before.size()) << config;
    EXPECT_THAT(context.notes, IsEmpty());
  }
}

TEST(WholeHeads, HeadsThatWouldNotFitStay) {
  PassContext context = machine();
  context.capacity_problem = [](const Kernel& kernel) {
    EXPECT_EQ(kernel.attention->depth, 32);
    return "too small";
  };
  const Graph before = Net().graph();
  EXPECT_EQ(run_named(before, {"whole_heads"}, context).size(), before.size());
  ASSERT_EQ(context.notes.size(), 1u);
  EXPECT_EQ(context.notes.front().text(),
            "heads of qnn.attention (node 31) would not fit in whole blocks: too small");
}

}  // namespace
}  // namespace vta
