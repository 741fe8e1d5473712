// Attention within a network: one launch with the layers around it, or the host's with a reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/compiler.h"
#include "compiler/interp/interpreter.h"
#include "compiler/interp/softmax_steps.h"
#include "compiler/kernels/layer_id.h"
#include "compiler/text/text.h"
#include "config/alu_ops.h"
#include "sim/factory/device_factory.h"
#include "sim/semantics/exp2.h"
#include "tests/compiler/checked_run.h"
#include "tests/compiler/error_text.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

std::string dense(std::string_view name, int constant, int64_t in, int64_t out) {
  return fmt::format(
      "  %{0}0 = nn.dense(%x, meta[relay.Constant][{1}] /* ty=Tensor[({2}, {3}), int8] */, "
      "units={2}, out_dtype=\"int32\");\n"
      "  %{0}1 = right_shift(%{0}0, 8 /* ty=int32 */);\n"
      "  %{0}2 = clip(%{0}1, a_min=-127f, a_max=127f);\n"
      "  %{0} = cast(%{0}2, dtype=\"int8\");\n",
      name, constant, out, in);
}

// Queries, keys and values of one tensor of 16 channels.
std::string listing(int64_t tokens, int64_t depth, std::string_view attrs) {
  return fmt::format("def @main(%x: Tensor[({}, 16), int8]) {{\n{}{}{}", tokens,
                     dense("q", 0, 16, 2 * depth), dense("k", 1, 16, 2 * depth),
                     dense("v", 2, 16, 2 * depth)) +
         fmt::format("  qnn.attention(%q, %k, %v, num_heads=2, {})\n}}", attrs);
}

Graph graph_of(const std::string& text) {
  Graph graph = parse_graph(text, "attention.ir");
  fill_constants(graph, 1);
  return graph;
}

CompileResult compiled(const Graph& graph, const VtaConfig& config) {
  CompileOptions options;
  options.config = config;
  options.quantized = true;
  return compile_graph(graph, options);
}

VtaConfig with_round(std::string_view name) {
  VtaConfig config = named_config(name);
  config.isa_ext = 1;
  return config;
}

Tensor input(const Graph& graph) {
  std::mt19937_64 rng(5);
  Tensor t = Tensor::zeros(DType::I8, graph.type(graph.inputs().front()).shape);
  for (int8_t& x : t.mutable_data<int8_t>())
    x = static_cast<int8_t>(rng());
  return t;
}

void expect_same_values(const Graph& graph, Program program) {
  const Tensor x = input(graph);
  const Tensor wanted = interpret(graph, std::vector{x}).front();
  const VtaConfig config = program.config;
  Executor executor(std::move(program), make_device("fsim", config));
  executor.set_input(0, x);
  testing::run_checked(executor);
  EXPECT_EQ(executor.output(0).shape(), wanted.shape());
  EXPECT_TRUE(std::ranges::equal(executor.output(0).bytes(), wanted.bytes()));
}

int64_t launches(const Program& program) {
  return std::ranges::count_if(
      program.steps, [](const Step& step) { return std::holds_alternative<LaunchStep>(step); });
}

TEST(AttentionNetwork, IsOneLaunchWithTheLayersBeforeIt) {
  const Graph graph = graph_of(listing(40, 32, "fraction=9, shift=21"));
  CompileResult result = compiled(graph, with_round("default"));
  ASSERT_EQ(result.program.kernels.size(), 4u) << fmt::format("{}", fmt::join(result.notes, "\n"));
  EXPECT_EQ(result.program.kernels.back().kind, "attention");
  EXPECT_EQ(result.program.kernels.back().macs, 2 * 40 * 40 * 64);
  EXPECT_EQ(launches(result.program), 1);
  EXPECT_EQ(result.program.host_macs, 0);
  expect_same_values(graph, std::move(result.program));
}

// Heads that fill no blocks, between layers: one launch, and the MACs are the network's.
TEST(AttentionNetwork, HeadsOfAnyDepthAreOneLaunch) {
  for (const int64_t depth : {8, 24, 40}) {
    std::string text = listing(37, depth, "fraction=9, shift=21");
    text.replace(text.rfind("  qnn.attention"), 2, "  %a = ");
    text.replace(text.rfind('\n'), 1, ";\n" + dense("o", 3, 2 * depth, 20) + "  %o\n");
    text.replace(text.rfind("nn.dense(%x,"), 12, "nn.dense(%a,");
    const Graph graph = graph_of(text);
    CompileResult result = compiled(graph, with_round("default"));
    ASSERT_EQ(result.program.kernels.size(), 5u)
        << fmt::format("{}", fmt::join(result.notes, "\n"));
    const ProgramKernel& attention = result.program.kernels[3];
    EXPECT_EQ(attention.kind, "attention");
    EXPECT_EQ(attention.macs, 2 * 37 * 37 * 2 * depth);
    EXPECT_EQ(attention.least_work->useful_macs, attention.macs);
    for (const size_t layer : {0, 1, 2})
      EXPECT_EQ(result.program.kernels[layer].macs, 37 * 16 * 2 * depth);
    EXPECT_EQ(result.program.kernels[4].macs, 37 * 20 * 2 * depth);
    EXPECT_EQ(result.program.kernels[4].least_work->useful_macs, 37 * 20 * 2 * depth);
    EXPECT_EQ(result.program.host_macs, 0);
    EXPECT_EQ(launches(result.program), 1);
    expect_same_values(graph, std::move(result.program));
  }
}

// What no layer makes or reads: the host completes it and takes it back, the MACs stay.
TEST(AttentionNetwork, HeadsOfAnyDepthOfTheHostAreAKernel) {
  const Graph graph = graph_of(
      "def @main(%x: Tensor[(21, 48), int8]) {\n"
      "  qnn.attention(%x, %x, %x, num_heads=2, fraction=9, shift=21)\n}");
  CompileResult result = compiled(graph, with_round("default"));
  ASSERT_EQ(result.program.kernels.size(), 1u) << fmt::format("{}", fmt::join(result.notes, "\n"));
  EXPECT_EQ(result.program.kernels[0].macs, 2 * 21 * 21 * 48);
  EXPECT_EQ(result.program.kernels[0].least_work->useful_macs, 2 * 21 * 21 * 48);
  expect_same_values(graph, std::move(result.program));
}

TEST(AttentionNetwork, CausalImagesAreOneLaunch) {
  const Graph graph = graph_of(listing(66, 16, "batch=3, fraction=9, shift=21, causal=True"));
  CompileResult result = compiled(graph, with_round("default"));
  EXPECT_EQ(launches(result.program), 1);
  expect_same_values(graph, std::move(result.program));
}

// What no kernel can be stays on the host, with the same values.
TEST(AttentionNetwork, StaysOnTheHostForAReason) {
  struct Case {
    const char* config;
    int64_t isa_ext, tokens, depth;
    const char* reason;
    const char* exp = "steps";
  };
  const Case cases[] = {
      {"default", 0, 20, 16, "its softmax needs the extension round of ISA_EXT"},
      {"default", 1, 20, 16, "its softmax needs the extension exp2 of ISA_EXT", "exp2"},
      {"2x16", 1, 20, 16, "attention has rows of one image in a block, BATCH is 2"},
      {"1x16.32", 1, 20, 32, "attention needs equal blocks, BLOCK_IN is 16 and BLOCK_OUT 32"},
      {"tiny", 1, 300, 16, "a head of 300 keys with 1 thread needs"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.reason);
    const Graph graph = graph_of(
        listing(c.tokens, c.depth, fmt::format("fraction=9, shift=21, exp=\"{}\"", c.exp)));
    VtaConfig config = named_config(c.config);
    config.isa_ext = c.isa_ext;
    CompileResult result = compiled(graph, config);
    EXPECT_THAT(fmt::format("{}", fmt::join(result.notes, "\n")), HasSubstr(c.reason));
    EXPECT_TRUE(std::ranges::none_of(result.program.kernels,
                                     [](const ProgramKernel& k) { return k.kind == "attention"; }));
    expect_same_values(graph, std::move(result.program));
  }
}

// A packed listing's operands are packed rows for the interpreter, too.
TEST(AttentionNetwork, PackedRowsHaveTheValuesOfRows) {
  std::mt19937_64 rng(7);
  const auto random = [&](const Shape& shape) {
    Tensor t = Tensor::zeros(DType::I8, shape);
    for (int8_t& x : t.mutable_data<int8_t>())
      x = static_cast<int8_t>(rng());
    return t;
  };
  const auto packed = [](const Tensor& rows) {
    Tensor t = Tensor::zeros(DType::I8, {1, rows.shape()[1] / 16, 1, rows.shape()[0], 1, 16});
    for (int64_t r = 0; r < rows.shape()[0]; ++r)
      for (int64_t c = 0; c < rows.shape()[1]; ++c)
        t.mutable_data<int8_t>()[static_cast<size_t>((c / 16 * rows.shape()[0] + r) * 16 +
                                                     c % 16)] =
            rows.data<int8_t>()[static_cast<size_t>(r * rows.shape()[1] + c)];
    return t;
  };
  const Tensor q = random({10, 32}), k = random({14, 32}), v = random({14, 64});
  const Attrs attrs = {{"num_heads", 2}, {"batch", 2}, {"fraction", 10}, {"shift", 21}};
  const Tensor wanted = evaluate_op("qnn.attention", attrs, std::vector{q, k, v}).front();
  const Tensor got =
      evaluate_op("qnn.attention", attrs, std::vector{packed(q), packed(k), packed(v)}).front();
  EXPECT_TRUE(std::ranges::equal(packed(wanted).bytes(), got.bytes()));
}

// The powers of a network that leaves them open are the instruction's where the machine has it;
// both are within one of 127 of each other.
TEST(AttentionNetwork, PowersAreThoseOfTheMachine) {
  const Graph graph = graph_of(listing(20, 16, "fraction=9, shift=21, exp=\"any\""));
  for (const int64_t isa_ext : {int64_t{1}, all_extensions()}) {
    VtaConfig config = named_config("default");
    config.isa_ext = isa_ext;
    const CompileResult result = compiled(graph, config);
    std::string exp;
    for (NodeId id = 0; id < result.quantized.size(); ++id)
      if (result.quantized.node(id).op == "qnn.attention")
        exp = result.quantized.node(id).attrs.get_string("exp", "");
    EXPECT_EQ(exp, isa_ext == 1 ? "steps" : "exp2");
  }
  for (int fraction = 1; fraction <= 15; ++fraction)
    for (int32_t t = 0; t < 9 << fraction; ++t)
      ASSERT_LE(std::abs(exp2_lane(t, fraction) -
                         static_cast<int32_t>(interp::power_of_two(t, fraction))),
                1);
}

TEST(AttentionLayer, HasATextThatIsReadBack) {
  const std::string text =
      "attention 1x192x1x394 images 2 heads 3 of 1 keys 300 depths 64x32 fraction 12 shift 20";
  for (const char* words : {"", " causal", " exp2", " causal exp2"})
    EXPECT_EQ(layer_text(parse_layer(text + words, "here")), text + words);
  EXPECT_THAT(error_text<InputError>([] {
                parse_layer(
                    "attention 1x192x1x197 images 2 heads 3 of 1 keys 3 depths 64x32 "
                    "fraction 12 shift 20",
                    "here");
              }),
              HasSubstr("an attention of these heads and rows"));
}

}  // namespace
}  // namespace vta
