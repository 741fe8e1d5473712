// Norms and activations in the forms that exporters write: one typed operator, the same values.
#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

Graph with_typed_operators(const Graph& graph) {
  PassContext context;
  return run_named(graph, {"recognize_transformer"}, context);
}

std::vector<std::string> calls_of(const Graph& graph) {
  std::vector<std::string> ops;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).kind == NodeKind::Call)
      ops.push_back(graph.node(id).op);
  return ops;
}

using Ops = std::vector<std::string>;

const std::string kHead = "def @main(%x: Tensor[(2, 3, 5), float32]) {\n  ";
const std::string kCentred =
    "%0 = mean(%x, axis=[2], keepdims=True);\n  %1 = subtract(%x, %0);\n  ";
const std::string kVariance = "%2 = power(%1, 2f /* ty=float32 */);\n  ";
const std::string kDeviation =
    "%3 = mean(%2, axis=[-1], keepdims=True);\n  "
    "%4 = add(%3, 0.01f /* ty=float32 */);\n  %5 = sqrt(%4);\n  ";
const std::string kGamma = "meta[relay.Constant][0] /* ty=Tensor[(5), float32] */";
const std::string kBeta = "meta[relay.Constant][1] /* ty=Tensor[(5), float32] */";

void expect_one(const std::string& body, const Ops& ops) {
  SCOPED_TRACE(body);
  Graph before = parse_graph(kHead + body + "\n}", "test.ir");
  fill_constants(before, 3);
  const Graph after = with_typed_operators(before);
  EXPECT_EQ(calls_of(after), ops) << print_graph(after);
  expect_same_values(before, after, 1e-6);
}

TEST(RecognizeNorms, EveryFormIsOneOperator) {
  const std::string usual = kCentred + kVariance + kDeviation;
  const std::string affine = "%7 = multiply(%6, " + kGamma + ");\n  add(%7, " + kBeta + ")";
  const Ops norm = {"nn.layer_norm"}, rms = {"nn.rms_norm"};
  expect_one(usual + "%6 = divide(%1, %5);\n  " + affine, norm);
  expect_one(usual + "%6 = divide(%1, %5);\n  %7 = multiply(" + kGamma + ", %6);\n  add(" + kBeta +
                 ", %7)",
             norm);
  expect_one(usual + "divide(%1, %5)", norm);
  expect_one(usual + "%6 = divide(%1, %5);\n  multiply(%6, " + kGamma + ")", norm);
  expect_one(usual + "%6 = divide(%1, %5);\n  add(%6, " + kBeta + ")", norm);
  expect_one(usual + "%8 = reciprocal(%5);\n  %6 = multiply(%8, %1);\n  " + affine, norm);
  expect_one(usual + "%8 = divide(1f /* ty=float32 */, %5);\n  %6 = multiply(%1, %8);\n  " + affine,
             norm);
  expect_one(kCentred +
                 "%2 = multiply(%1, %1);\n  %3 = mean(%2, axis=2, keepdims=True);\n  "
                 "%4 = add(0.01f /* ty=float32 */, %3);\n  %5 = power(%4, -0.5f /* "
                 "ty=float32 */);\n  %6 = multiply(%1, %5);\n  " +
                 affine,
             norm);
  // The difference is computed twice.
  expect_one(kCentred + "%8 = subtract(%x, %0);\n  %2 = power(%8, 2f /* ty=float32 */);\n  " +
                 kDeviation + "%6 = divide(%1, %5);\n  " + affine,
             norm);
  expect_one("%2 = multiply(%x, %x);\n  " + kDeviation + "%6 = divide(%x, %5);\n  multiply(%6, " +
                 kGamma + ")",
             rms);
  expect_one("%2 = power(%x, 2f /* ty=float32 */);\n  " + kDeviation +
                 "%7 = reciprocal(%5);\n  %6 = multiply(%x, %7);\n  multiply(" + kGamma + ", %6)",
             rms);
}

TEST(RecognizeNorms, WhatIsNoneStays) {
  const std::string others[] = {
      // Along another axis, and along all.
      "%0 = mean(%x, axis=[1], keepdims=True);\n  %1 = subtract(%x, %0);\n  " + kVariance +
          kDeviation + "divide(%1, %5)",
      "%0 = mean(%x, keepdims=True);\n  %1 = subtract(%x, %0);\n  " + kVariance +
          "%3 = mean(%2, keepdims=True);\n  %4 = add(%3, 0.01f /* ty=float32 */);\n  %5 = "
          "sqrt(%4);\n  divide(%1, %5)",
      // A third power; something else is divided.
      kCentred + "%2 = power(%1, 3f /* ty=float32 */);\n  " + kDeviation + "divide(%1, %5)",
      kCentred + kVariance + kDeviation + "%6 = exp(%x);\n  divide(%6, %5)",
  };
  for (const std::string& body : others) {
    SCOPED_TRACE(body);
    const Graph before = parse_graph(kHead + body + "\n}", "test.ir");
    for (const std::string& op : calls_of(with_typed_operators(before)))
      EXPECT_NE(op, "nn.layer_norm");
  }
}

// An epsilon of one per channel is no number; gamma of every place is no channel's.
TEST(RecognizeNorms, ParametersArePerChannel) {
  const std::string usual = kCentred + kVariance + kDeviation + "%6 = divide(%1, %5);\n  ";
  expect_one(usual + "multiply(%6, meta[relay.Constant][0] /* ty=Tensor[(3, 5), float32] */)",
             {"nn.layer_norm", "multiply"});
  expect_one(usual + "multiply(%6, 2f /* ty=float32 */)", {"nn.layer_norm"});
}

std::string float_number(const std::string& value) {
  return value + "f /* ty=float32 */";
}

TEST(RecognizeActivations, EverySpellingIsOneOperator) {
  const std::string erf =
      "%0 = divide(%x, " + float_number("1.41421356") + ");\n  %1 = erf(%0);\n  ";
  const std::string one = "%2 = add(%1, " + float_number("1") + ");\n  ";
  const Ops gelu = {"nn.gelu"}, tanh = {"nn.gelu_tanh"}, silu = {"nn.silu"};
  expect_one(erf + one + "%3 = multiply(%x, %2);\n  multiply(%3, " + float_number("0.5") + ")",
             gelu);
  expect_one(erf + one + "%3 = multiply(%x, " + float_number("0.5") + ");\n  multiply(%3, %2)",
             gelu);
  expect_one(erf + one + "%3 = multiply(%2, " + float_number("0.5") + ");\n  multiply(%x, %3)",
             gelu);
  expect_one(erf + "%2 = multiply(%1, " + float_number("0.5") + ");\n  %3 = add(" +
                 float_number("0.5") + ", %2);\n  multiply(%3, %x)",
             gelu);
  expect_one("%0 = multiply(%x, " + float_number("0.70710678") + ");\n  %1 = erf(%0);\n  " + one +
                 "%3 = multiply(%x, %2);\n  multiply(" + float_number("0.5") + ", %3)",
             gelu);
  const std::string cube = "%0 = power(%x, " + float_number("3") + ");\n  %1 = multiply(%0, " +
                           float_number("0.044715") +
                           ");\n  %2 = add(%x, %1);\n  %3 = multiply(%2, " +
                           float_number("0.79788456") + ");\n  ";
  const std::string half = "%5 = add(%4, " + float_number("1") + ");\n  %6 = multiply(%x, " +
                           float_number("0.5") + ");\n  multiply(%6, %5)";
  expect_one(cube + "%4 = tanh(%3);\n  " + half, tanh);
  // 0.797885 x (1 + 0.044715 x x)
  expect_one("%0 = multiply(%x, %x);\n  %1 = multiply(%0, " + float_number("0.044715") +
                 ");\n  %2 = add(%1, " + float_number("1") + ");\n  %7 = multiply(%x, " +
                 float_number("0.79788456") + ");\n  %3 = multiply(%7, %2);\n  %4 = tanh(%3);\n  " +
                 half,
             tanh);
  expect_one(cube + "%4 = multiply(%3, " + float_number("2") +
                 ");\n  %5 = sigmoid(%4);\n  multiply(%x, %5)",
             tanh);
  expect_one("%0 = sigmoid(%x);\n  multiply(%x, %0)", silu);
  expect_one(
      "%0 = multiply(%x, " + float_number("1.702") + ");\n  %1 = sigmoid(%0);\n  multiply(%1, %x)",
      silu);
}

TEST(RecognizeActivations, WhatIsNoneStays) {
  const std::string erf =
      "%0 = divide(%x, " + float_number("1.41421356") + ");\n  %1 = erf(%0);\n  ";
  const std::string others[] = {
      // Factors that differ, another sign, another value.
      "%0 = divide(%x, " + float_number("1.5") + ");\n  %1 = erf(%0);\n  %2 = add(%1, " +
          float_number("1") + ");\n  %3 = multiply(%x, %2);\n  multiply(%3, " +
          float_number("0.5") + ")",
      erf + "%2 = add(%1, " + float_number("1") + ");\n  %3 = multiply(%x, %2);\n  multiply(%3, " +
          float_number("0.6") + ")",
      erf + "%2 = add(%1, " + float_number("-1") + ");\n  %3 = multiply(%x, %2);\n  multiply(%3, " +
          float_number("0.5") + ")",
      "%0 = exp(%x);\n  %1 = sigmoid(%x);\n  multiply(%0, %1)",
      "%0 = multiply(%x, " + float_number("-1") + ");\n  %1 = sigmoid(%0);\n  multiply(%x, %1)",
      "%0 = tanh(%x);\n  multiply(%x, %0)",
  };
  for (const std::string& body : others) {
    SCOPED_TRACE(body);
    const Graph before = parse_graph(kHead + body + "\n}", "test.ir");
    EXPECT_EQ(calls_of(with_typed_operators(before)), calls_of(before));
  }
}

// A number by a number is of no row.
// Nothing is looked for farther than a norm is long.
TEST(RecognizeNorms, ChainsOfAnyLengthAreWalkedOnce) {
  for (const std::string op : {"add", "multiply"}) {
    Graph before;
    NodeId end = before.add_input("x", {{2, 3}, DType::F32});
    const NodeId by =
        before.add_constant(Tensor::from_span<float>({3}, std::vector{1.F, 2.F, 3.F}));
    for (int i = 0; i < 20'000; ++i)
      end = before.add_call(op, {end, by});
    before.set_outputs({end});
    EXPECT_EQ(with_typed_operators(before).size(), before.size());
  }
}

TEST(RecognizeNorms, LeavesNumbersAsTheyAre) {
  Graph graph;
  const NodeId x = graph.add_input("x", {{}, DType::F32});
  const NodeId by = graph.add_constant(Tensor::scalar(0.5F));
  graph.set_outputs({graph.add_call("multiply", {x, by}), graph.add_call("add", {x, by})});
  EXPECT_EQ(calls_of(with_typed_operators(graph)), (Ops{"multiply", "add"}));
}

}  // namespace
}  // namespace vta
