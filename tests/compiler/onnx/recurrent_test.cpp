// RNN, GRU and LSTM, attention, samples: what the importer makes of them, and what it refuses.
// Their values are compared with onnxruntime's in conformance/.
#include <gmock/gmock.h>

#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<float> some_floats(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = 0.1F * static_cast<float>(i % 7) - 0.3F;
  return values;
}

// 3 steps of 2 sequences of 2 values; 1 or 2 directions of 2 units.
TestModel recurrent_model(const std::string& op, size_t gates, size_t directions = 1,
                          const std::vector<std::string>& more = {}) {
  const auto d = static_cast<int64_t>(directions), rows = static_cast<int64_t>(2 * gates);
  TestModel m(14);
  m.input("x", {3, 2, 2}).floats("w", {d, rows, 2}, some_floats(directions * gates * 4));
  m.floats("r", {d, rows, 2}, some_floats(directions * gates * 4));
  std::vector<std::string> operands{"x", "w", "r"};
  operands.insert(operands.end(), more.begin(), more.end());
  m.node(op, operands, "y").output("y");
  return m;
}

void attr_texts(TestModel& m, const std::string& name, const std::vector<std::string>& texts) {
  auto& a = *m.graph().mutable_node(m.graph().node_size() - 1)->add_attribute();
  a.set_name(name);
  a.set_type(onnx::AttributeProto::STRINGS);
  for (const std::string& text : texts)
    a.add_strings(text);
}

TEST(OnnxRecurrent, ADirectionIsACall) {
  EXPECT_THAT(ops_of(recurrent_model("LSTM", 4).import()), ElementsAre("nn.lstm", "expand_dims"));
  TestModel both = recurrent_model("GRU", 3, 2);
  both.attr_text("direction", "bidirectional");
  EXPECT_THAT(ops_of(both.import()),
              ElementsAre("nn.gru", "nn.gru", "expand_dims", "expand_dims", "concatenate"));
}

// h = tanh(w x + r h): two steps of one unit by hand.
TEST(OnnxRecurrent, StatesGoFromStepToStep) {
  TestModel m(14);
  m.input("x", {2, 1, 1}).floats("w", {1, 1, 1}, {0.5F}).floats("r", {1, 1, 1}, {-2});
  m.node("RNN", {"x", "w", "r"}, "y").output("y");
  const float first = std::tanh(0.5F), second = std::tanh(1 - 2 * first);
  const std::vector<float> y = floats_of(m.run({2, 1, 1}, {1, 2}));
  EXPECT_NEAR(y[0], first, 1e-6F);
  EXPECT_NEAR(y[1], second, 1e-6F);
}

// As a network for streams runs it: one step, with the states of the step before as inputs.
TEST(OnnxRecurrent, StepByStepIsTheWhole) {
  for (const auto& [op, gates] : {std::pair{"RNN", size_t{1}}, {"GRU", 3}, {"LSTM", 4}}) {
    const bool cells = gates == 4;
    TestModel whole = recurrent_model(op, gates);
    const std::vector<float> x = some_floats(12);
    const std::vector<float> all = floats_of(whole.run({3, 2, 2}, x));
    TestModel step = recurrent_model(op, gates, 1, {"", "", "h"});
    step.graph()
        .mutable_input(0)
        ->mutable_type()
        ->mutable_tensor_type()
        ->mutable_shape()
        ->mutable_dim(0)
        ->set_dim_value(1);
    step.input("h", {1, 2, 2}).graph().mutable_node(0)->add_output("hn");
    step.output("hn");
    if (cells) {
      step.input("c", {1, 2, 2}).graph().mutable_node(0)->add_input("c");
      step.graph().mutable_node(0)->add_output("cn");
      step.output("cn");
    }
    const Graph graph = step.import();
    std::vector<Tensor> states(cells ? 2 : 1, Tensor::zeros(DType::F32, {1, 2, 2}));
    for (size_t t = 0; t < 3; ++t) {
      std::vector<Tensor> inputs{
          Tensor::from_span<float>({1, 2, 2}, std::span(x).subspan(4 * t, 4))};
      inputs.insert(inputs.end(), states.begin(), states.end());
      const std::vector<Tensor> results = interpret(graph, inputs);
      states.assign(results.begin() + 1, results.end());
      EXPECT_THAT(floats_of(results[0]),
                  testing::Pointwise(testing::FloatNear(1e-6F), std::span(all).subspan(4 * t, 4)))
          << op << " step " << t;
    }
  }
}

TEST(OnnxRecurrent, AttributesThatAreWrongAreNamed) {
  const auto with = [](const std::string& name, const std::string& text) {
    TestModel m = recurrent_model("LSTM", 4);
    m.attr_text(name, text);
    return m.error();
  };
  EXPECT_THAT(with("direction", "backward"),
              HasSubstr("direction \"backward\" is unknown: forward, reverse or bidirectional"));
  TestModel m = recurrent_model("LSTM", 4);
  EXPECT_THAT(m.attr("layout", 2).error(), HasSubstr("layout=2 is unknown: 0 or 1"));
  m = recurrent_model("LSTM", 4);
  EXPECT_THAT(m.attr("hidden_size", 3).error(),
              HasSubstr("hidden_size does not agree with R (1, 8, 2)"));
  m = recurrent_model("LSTM", 4);
  EXPECT_THAT(m.attr_float("clip", -1).error(), HasSubstr("clip=-1 must be above 0"));
  m = recurrent_model("LSTM", 4);
  attr_texts(m, "activations", {"Sigmoid", "Tanh"});
  EXPECT_THAT(m.error(), HasSubstr("activations has 2 names: must be 3 for 1 direction"));
  m = recurrent_model("RNN", 1);
  attr_texts(m, "activations", {"Affine"});
  EXPECT_THAT(m.error(), HasSubstr("activation Affine needs a value of activation_alpha"));
  m = recurrent_model("RNN", 1);
  attr_texts(m, "activations", {"Gelu"});
  EXPECT_THAT(m.error(), HasSubstr("activation \"Gelu\" is not supported; supported are Affine, "));
}

TEST(OnnxRecurrent, OperandsThatDoNotFitAreNamed) {
  TestModel m = recurrent_model("GRU", 3, 2);
  EXPECT_THAT(m.error(), HasSubstr("operand 1 is (2, 6, 2): axis 0 must have 1, the number of "
                                   "directions"));
  m = recurrent_model("GRU", 2);
  EXPECT_THAT(m.error(), HasSubstr("nn.gru: the weight is Tensor[(4, 2), float32], expected "
                                   "Tensor[(6, 2), float32]"));
  m = recurrent_model("GRU", 3, 1, {"b"});
  EXPECT_THAT(m.floats("b", {1, 6}, some_floats(6)).error(),
              HasSubstr("the bias is Tensor[(6), float32], expected Tensor[(12), float32]"));
  m = recurrent_model("GRU", 3, 1, {"", "", "h"});
  EXPECT_THAT(m.floats("h", {1, 3, 2}, some_floats(6)).error(), HasSubstr("the first state is "));
  m = recurrent_model("GRU", 3);
  m.graph()
      .mutable_input(0)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->add_dim()
      ->set_dim_value(1);
  EXPECT_THAT(m.error(), HasSubstr("must have three axes"));
}

// ---- Attention ----------------------------------------------------------------------------------
TestModel attention_model(const std::vector<int64_t>& q, const std::vector<int64_t>& k,
                          const std::vector<std::string>& more = {}) {
  TestModel m(24);
  m.input("q", q).input("k", k);
  std::vector<std::string> operands{"q", "k", "k"};
  operands.insert(operands.end(), more.begin(), more.end());
  m.node("Attention", operands, "y").output("y");
  return m;
}

TEST(OnnxAttention, HeadsThatShareKeysAreRowsOfOneMatrix) {
  const Graph graph = attention_model({1, 8, 4, 2}, {1, 2, 5, 2}).import();
  EXPECT_EQ(graph.type(graph.outputs()[0]).shape, (Shape{1, 8, 4, 2}));
  for (NodeId id = 0; id < graph.size(); ++id) {
    if (graph.node(id).op == "nn.batch_matmul") {
      EXPECT_EQ(graph.type(graph.node(id).inputs[0]).shape[0], 2);
    }
  }
  EXPECT_THAT(ops_of(graph), testing::Not(testing::Contains("broadcast_to")));
}

TEST(OnnxAttention, WhatDoesNotFitIsNamed) {
  EXPECT_THAT(attention_model({1, 3, 4, 2}, {1, 2, 5, 2}).error(),
              HasSubstr("do not agree: (batch, heads, length, size) with heads of queries a "
                        "multiple"));
  EXPECT_THAT(attention_model({1, 4, 6}, {1, 5, 6}).error(),
              HasSubstr("q_num_heads=0 must divide the last extent of operand 0, (1, 4, 6)"));
  EXPECT_THAT(attention_model({4, 6}, {5, 6}).error(), HasSubstr("must have three or four axes"));
  TestModel m = attention_model({1, 2, 4, 2}, {1, 2, 5, 2}, {"m"});
  EXPECT_THAT(m.floats("m", {4, 6}, some_floats(24)).error(),
              HasSubstr("the mask (4, 6) must have 5 columns"));
  m = attention_model({1, 2, 4, 2}, {1, 2, 5, 2}, {"m"});
  EXPECT_THAT(m.floats("m", {3, 5}, some_floats(15)).error(), HasSubstr("do not broadcast"));
  m = attention_model({1, 2, 4, 2}, {1, 2, 5, 2}, {"", "k"});
  EXPECT_THAT(m.error(), HasSubstr("past_key and past_value must be given together"));
  m = attention_model({1, 2, 4, 2}, {1, 2, 5, 2});
  EXPECT_THAT(m.attr_float("softcap", -1).error(), HasSubstr("softcap=-1 must be 0 or above"));
  m = attention_model({1, 2, 4, 2}, {1, 2, 5, 2});
  EXPECT_THAT(m.attr("qk_matmul_output_mode", 4).error(),
              HasSubstr("qk_matmul_output_mode=4 is unknown: 0 to 3"));
  m = attention_model({1, 2, 4, 2}, {1, 2, 5, 2}, {"", "", "", "n"});
  EXPECT_THAT(m.ints("n", {5, 5}).error(), HasSubstr("nonpad_kv_seqlen is (2): must be (1)"));
}

TEST(OnnxRotary, WhatDoesNotFitIsNamed) {
  const auto model = [](const std::vector<int64_t>& x, const std::vector<int64_t>& cache) {
    TestModel m(23);
    m.input("x", x).input("c", cache).input("s", cache);
    m.node("RotaryEmbedding", {"x", "c", "s"}, "y").output("y");
    return m;
  };
  EXPECT_EQ(model({1, 2, 3, 4}, {1, 3, 2}).import().outputs().size(), 1u);
  EXPECT_THAT(model({1, 3, 8}, {1, 3, 2}).error(),
              HasSubstr("num_heads=0 must divide the last extent of (1, 3, 8)"));
  EXPECT_THAT(model({1, 2, 3, 4}, {3, 2}).error(),
              HasSubstr("operand 1 makes (3, 2): must be (batch, 3, 2); position_ids would choose "
                        "rows of two axes"));
  EXPECT_THAT(model({1, 2, 3, 5}, {1, 3, 2}).error(),
              HasSubstr("turns 5 values of each head's 5: must be an even number of them"));
  EXPECT_THAT(model({3, 5}, {1, 3, 2}).error(), HasSubstr("X is (3, 5): must have three or four"));
}

// ---- TopK, GridSample ---------------------------------------------------------------------------
TEST(OnnxTopK, WantsAConstantNumberWithinTheExtent) {
  for (const int64_t k : {0, 5}) {
    TestModel m;
    m.input("x", {1, 4}).ints("k", {k}).node("TopK", {"x", "k"}, "y").output("y");
    EXPECT_THAT(m.error(), HasSubstr(fmt::format("K={}: axis 1 of (1, 4) has 4", k)));
  }
  TestModel m;
  m.input("x", {1, 4}).input("k", {1}).node("TopK", {"x", "k"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("K ('k') must be a constant"));
}

TEST(OnnxGridSample, ModesHaveOneNameAtEachOpset) {
  const auto error = [](int64_t opset, const std::string& mode) {
    TestModel m(opset);
    m.input("x", {1, 1, 2, 2}).input("g", {1, 3, 3, 2}).node("GridSample", {"x", "g"}, "y");
    m.attr_text("mode", mode).output("y");
    return m.error();
  };
  EXPECT_THAT(error(16, "linear"),
              HasSubstr("mode \"linear\" is unknown at opset 16: bilinear, nearest or bicubic"));
  EXPECT_THAT(error(20, "bicubic"),
              HasSubstr("mode \"bicubic\" is unknown at opset 20: linear, nearest or cubic"));
}

}  // namespace
}  // namespace vta
