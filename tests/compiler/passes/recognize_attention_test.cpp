// Attention in the forms that exporters write: one typed operator, the same values.
#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

Graph recognized(const Graph& graph) {
  PassContext context;
  return run_named(graph, {"recognize_transformer"}, context);
}

int64_t count_of(const Graph& graph, std::string_view op) {
  int64_t count = 0;
  for (NodeId id = 0; id < graph.size(); ++id)
    count += graph.node(id).kind == NodeKind::Call && graph.node(id).op == op ? 1 : 0;
  return count;
}

const Node& attention_in(const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).op == "nn.attention")
      return graph.node(id);
  throw CompileError("there is no nn.attention in\n" + print_graph(graph));
}

std::string constant_of(const std::string& shape) {
  return "meta[relay.Constant][0] /* ty=Tensor[" + shape + ", float32] */";
}

// %q, %k, %v of 2 images, 3 heads, 4 queries, 5 keys, depths 6 and 7; scores are %0 or %2.
const std::string kHeads =
    "def @main(%q: Tensor[(6, 4, 6), float32], %k: Tensor[(6, 6, 5), float32], "
    "%v: Tensor[(6, 5, 7), float32], %m: Tensor[(2, 1, 1, 5), float32], "
    "%c: Tensor[(4, 5), bool], %w: Tensor[(6, 4, 5), float32]) {\n  ";
const std::string kScores =
    "%0 = nn.batch_matmul(%q, %k);\n  %1 = reshape(%0, newshape=[2, 3, 4, 5]);\n  "
    "%2 = multiply(%1, 0.5f /* ty=float32 */);\n  ";
std::string mixed(const std::string& weights) {
  return "%8 = reshape(" + weights + ", newshape=[6, 4, 5]);\n  nn.batch_matmul(%8, %v)\n}";
}

struct WrittenForm {
  std::string name, text;
  double scale;
  int64_t batch, heads;
  bool mask = false;
};

// Inputs but %c are floats, that one has places of both kinds in every row.
std::vector<Tensor> attention_inputs(const Graph& graph) {
  std::mt19937_64 random(5);
  std::normal_distribution<float> value;
  std::vector<Tensor> inputs;
  for (const NodeId id : graph.inputs()) {
    Tensor t = Tensor::zeros(graph.type(id).dtype, graph.type(id).shape);
    for (size_t i = 0; i < static_cast<size_t>(t.size()); ++i)
      if (t.dtype() == DType::Bool)
        t.mutable_data<bool>()[i] = i % 3 != 0;
      else
        t.mutable_data<float>()[i] = value(random);
    inputs.push_back(std::move(t));
  }
  return inputs;
}

void expect_attention_values(const Graph& a, const Graph& b) {
  const std::vector<Tensor> inputs = attention_inputs(a);
  const Tensor x = interpret(a, inputs).front(), y = interpret(b, inputs).front();
  ASSERT_EQ(x.shape(), y.shape());
  for (size_t i = 0; i < static_cast<size_t>(x.size()); ++i)
    ASSERT_NEAR(x.data<float>()[i], y.data<float>()[i], 1e-5) << i;
}

TEST(RecognizeAttention, EveryFormIsOneOperatorOfTheSameValues) {
  const std::string soft = "%7 = nn.softmax(%6);\n  ";
  const WrittenForm forms[] = {
      {"scores times a number", kHeads + kScores + "%7 = nn.softmax(%2);\n  " + mixed("%7"), 0.5, 2,
       3},
      {"scores by a number",
       kHeads +
           "%0 = nn.batch_matmul(%q, %k);\n  %1 = reshape(%0, newshape=[2, 3, 4, 5]);\n  "
           "%2 = divide(%1, 4f /* ty=float32 */);\n  %7 = nn.softmax(%2, axis=3);\n  " +
           mixed("%7"),
       0.25, 2, 3},
      {"heads of no image",
       kHeads + "%0 = nn.batch_matmul(%q, %k);\n  %1 = nn.softmax(%0);\n  "
                "nn.batch_matmul(%1, %v)\n}",
       1, 1, 6},
      {"a mask of keys", kHeads + kScores + "%6 = add(%2, %m);\n  " + soft + mixed("%7"), 0.5, 2, 3,
       true},
      {"a mask before the factor",
       kHeads +
           "%0 = nn.batch_matmul(%q, %k);\n  %1 = reshape(%0, newshape=[2, 3, 4, 5]);\n  "
           "%2 = add(%m, %1);\n  %6 = multiply(%2, 0.5f /* ty=float32 */);\n  " +
           soft + mixed("%7"),
       0.5, 2, 3, true},
      {"a mask of all heads in one axis",
       kHeads +
           "%0 = nn.batch_matmul(%q, %k);\n  %1 = add(%0, %w);\n  %6 = reshape(%1, "
           "newshape=[2, 3, 4, 5]);\n  " +
           soft + mixed("%7"),
       1, 2, 3, true},
      {"shown places",
       kHeads + kScores + "%6 = where(%c, %2, -1e9f /* ty=float32 */);\n  " + soft + mixed("%7"),
       0.5, 2, 3, true},
      {"hidden places",
       kHeads + kScores + "%6 = where(%c, -1e9f /* ty=float32 */, %2);\n  " + soft + mixed("%7"),
       0.5, 2, 3, true},
      {"weights of hidden places are 0",
       kHeads + kScores +
           "%5 = where(%c, %2, -1e9f /* ty=float32 */);\n  %6 = nn.softmax(%5);\n  " +
           "%7 = where(%c, %6, 0f /* ty=float32 */);\n  " + mixed("%7"),
       0.5, 2, 3, true},
  };
  for (const WrittenForm& form : forms) {
    SCOPED_TRACE(form.name);
    const Graph before = parse_graph(form.text, "test.ir"), after = recognized(before);
    ASSERT_EQ(count_of(after, "nn.attention"), 1);
    EXPECT_EQ(count_of(after, "nn.batch_matmul") + count_of(after, "nn.softmax"), 0);
    const Node& n = attention_in(after);
    EXPECT_EQ(n.attrs.get_int("batch", 0), form.batch);
    EXPECT_EQ(n.attrs.get_int("num_heads", 0), form.heads);
    EXPECT_EQ(n.inputs.size(), form.mask ? 4U : 3U);
    // Without a mask the factor is the query's, and scores are exponents of 1/2.
    EXPECT_NEAR(n.attrs.get_double("scale", 0), form.mask ? form.scale : -std::log(2.0), 1e-6);
    expect_attention_values(before, after);
  }
}

TEST(RecognizeAttention, WhatIsNoneStays) {
  const std::string others[] = {
      // Scores are read by others, too.
      kHeads +
          "%0 = nn.batch_matmul(%q, %k);\n  %1 = nn.softmax(%0);\n  %2 = "
          "nn.batch_matmul(%1, %v);\n  %3 = sum(%0);\n  add(%2, %3)\n}",
      // Of another axis.
      kHeads +
          "%0 = nn.batch_matmul(%q, %k);\n  %1 = nn.softmax(%0, axis=1);\n  "
          "nn.batch_matmul(%1, %v)\n}",
      // A factor of each key.
      kHeads +
          "%0 = nn.batch_matmul(%q, %k);\n  %1 = multiply(%0, %w);\n  %2 = nn.softmax(%1);\n  "
          "nn.batch_matmul(%2, %v)\n}",
      // What is chosen instead hides nothing.
      kHeads +
          "%0 = nn.batch_matmul(%q, %k);\n  %1 = where(%c, %0, 0f /* ty=float32 */);\n  "
          "%2 = nn.softmax(%1);\n  nn.batch_matmul(%2, %v)\n}",
      // Weights of 0 that were not hidden before.
      kHeads +
          "%0 = nn.batch_matmul(%q, %k);\n  %1 = nn.softmax(%0);\n  %2 = where(%c, %1, 0f "
          "/* ty=float32 */);\n  nn.batch_matmul(%2, %v)\n}",
  };
  for (const std::string& text : others) {
    SCOPED_TRACE(text);
    const Graph before = parse_graph(text, "test.ir");
    EXPECT_EQ(print_graph(recognized(before)), print_graph(before));
  }
}

// A constant mask of 3 queries and 4 keys, with these hidden.
Graph with_constant_mask(float hidden, int64_t past, float shown = 0) {
  Graph graph = parse_graph(
      "def @main(%q: Tensor[(2, 3, 4), float32], %k: Tensor[(2, 4, 4), float32], "
      "%v: Tensor[(2, 4, 4), float32]) {\n  %0 = nn.batch_matmul(%q, %k);\n  %1 = add(%0, " +
          constant_of("(3, 4)") + ");\n  %2 = nn.softmax(%1);\n  nn.batch_matmul(%2, %v)\n}",
      "test.ir");
  Tensor mask = Tensor::zeros(DType::F32, {3, 4});
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t j = 0; j < 4; ++j)
      mask.mutable_data<float>()[static_cast<size_t>(i * 4 + j)] = j <= i + past ? shown : hidden;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).kind == NodeKind::Constant)
      graph.node(id).constant = mask;
  return graph;
}

TEST(RecognizeAttention, ConstantMasksMayBeCausal) {
  for (const float hidden : {-1e4F, -1e9F, -std::numeric_limits<float>::infinity()}) {
    const Graph before = with_constant_mask(hidden, 1), after = recognized(before);
    EXPECT_TRUE(attention_in(after).attrs.get_bool("causal", false));
    EXPECT_EQ(attention_in(after).inputs.size(), 3U);
    expect_attention_values(before, after);
  }
  for (const Graph& before : {with_constant_mask(-1e9F, 0), with_constant_mask(-1e9F, 2),
                              with_constant_mask(-100, 1), with_constant_mask(-1e9F, 1, 0.5F)}) {
    const Graph after = recognized(before);
    EXPECT_FALSE(attention_in(after).attrs.get_bool("causal", false));
    EXPECT_EQ(attention_in(after).inputs.size(), 4U);
    expect_attention_values(before, after);
  }
  const Graph none = with_constant_mask(0, 1), after = recognized(none);
  EXPECT_FALSE(attention_in(after).attrs.get_bool("causal", false));
  EXPECT_EQ(attention_in(after).inputs.size(), 3U);
}

// The first query sees no key: its weights are all the same, not nothing.
TEST(RecognizeAttention, QueriesWithoutKeysKeepTheirMask) {
  Graph before = parse_graph(
      "def @main(%q: Tensor[(2, 3, 4), float32], %k: Tensor[(2, 2, 4), float32], "
      "%v: Tensor[(2, 2, 4), float32]) {\n  %0 = nn.batch_matmul(%q, %k, transpose_b=True);\n  %1 "
      "= add(%0, " +
          constant_of("(3, 2)") + ");\n  %2 = nn.softmax(%1);\n  nn.batch_matmul(%2, %v)\n}",
      "test.ir");
  const float low = -1e9F;
  for (NodeId id = 0; id < before.size(); ++id)
    if (before.node(id).kind == NodeKind::Constant)
      before.node(id).constant =
          Tensor::from_span<float>({3, 2}, std::vector{low, low, 0.F, low, 0.F, 0.F});
  const Graph after = recognized(before);
  EXPECT_FALSE(attention_in(after).attrs.get_bool("causal", false));
  EXPECT_EQ(attention_in(after).inputs.size(), 4U);
  expect_attention_values(before, after);
}

// Nothing is looked for farther than an exporter's attention is long.
TEST(RecognizeAttention, ChainsOfAnyLengthAreWalkedOnce) {
  Graph before;
  const NodeId q = before.add_input("q", {{2, 3, 4}, DType::F32});
  const NodeId mask = before.add_constant(Tensor::zeros(DType::F32, {3, 3}));
  NodeId end = before.add_call("nn.batch_matmul", {q, q}, {{"transpose_b", true}});
  for (int i = 0; i < 20'000; ++i)
    end = before.add_call("add", {end, mask});
  end = before.add_call("nn.softmax", {end});
  before.set_outputs({before.add_call("nn.batch_matmul", {end, q})});
  EXPECT_EQ(recognized(before).size(), before.size());
}

// Two heads of queries read one of keys: queries of both are rows of one matrix.
TEST(RecognizeAttention, HeadsShareKeys) {
  const Graph before = parse_graph(
      "def @main(%q: Tensor[(2, 6, 4), float32], %k: Tensor[(2, 5, 4), float32], "
      "%v: Tensor[(2, 5, 4), float32]) {\n"
      "  %0 = nn.batch_matmul(%q, %k, transpose_b=True);\n"
      "  %1 = reshape(%0, newshape=[1, 4, 3, 5]);\n  %2 = nn.softmax(%1);\n"
      "  %3 = reshape(%2, newshape=[2, 6, 5]);\n  nn.batch_matmul(%3, %v)\n}",
      "test.ir");
  const Graph after = recognized(before);
  EXPECT_EQ(attention_in(after).attrs.get_int("num_heads", 0), 4);
  EXPECT_EQ(attention_in(after).attrs.get_int("kv_heads", 0), 2);
  expect_attention_values(before, after);
}

// q, k and v are parts of one layer's channels, for each head together: three layers, no moves.
TEST(RecognizeAttention, PartsOfALayerAreLayers) {
  const Graph before = parse_graph(
      "def @main(%x: Tensor[(10, 4), float32]) {\n"
      "  %0 = nn.dense(%x, " +
          constant_of("(24, 4)") +
          ", units=24);\n  %1 = add(%0, meta[relay.Constant][1] /* "
          "ty=Tensor[(24), float32] */);\n"
          "  %2 = reshape(%1, newshape=[2, 5, 2, 3, 4]);\n"
          "  %3 = transpose(%2, axes=[3, 0, 2, 1, 4]);\n"
          "  %4 = split(%3, indices_or_sections=3, axis=0);\n"
          "  %5 = reshape(%4.0, newshape=[4, 5, 4]);\n"
          "  %6 = reshape(%4.1, newshape=[4, 5, 4]);\n"
          "  %7 = reshape(%4.2, newshape=[4, 5, 4]);\n"
          "  %8 = nn.batch_matmul(%5, %6, transpose_b=True);\n"
          "  %9 = reshape(%8, newshape=[2, 2, 5, 5]);\n"
          "  %10 = nn.softmax(%9);\n"
          "  %11 = reshape(%10, newshape=[4, 5, 5]);\n"
          "  %12 = nn.batch_matmul(%11, %7);\n"
          "  %13 = reshape(%12, newshape=[2, 2, 5, 4]);\n"
          "  %14 = transpose(%13, axes=[0, 2, 1, 3]);\n"
          "  reshape(%14, newshape=[10, 8])\n}",
      "test.ir");
  Graph filled = before;
  fill_constants(filled, 4);
  const Graph after = recognized(filled);
  EXPECT_EQ(count_of(after, "nn.dense"), 3);
  EXPECT_EQ(count_of(after, "reshape") + count_of(after, "transpose") + count_of(after, "split"),
            0);
  expect_attention_values(filled, after);
}

// Keys and values of one head are read by two of queries, for which they are repeated.
TEST(RecognizeAttention, RepeatedHeadsAreShared) {
  const auto heads = [](const std::string& of, const std::string& first) {
    return "  %" + first + " = reshape(%" + of + ", newshape=[5, 2, 1, 4]);\n  %" + first +
           "1 = transpose(%" + first + ", axes=[1, 2, 0, 3]);\n  %" + first + "2 = broadcast_to(%" +
           first + "1, shape=[2, 2, 5, 4]);\n  %" + first + "3 = reshape(%" + first +
           "2, newshape=[4, 5, 4]);\n";
  };
  const Graph before = parse_graph(
      "def @main(%q: Tensor[(4, 5, 4), float32], %k: Tensor[(5, 8), float32], "
      "%v: Tensor[(5, 8), float32]) {\n" +
          heads("k", "1") + heads("v", "2") +
          "  %3 = nn.batch_matmul(%q, %13, transpose_b=True);\n  %4 = nn.softmax(%3);\n"
          "  nn.batch_matmul(%4, %23)\n}",
      "test.ir");
  const Graph after = recognized(before);
  EXPECT_EQ(attention_in(after).attrs.get_int("num_heads", 0), 4);
  EXPECT_EQ(attention_in(after).attrs.get_int("kv_heads", 0), 2);
  EXPECT_EQ(count_of(after, "broadcast_to"), 0);
  EXPECT_EQ(after.type(attention_in(after).inputs[1]).shape, (Shape{5, 8}));
  expect_attention_values(before, after);
}

// Rows that no layer makes: a slice of columns, or a choice of them.
TEST(RecognizeAttention, PartsOfOtherRowsAreColumns) {
  const Graph before = parse_graph(
      "def @main(%x: Tensor[(5, 8), float32]) {\n"
      "  %0 = reshape(%x, newshape=[5, 2, 4]);\n  %1 = transpose(%0, axes=[1, 0, 2]);\n"
      "  %2 = strided_slice(%x, begin=[4], end=[8], axes=[1]);\n"
      "  %3 = reshape(%2, newshape=[5, 2, 2]);\n  %4 = transpose(%3, axes=[1, 2, 0]);\n"
      "  %5 = strided_slice(%1, begin=[0], end=[2], axes=[2]);\n"
      "  %6 = nn.batch_matmul(%5, %4);\n  %7 = nn.softmax(%6);\n"
      "  nn.batch_matmul(%7, %1)\n}",
      "test.ir");
  const Graph after = recognized(before);
  EXPECT_EQ(count_of(after, "strided_slice"), 1);  // of k
  EXPECT_EQ(count_of(after, "take"), 1);           // of q
  EXPECT_EQ(count_of(after, "nn.attention"), 1);
  expect_attention_values(before, after);
}

}  // namespace
}  // namespace vta
