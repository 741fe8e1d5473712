// Attention, its norms and activations in integers.
#include <gmock/gmock.h>

#include "compiler/passes/quantize.h"
#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

Graph quantized(const Graph& graph, double scale, std::vector<Note>* notes = nullptr) {
  PassContext context;
  context.quant.all_int8();
  context.quant.global_scale = scale;
  Graph made = quantize(graph, context);
  if (notes != nullptr)
    *notes = context.notes;
  return made;
}

const Node* call_of(const Graph& graph, std::string_view op) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).kind == NodeKind::Call && graph.node(id).op == op)
      return &graph.node(id);
  return nullptr;
}

// `steps`: how far values may be, in steps of the scale.
void expect_near(const Graph& real, const Graph& integers, double step, double steps) {
  const std::vector<Tensor> inputs = random_inputs(real, 8);
  const Tensor a = interpret(real, inputs).front(), b = interpret(integers, inputs).front();
  for (size_t i = 0; i < static_cast<size_t>(a.size()); ++i)
    EXPECT_NEAR(a.data<float>()[i], b.data<float>()[i], step * steps) << i;
}

TEST(RealizeTransformer, AttentionIsInIntegers) {
  const Graph real = parse_graph(
      "def @main(%q: Tensor[(10, 8), float32], %k: Tensor[(14, 4), float32], "
      "%v: Tensor[(14, 6), float32]) {\n  nn.attention(%q, %k, %v, batch=2, num_heads=2, "
      "kv_heads=1, scale=-0.6931471805599453f, causal=True)\n}",
      "test.ir");
  const Graph made = quantized(real, 2);
  const Node* n = call_of(made, "qnn.attention");
  ASSERT_NE(n, nullptr);
  EXPECT_EQ(n->attrs, (Attrs{{"batch", 2},
                             {"num_heads", 2},
                             {"kv_heads", 1},
                             {"causal", true},
                             {"fraction", int64_t{12}},
                             {"shift", int64_t{22}},
                             {"exp", std::string("any")}}));
  expect_near(real, made, 0x1p-6, 2);
}

// Values within 2^-10 would have scores of 34 bits behind the point.
TEST(RealizeTransformer, TinyScoresHaveAsManyBitsAsThereAre) {
  for (const char* key : {"k", "q"}) {
    const Graph real = parse_graph(
        fmt::format("def @main(%q: Tensor[(9, 4), float32], %k: Tensor[(9, 4), float32]) {{\n  "
                    "nn.attention(%q, %{}, %k, scale=-0.6931471805599453f)\n}}",
                    key),
        "test.ir");
    const Graph made = quantized(real, 0x1p-10);
    const Node* n = call_of(made, "qnn.attention");
    ASSERT_NE(n, nullptr);
    EXPECT_LE(n->attrs.get_int("fraction", 0), 15);
    EXPECT_GE(n->attrs.get_int("fraction", 0), 14);
  }
}

TEST(RealizeTransformer, AttentionThatIsNotDefinedStaysInFloat) {
  const std::string head =
      "def @main(%q: Tensor[(3, 8), float32], %m: Tensor[(3, 3), float32]) {\n  ";
  const auto fact = [&](const std::string& call, double scale) {
    std::vector<Note> notes;
    const Graph made = quantized(parse_graph(head + call + "\n}", "test.ir"), scale, &notes);
    EXPECT_NE(call_of(made, "nn.attention"), nullptr);
    EXPECT_EQ(call_of(made, "qnn.attention"), nullptr);
    return notes.empty() ? std::string() : notes.front().reason;
  };
  EXPECT_EQ(fact("nn.attention(%q, %q, %q, %m, scale=-0.6931471805599453f)", 2),
            "its mask is another than a causal one");
  EXPECT_THAT(fact("nn.attention(%q, %q, %q, scale=0.5f)", 2), testing::HasSubstr("scale"));
  EXPECT_EQ(fact("nn.attention(%q, %q, %q, scale=-0.6931471805599453f)", 256),
            "scores would have -2 bits behind the point and results a shift of 22: legal are 1 to "
            "15 and 0 to 30");
}

const std::string kNormText =
    "def @main(%x: Tensor[(4, 12), float32]) {\n  nn.layer_norm(%x, meta[relay.Constant][0] /* "
    "ty=Tensor[(12), float32] */, meta[relay.Constant][1] /* ty=Tensor[(12), float32] */, "
    "epsilon=0.01f)\n}";

Graph with_parameters(const std::string& text, float gamma, float beta) {
  Graph graph = parse_graph(text, "test.ir");
  bool first = true;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).kind == NodeKind::Constant) {
      Tensor t = Tensor::zeros(DType::F32, graph.type(id).shape);
      for (int64_t i = 0; i < t.size(); ++i)
        t.mutable_data<float>()[static_cast<size_t>(i)] =
            first ? gamma * (gamma == 1 ? 1.0F : static_cast<float>(i % 3) - 0.5F)
                  : beta * static_cast<float>(i % 5);
      graph.node(id).constant = t;
      first = false;
    }
  return graph;
}

TEST(RealizeTransformer, NormsAreInIntegers) {
  const Graph unit = with_parameters(kNormText, 1, 0);
  const Graph made = quantized(unit, 4);
  const Node* n = call_of(made, "qnn.layer_norm");
  ASSERT_NE(n, nullptr);
  // 0.01 * 12 channels * 4^4 in squared steps of 2^-5.
  EXPECT_EQ(
      n->attrs,
      (Attrs{{"rms", int64_t{0}}, {"epsilon", int64_t{31457}}, {"result_fraction", int64_t{5}}}));
  expect_near(unit, made, 0x1p-5, 2.5);
  const Graph rms = with_parameters(
      "def @main(%x: Tensor[(4, 12), float32]) {\n  nn.rms_norm(%x, meta[relay.Constant][0] /* "
      "ty=Tensor[(12), float32] */)\n}",
      1, 0);
  const Graph integers = quantized(rms, 4);
  ASSERT_NE(call_of(integers, "qnn.layer_norm"), nullptr);
  EXPECT_TRUE(call_of(integers, "qnn.layer_norm")->attrs.get_int("rms", 0) == 1);
  expect_near(rms, integers, 0x1p-5, 2.5);
}

TEST(RealizeTransformer, NormsThatAreNotDefinedStayInFloat) {
  std::vector<Note> notes;
  EXPECT_EQ(call_of(quantized(with_parameters(kNormText, 1.5F, 0.3F), 4, &notes), "qnn.layer_norm"),
            nullptr);
  EXPECT_EQ(notes.front().reason,
            "its gamma and beta are not in layers, which alone would read it");
  notes.clear();
  EXPECT_EQ(call_of(quantized(with_parameters(kNormText, 1, 0), 1, &notes), "qnn.layer_norm"),
            nullptr);
  EXPECT_EQ(notes.front().reason,
            "epsilon is 503316 steps of its data's squares, at most 65535 are possible");
}

// A layer, its bias and GELU are one kernel's epilogue.
TEST(RealizeTransformer, ActivationsBehindALayerAreInIntegers) {
  for (const std::string call :
       {"nn.gelu(%1)", "nn.gelu_tanh(%1)", "nn.silu(%1)", "nn.silu(%1, alpha=1.702f)"}) {
    Graph real = parse_graph(
        "def @main(%x: Tensor[(4, 12), float32]) {\n  %0 = nn.dense(%x, "
        "meta[relay.Constant][0] /* ty=Tensor[(9, 12), float32] */, "
        "units=9);\n  %1 = add(%0, meta[relay.Constant][1] /* "
        "ty=Tensor[(9), float32] */);\n  " +
            call + "\n}",
        "test.ir");
    fill_constants(real, 5);
    const Graph made = quantized(real, 2);
    const Node* n = call_of(made, "qnn.gelu");
    ASSERT_NE(n, nullptr);
    EXPECT_EQ(n->attrs.get_int("result_fraction", 0), 6);
    expect_near(real, made, 0x1p-6, 5);
  }
  const Graph other =
      parse_graph("def @main(%x: Tensor[(4, 12), float32]) {\n  nn.gelu(%x)\n}", "test.ir");
  EXPECT_NE(call_of(quantized(other, 2), "nn.gelu"), nullptr);
}

TEST(RealizeTransformer, WithoutDenseLayersOnTheDeviceAllStaysInFloat) {
  const Graph real = with_parameters(kNormText, 1, 0);
  PassContext context;
  EXPECT_EQ(call_of(quantize(real, context), "qnn.layer_norm"), nullptr);
}

// gamma and beta go into all layers that read a norm, through moves of rows.
TEST(FoldNormParameters, IntoTheLayersThatReadIt) {
  const std::string head =
      "def @main(%x: Tensor[(2, 3, 12), float32]) {\n  %0 = nn.layer_norm(%x, "
      "meta[relay.Constant][0] /* ty=Tensor[(12), float32] */, meta[relay.Constant][1] /* "
      "ty=Tensor[(12), float32] */);\n  ";
  const std::string layer = ", meta[relay.Constant][2] /* ty=Tensor[(5, 12), float32] */, units=5)";
  const auto passed = [&](const std::string& body) {
    Graph before = parse_graph(head + body + "\n}", "test.ir");
    fill_constants(before, 6);
    PassContext context;
    Graph after = run_named(before, {"recognize_transformer"}, context);
    expect_same_values(before, after, 1e-5);
    const Node& gamma = after.node(call_of(after, "nn.layer_norm")->inputs[1]);
    return std::ranges::all_of(gamma.constant.data<float>(), [](float v) { return v == 1; });
  };
  EXPECT_TRUE(passed("%1 = reshape(%0, newshape=[6, 12]);\n  nn.dense(%1" + layer));
  EXPECT_TRUE(passed("%1 = take(%0, 0 /* ty=int64 */, axis=1);\n  nn.dense(%1" + layer));
  EXPECT_TRUE(passed("%1 = reshape(%0, newshape=[6, 12]);\n  %2 = nn.dense(%1" + layer +
                     ";\n  %3 = nn.dense(%1" + layer + ";\n  add(%2, %3)"));
  // Others read it; channels are moved; it is an output.
  EXPECT_FALSE(passed("%1 = reshape(%0, newshape=[6, 12]);\n  %2 = nn.dense(%1" + layer +
                      ";\n  %3 = sum(%1);\n  add(%2, %3)"));
  EXPECT_FALSE(
      passed("%1 = strided_slice(%0, begin=[11], end=[-20], strides=[-1], axes=[2]);\n  "
             "%2 = reshape(%1, newshape=[6, 12]);\n  nn.dense(%2" +
             layer));
  EXPECT_FALSE(passed("nn.relu(%0)"));
}

}  // namespace
}  // namespace vta
