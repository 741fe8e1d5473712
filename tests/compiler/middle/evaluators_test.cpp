// Every operator of the table is really evaluated: by the interpreter and by the host's own code,
// on the same tiny listing, to the same values.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

#include "compiler/graph/op_table.h"
#include "compiler/interp/interpreter.h"
#include "compiler/text/text.h"
#include "runtime/executor.h"
#include "sim/factory/device_factory.h"

namespace vta {
namespace {

struct Example {
  const char* op;
  const char* call;  // may follow others; on %x, %y (2, 4, 4, 4) float32, %i, %j the same int32, %c
                     // (4) float32
};
void PrintTo(const Example& e, std::ostream* out) {
  *out << e.op;
}

const Example kExamples[] = {
    {"nn.conv2d",
     "nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(3, 4, 3, 3), float32] */, "
     "padding=[1, 1, 1, 1], channels=3, kernel_size=[3, 3])"},
    {"nn.dense", "nn.dense(%m, meta[relay.Constant][0] /* ty=Tensor[(3, 4), float32] */)"},
    {"nn.im2col",
     "nn.im2col(%x, kernel_size=[3, 2], strides=[2, 1], padding=[2, 1, 1, 0], dilation=[1, 2])"},
    {"nn.bias_add", "nn.bias_add(%x, %c)"},
    {"nn.batch_norm", "nn.batch_norm(%x, %c, %c, %c, %p)"},
    {"nn.relu", "nn.relu(%x)"},
    {"nn.leaky_relu", "nn.leaky_relu(%x, alpha=0.1f)"},
    {"nn.max_pool2d", "nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2])"},
    {"nn.avg_pool2d", "nn.avg_pool2d(%x, pool_size=[2, 2], strides=[2, 2])"},
    {"nn.sum_pool2d", "nn.sum_pool2d(%i, pool_size=[3, 2], strides=[2, 1], padding=[1, 1, 0, 0])"},
    {"nn.global_avg_pool2d", "nn.global_avg_pool2d(%x)"},
    {"nn.global_max_pool2d", "nn.global_max_pool2d(%x)"},
    {"nn.softmax", "nn.softmax(%x)"},
    {"nn.log_softmax", "nn.log_softmax(%x)"},
    {"nn.lrn", "nn.lrn(%x, size=3, axis=1, bias=1f, alpha=0.5f, beta=0.75f)"},
    {"nn.dropout", "nn.dropout(%x, rate=0.5f)"},
    {"nn.pad", "nn.pad(%x, 0f /* ty=float32 */, pad_width=[[0, 0], [0, 0], [1, 0], [0, 2]])"},
    {"nn.batch_flatten", "nn.batch_flatten(%x)"},
    {"add", "add(%x, %y)"},
    {"subtract", "subtract(%x, %y)"},
    {"multiply", "multiply(%x, %y)"},
    {"divide", "divide(%m, %p)"},
    {"maximum", "maximum(%x, %y)"},
    {"minimum", "minimum(%x, %y)"},
    {"left_shift", "left_shift(%i, 2 /* ty=int32 */)"},
    {"right_shift", "right_shift(%i, 2 /* ty=int32 */)"},
    {"round", "round(%x)"},
    {"clip", "clip(%x, a_min=-0.5f, a_max=0.25f)"},
    {"cast", "cast(%x, dtype=\"int32\")"},
    {"negative", "negative(%x)"},
    {"abs", "abs(%x)"},
    {"sigmoid", "sigmoid(%x)"},
    {"tanh", "tanh(%x)"},
    {"exp", "exp(%x)"},
    {"sqrt", "sqrt(%p)"},
    {"reshape", "reshape(%x, newshape=[2, 64])"},
    {"transpose", "transpose(%x, axes=[0, 2, 3, 1])"},
    {"squeeze", "squeeze(%s, axis=[1])"},
    {"expand_dims", "expand_dims(%x, axis=1)"},
    {"concatenate", "concatenate(%x, %y, axis=1)"},
    {"split", "split(%x, indices_or_sections=2, axis=1)"},
    {"strided_slice", "strided_slice(%x, begin=[0, 1], end=[2, 3], strides=[1, 1], axes=[0, 2])"},
    {"mean", "mean(%x, axis=[2, 3])"},
    {"broadcast_to", "broadcast_to(%c, shape=[3, 4])"},
    {"annotation.cast_hint", "annotation.cast_hint(%x, dtype=\"int8\")"},
    {"annotation.data", "annotation.data(%x)"},
    {"annotation.stop_fusion", "annotation.stop_fusion(%x)"},
    {"nn.batch_matmul", "%0 = expand_dims(%m, axis=2);\n  nn.batch_matmul(%s, %0)"},
    {"nn.prelu", "nn.prelu(%x, %c)"},
    {"nn.elu", "nn.elu(%x, alpha=0.5f)"},
    {"nn.celu", "nn.celu(%x, alpha=0.5f)"},
    {"nn.selu", "nn.selu(%x)"},
    {"nn.thresholded_relu", "nn.thresholded_relu(%x, alpha=0.5f)"},
    {"nn.hard_sigmoid", "nn.hard_sigmoid(%x)"},
    {"nn.hard_swish", "nn.hard_swish(%x)"},
    {"nn.softplus", "nn.softplus(%x)"},
    {"nn.softsign", "nn.softsign(%x)"},
    {"nn.mish", "nn.mish(%x)"},
    {"nn.gelu", "nn.gelu(%x)"},
    {"nn.gelu_tanh", "nn.gelu_tanh(%x)"},
    {"nn.shrink", "nn.shrink(%x, lambd=0.5f, bias=0.25f)"},
    {"nn.silu", "nn.silu(%x, alpha=1.702f)"},
    {"nn.layer_norm", "nn.layer_norm(%x, %p, %c, epsilon=0.001f)"},
    {"nn.rms_norm", "nn.rms_norm(%x, %p)"},
    {"nn.attention",
     "%0 = reshape(%x, newshape=[16, 8]);\n  %1 = reshape(%y, newshape=[32, 4]);\n  "
     "%2 = strided_slice(%m, begin=[0], end=[1], axes=[1]);\n  "
     "%3 = reshape(%2, newshape=[2, 1, 1, 1]);\n  "
     "nn.attention(%0, %1, %1, %3, batch=2, num_heads=4, kv_heads=2, scale=0.5f, causal=True)"},
    {"nn.dilate", "nn.dilate(%m, strides=[1, 2])"},
    {"power", "power(%p, %c)"},
    {"mod", "mod(%x, %p, fmod=True)"},
    {"equal", "equal(%x, %x)"},
    {"less", "less(%x, %y)"},
    {"less_equal", "less_equal(%x, %y)"},
    {"greater", "greater(%x, %y)"},
    {"greater_equal", "greater_equal(%x, %y)"},
    {"logical_and", "%0 = greater(%x, %y);\n  %1 = greater(%x, %c);\n  logical_and(%0, %1)"},
    {"logical_or", "%0 = greater(%x, %y);\n  %1 = greater(%x, %c);\n  logical_or(%0, %1)"},
    {"logical_xor", "%0 = greater(%x, %y);\n  %1 = greater(%x, %c);\n  logical_xor(%0, %1)"},
    {"logical_not", "%0 = greater(%x, %y);\n  logical_not(%0)"},
    {"where", "%0 = greater(%x, %y);\n  where(%0, %x, %y)"},
    {"isnan", "%0 = sqrt(%x);\n  isnan(%0)"},
    {"isinf", "%0 = reciprocal(%x);\n  isinf(%0)"},
    {"log", "log(%p)"},
    {"erf", "erf(%x)"},
    {"floor", "floor(%x)"},
    {"ceil", "ceil(%x)"},
    {"round_even", "round_even(%x)"},
    {"sign", "sign(%x)"},
    {"reciprocal", "reciprocal(%p)"},
    {"sin", "sin(%x)"},
    {"cos", "cos(%x)"},
    {"tan", "tan(%x)"},
    {"atan", "atan(%x)"},
    {"sinh", "sinh(%x)"},
    {"cosh", "cosh(%x)"},
    {"asinh", "asinh(%x)"},
    {"asin", "%0 = clip(%x, a_min=-0.5f, a_max=0.5f);\n  asin(%0)"},
    {"acos", "%0 = clip(%x, a_min=-0.5f, a_max=0.5f);\n  acos(%0)"},
    {"atanh", "%0 = clip(%x, a_min=-0.5f, a_max=0.5f);\n  atanh(%0)"},
    {"acosh", "%0 = add(%p, %p);\n  acosh(%0)"},
    {"sum", "sum(%m, axis=[1])"},
    {"prod", "prod(%m, axis=[1])"},
    {"max", "max(%m, axis=[1])"},
    {"min", "min(%m, axis=[1])"},
    {"argmax", "argmax(%x, axis=1)"},
    {"argmin", "argmin(%x, axis=1)"},
    {"cumsum", "cumsum(%x, axis=1)"},
    {"take",
     "%0 = clip(%m, a_min=0f, a_max=1f);\n  %1 = cast(%0, dtype=\"int64\");\n  take(%x, %1, "
     "axis=2)"},
    {"gather",
     "%0 = clip(%x, a_min=0f, a_max=1f);\n  %1 = cast(%0, dtype=\"int64\");\n  gather(%x, %1, "
     "axis=2)"},
    {"gather_nd",
     "%0 = clip(%m, a_min=0f, a_max=1f);\n  %1 = cast(%0, dtype=\"int64\");\n  gather_nd(%x, %1)"},
    {"tile", "tile(%m, reps=[2, 3])"},
    {"image.resize", "image.resize(%x, size=[2, 4, 3, 5], method=\"linear\")"},
    {"copy", "copy(%x)"},
    {"require",
     "%0 = cast(1 /* ty=int32 */, dtype=\"bool\");\n  require(%x, %0, expected=True, "
     "reason=\"none\")"},
    {"topk", "topk(%x, k=2, axis=1)"},
    {"image.grid_sample",
     "%0 = strided_slice(%x, begin=[0], end=[2], axes=[3]);\n  image.grid_sample(%y, %0, "
     "method=\"cubic\", padding_mode=\"border\")"},
    {"nn.rnn",
     "nn.rnn(%s, meta[relay.Constant][0] /* ty=Tensor[(3, 4), float32] */, "
     "meta[relay.Constant][1] /* ty=Tensor[(3, 3), float32] */, "
     "meta[relay.Constant][2] /* ty=Tensor[(6), float32] */, "
     "meta[relay.Constant][3] /* ty=Tensor[(1), int32] */, "
     "meta[relay.Constant][4] /* ty=Tensor[(1, 3), float32] */)"},
    {"nn.gru",
     "nn.gru(%s, meta[relay.Constant][0] /* ty=Tensor[(9, 4), float32] */, "
     "meta[relay.Constant][1] /* ty=Tensor[(9, 3), float32] */, "
     "meta[relay.Constant][2] /* ty=Tensor[(18), float32] */, "
     "meta[relay.Constant][3] /* ty=Tensor[(1), int32] */, "
     "meta[relay.Constant][4] /* ty=Tensor[(1, 3), float32] */, reverse=True, "
     "linear_before_reset=True)"},
    {"nn.lstm",
     "nn.lstm(%s, meta[relay.Constant][0] /* ty=Tensor[(12, 4), float32] */, "
     "meta[relay.Constant][1] /* ty=Tensor[(12, 3), float32] */, "
     "meta[relay.Constant][2] /* ty=Tensor[(24), float32] */, "
     "meta[relay.Constant][3] /* ty=Tensor[(1), int32] */, "
     "meta[relay.Constant][4] /* ty=Tensor[(1, 3), float32] */, "
     "meta[relay.Constant][5] /* ty=Tensor[(1, 3), float32] */, "
     "meta[relay.Constant][6] /* ty=Tensor[(9), float32] */, "
     "activations=\"hard_sigmoid(0.3, 0.5), tanh, softsign\", clip=2f)"},
    {"qnn.quantize", "%0 = abs(%c);\n  %1 = cast(%c, dtype=\"int8\");\n  qnn.quantize(%x, %0, %1)"},
    {"qnn.dequantize",
     "%0 = cast(%i, dtype=\"uint8\");\n  %1 = cast(%p, dtype=\"uint8\");\n  "
     "qnn.dequantize(%0, %c, %1)"},
    {"qnn.conv2d",
     "%0 = cast(%i, dtype=\"uint8\");\n  qnn.conv2d(%0, meta[relay.Constant][0] /* "
     "ty=Tensor[(6, 2, 3, 2), int8] */, 113 /* ty=uint8 */, 0 /* ty=int8 */, groups=2, "
     "strides=[2, 1], dilation=[1, 2], padding=[2, 1, 1, 0], channels=6, kernel_size=[3, 2])"},
    {"qnn.dense",
     "%0 = cast(%m, dtype=\"int8\");\n  %1 = cast(%p, dtype=\"uint8\");\n  qnn.dense(%0, "
     "meta[relay.Constant][0] /* ty=Tensor[(3, 4), uint8] */, 7 /* ty=int8 */, %1)"},
    {"qnn.batch_matmul",
     "%0 = cast(%s, dtype=\"int8\");\n  %1 = expand_dims(%m, axis=2);\n  %2 = cast(%1, "
     "dtype=\"uint8\");\n  qnn.batch_matmul(%0, %2, 3 /* ty=int8 */, 129 /* ty=uint8 */)"},
    {"qnn.requantize",
     "%0 = cast(%c, dtype=\"int8\");\n  %1 = abs(%p);\n  qnn.requantize(%0, %1, 3 /* ty=int32 */, "
     "%i, %c, %p, %i, "
     "%p, 0.5f /* ty=float32 */)"},
    {"qnn.rescale",
     "%0 = multiply(%i, 40503 /* ty=int32 */);\n  qnn.rescale(%0, 1518500250 /* ty=int32 */, -14 "
     "/* "
     "ty=int32 */, 5 /* ty=int8 */, rounding=\"single\", a_min=-100, a_max=90)"},
    {"qnn.average", "%0 = multiply(%i, 7 /* ty=int32 */);\n  qnn.average(%0, 6 /* ty=int32 */)"},
    {"qnn.softmax",
     "%0 = cast(%i, dtype=\"int8\");\n  qnn.softmax(%0, axis=1, multiplier=1476210432, shift=22)"},
    {"qnn.sigmoid",
     "%0 = cast(%i, dtype=\"int8\");\n  qnn.sigmoid(%0, zero_point=5, multiplier=1476210432, "
     "shift=24)"},
    {"qnn.gelu",
     "%0 = multiply(%i, 40503 /* ty=int32 */);\n  qnn.gelu(%0, function=\"silu\", form=\"eighth\", "
     "fraction=20, result_fraction=5)"},
    {"qnn.layer_norm",
     "%0 = cast(%i, dtype=\"int8\");\n  qnn.layer_norm(%0, epsilon=3, result_fraction=5)"},
    {"qnn.attention",
     "%0 = cast(%i, dtype=\"int8\");\n  %1 = reshape(%0, newshape=[8, 16]);\n  "
     "%2 = reshape(%0, newshape=[16, 8]);\n  %3 = cast(%2, dtype=\"int8\");\n  "
     "qnn.attention(%1, %2, %3, batch=2, num_heads=4, kv_heads=2, fraction=10, shift=21)"},
    {"qnn.attention_step",  // without what the accelerator keeps: of the first position
     "%0 = cast(%i, dtype=\"int8\");\n  %1 = reshape(%0, newshape=[1, 128]);\n  "
     "qnn.attention_step(%1, %1, %1, context=4, num_heads=4, fraction=10, shift=21)"},
};

Graph graph_of(const Example& example) {
  const std::string call = example.call;
  static const std::set<std::string> kTuples = {"split",  "nn.batch_norm", "topk",
                                                "nn.rnn", "nn.gru",        "nn.lstm"};
  const bool tuple = kTuples.contains(example.op);
  Graph graph = parse_graph(
      "def @main(%x: Tensor[(2, 4, 4, 4), float32], %y: Tensor[(2, 4, 4, 4), float32], "
      "%i: Tensor[(2, 4, 4, 4), int32], %c: Tensor[(4), float32], %p: Tensor[(4), float32], "
      "%m: Tensor[(2, 4), float32], %s: Tensor[(2, 1, 4), float32]) {\n" +
          (tuple ? "  %0 = " + call + ";\n  %0.0" : "  " + call) + "\n}",
      example.op);
  fill_constants(graph, 3);
  for (NodeId id = 0; id < graph.size(); ++id)  // lengths of recurrent layers: 2 steps
    if (graph.node(id).kind == NodeKind::Constant && graph.type(id) == TensorType{{1}, DType::I32})
      graph.node(id).constant = Tensor::from_span<int32_t>({1}, std::array<int32_t, 1>{2});
  return graph;
}

// No two elements alike; %p (variances, square roots) positive.
std::vector<Tensor> inputs_of(const Graph& graph) {
  std::vector<Tensor> inputs;
  for (const NodeId id : graph.inputs()) {
    Tensor t = Tensor::zeros(graph.type(id).dtype, graph.type(id).shape);
    for (int64_t i = 0; i < t.size(); ++i) {
      const auto at = static_cast<size_t>(i);
      const int64_t value = (i * 37 + std::ssize(inputs) * 11) % 128 - 63;
      if (t.dtype() == DType::I32)
        t.mutable_data<int32_t>()[at] = static_cast<int32_t>(value);
      else
        t.mutable_data<float>()[at] = graph.node(id).name == "p"
                                          ? 0.5F + 0.25F * static_cast<float>(i)
                                          : static_cast<float>(value) / 32;
    }
    inputs.push_back(std::move(t));
  }
  return inputs;
}

// The example's calls as host steps of a program, so that no pass can take one away.
Program host_program(const Graph& graph) {
  Program program;
  program.config = named_config("default");
  std::vector<std::vector<int64_t>> values(static_cast<size_t>(graph.size()));
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    std::vector<int64_t>& made = values[static_cast<size_t>(id)];
    if (n.kind == NodeKind::TupleGet) {
      made = {values[static_cast<size_t>(n.inputs[0])][static_cast<size_t>(n.tuple_index)]};
      continue;
    }
    for (const TensorType& type : n.types) {
      made.push_back(std::ssize(program.values));
      program.values.push_back({n.name, type.dtype, type.shape, n.constant});
    }
    if (n.kind == NodeKind::Input)
      program.inputs.push_back(made.front());
    if (n.kind != NodeKind::Call)
      continue;
    HostOpStep step{n.op, n.attrs, {}, made};
    for (const NodeId input : n.inputs)
      step.inputs.push_back(values[static_cast<size_t>(input)].front());
    program.steps.emplace_back(std::move(step));
  }
  for (const NodeId id : graph.outputs())
    program.outputs.push_back(values[static_cast<size_t>(id)].front());
  return program;
}

void expect_near(const Tensor& a, const Tensor& b) {
  ASSERT_EQ(a.dtype(), b.dtype());
  ASSERT_EQ(a.shape(), b.shape());
  if (a.dtype() != DType::F32) {
    EXPECT_TRUE(std::ranges::equal(a.bytes(), b.bytes()));
    return;
  }
  for (size_t i = 0; i < a.data<float>().size(); ++i)
    EXPECT_NEAR(a.data<float>()[i], b.data<float>()[i],
                1e-5 * (1 + std::abs(static_cast<double>(b.data<float>()[i]))));
}

class EveryOperator : public ::testing::TestWithParam<Example> {};

TEST_P(EveryOperator, IsEvaluatedByInterpreterAndHostAlike) {
  const Graph graph = graph_of(GetParam());
  const std::vector<Tensor> inputs = inputs_of(graph);
  const Tensor interpreted = interpret(graph, inputs).front();
  Program program = host_program(graph);
  const VtaConfig config = program.config;
  Executor executor(std::move(program),
                    make_device("fsim", config, {.memory_bytes = int64_t{1} << 24}));
  for (size_t i = 0; i < inputs.size(); ++i)
    executor.set_input(static_cast<int64_t>(i), inputs[i]);
  executor.run();
  expect_near(executor.output(0), interpreted);
  // An evaluator that was never reached leaves zeros.
  EXPECT_TRUE(
      std::ranges::any_of(interpreted.bytes(), [](std::byte b) { return b != std::byte{}; }));
}

INSTANTIATE_TEST_SUITE_P(Table, EveryOperator, ::testing::ValuesIn(kExamples), [](const auto& p) {
  std::string name = p.param.op;
  std::ranges::replace(name, '.', '_');
  return name;
});

TEST(EveryOperatorHasAnExample, AndEveryExampleAnOperator) {
  std::set<std::string_view> operators, examples;
  for (const OpSpec& spec : op_table())
    operators.insert(spec.name);
  for (const Example& example : kExamples)
    examples.insert(example.op);
  EXPECT_EQ(examples, operators);
}

}  // namespace
}  // namespace vta
