// Layer normalisation within a network: one launch with the layers around it, or the host's with a
// reason; its layer as text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/compiler.h"
#include "compiler/interp/interpreter.h"
#include "compiler/kernels/layer_id.h"
#include "compiler/text/text.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/checked_run.h"
#include "tests/compiler/error_text.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

// Rows of 16 channels to so many, normalised, and to 20. `added` to all sums.
Graph network(int64_t rows, int64_t channels, std::string_view attrs, int64_t added = 128) {
  const auto dense = [&](std::string_view name, std::string_view data, int constant, int64_t in,
                         int64_t out) {
    return fmt::format(
        "  %{0}0 = nn.dense(%{1}, meta[relay.Constant][{2}] /* ty=Tensor[({3}, {4}), int8] */, "
        "units={3}, out_dtype=\"int32\");\n"
        "  %{0}3 = add(%{0}0, {5} /* ty=int32 */);\n"
        "  %{0}1 = right_shift(%{0}3, 8 /* ty=int32 */);\n"
        "  %{0}2 = clip(%{0}1, a_min=-127f, a_max=127f);\n"
        "  %{0} = cast(%{0}2, dtype=\"int8\");\n",
        name, data, constant, out, in, added);
  };
  Graph graph = parse_graph(
      fmt::format("def @main(%x: Tensor[({}, 16), int8]) {{\n{}  %n = qnn.layer_norm(%a, {});\n{}"
                  "  %b\n}}",
                  rows, dense("a", "x", 0, 16, channels), attrs, dense("b", "n", 1, channels, 20)),
      "layer_norm.ir");
  fill_constants(graph, 1);
  return graph;
}

CompileResult compiled(const Graph& graph, const VtaConfig& config) {
  CompileOptions options;
  options.config = config;
  options.quantized = true;
  return compile_graph(graph, options);
}

void expect_same_values(const Graph& graph, Program program) {
  std::mt19937_64 random(5);
  Tensor x = Tensor::zeros(DType::I8, graph.type(graph.inputs().front()).shape);
  for (int8_t& v : x.mutable_data<int8_t>())
    v = static_cast<int8_t>(random());
  const Tensor wanted = interpret(graph, std::vector{x}).front();
  const VtaConfig config = program.config;
  Executor executor(std::move(program), make_device("fsim", config));
  executor.set_input(0, x);
  testing::run_checked(executor);
  EXPECT_TRUE(std::ranges::equal(executor.output(0).bytes(), wanted.bytes()));
}

VtaConfig machine(std::string_view name, int64_t isa_ext = 1) {
  VtaConfig config = named_config(name);
  config.isa_ext = isa_ext;
  return config;
}

TEST(LayerNormNetwork, IsOneLaunchWithTheLayersAroundIt) {
  for (const int64_t rows : {40, 48}) {
    const Graph graph = network(rows, 64, "epsilon=5, result_fraction=5");
    CompileResult result = compiled(graph, machine("default"));
    ASSERT_EQ(result.program.kernels.size(), 3u)
        << fmt::format("{}", fmt::join(result.notes, "\n"));
    EXPECT_EQ(result.program.kernels[1].kind, "layer_norm");
    EXPECT_EQ(result.program.kernels[1].macs, 0);
    EXPECT_EQ(std::ranges::count_if(
                  result.program.steps,
                  [](const Step& step) { return std::holds_alternative<LaunchStep>(step); }),
              1);
    expect_same_values(graph, std::move(result.program));
  }
}

// What the layer before makes behind a row's channels does not matter, here 39.
TEST(LayerNormNetwork, ChannelsThatFillNoBlockAreOneLaunch) {
  for (const auto& [rows, channels, added] :
       {std::tuple(40, 24, 128), std::tuple(48, 36, 10000), std::tuple(7, 5, 10000)}) {
    const Graph graph = network(rows, channels, "epsilon=5, result_fraction=5", added);
    CompileResult result = compiled(graph, machine("default"));
    ASSERT_EQ(result.program.kernels.size(), 3u)
        << fmt::format("{}", fmt::join(result.notes, "\n"));
    EXPECT_EQ(result.program.kernels[1].kind, "layer_norm");
    EXPECT_EQ(std::ranges::count_if(
                  result.program.steps,
                  [](const Step& step) { return std::holds_alternative<LaunchStep>(step); }),
              1);
    expect_same_values(graph, std::move(result.program));
  }
}

// Elements of several rows; of an odd number of rows the last one is completed.
TEST(LayerNormNetwork, IsOneLaunchOnMachinesOfSeveralRows) {
  for (const char* config : {"2x16", "4x16"})
    for (const int64_t rows : {1, 7, 40, 45}) {
      SCOPED_TRACE(fmt::format("{} rows on {}", rows, config));
      const Graph graph = network(rows, 36, "epsilon=5, result_fraction=5", 10000);
      CompileResult result = compiled(graph, machine(config));
      ASSERT_EQ(result.program.kernels.size(), 3u)
          << fmt::format("{}", fmt::join(result.notes, "\n"));
      EXPECT_EQ(result.program.kernels[1].kind, "layer_norm");
      expect_same_values(graph, std::move(result.program));
    }
}

// The last axis of an image is none of channels.
TEST(LayerNormNetwork, RowsOfImagesAreTheHosts) {
  const Graph graph = parse_graph(
      "def @main(%x: Tensor[(1, 16, 1, 16), int8]) {\n  qnn.layer_norm(%x, result_fraction=5)\n}",
      "layer_norm.ir");
  CompileResult result = compiled(graph, machine("default"));
  EXPECT_TRUE(result.program.kernels.empty());
  EXPECT_THAT(fmt::format("{}", fmt::join(result.notes, "\n")),
              HasSubstr("a tensor (1, 16, 1, 16) has no rows (N, C)"));
  expect_same_values(graph, std::move(result.program));
}

TEST(LayerNormNetwork, AnElementOfMoreRowsThanATileIsTheHosts) {
  VtaConfig config = machine("tiny");
  config.log_batch = config.log_block_out + 1;
  const Graph graph = network(20, 32, "result_fraction=4");
  EXPECT_THAT(fmt::format("{}", fmt::join(compiled(graph, config).notes, "\n")),
              HasSubstr("a block of 4 rows is of whole elements, BATCH is 8"));
}

// Packed rows of 20 channels in two groups of 16 have the values of rows.
TEST(LayerNormNetwork, PackedRowsHaveTheValuesOfRows) {
  std::mt19937_64 random(9);
  Tensor rows = Tensor::zeros(DType::I8, {3, 20}),
         packed = Tensor::zeros(DType::I8, {1, 2, 1, 3, 1, 16});
  for (int64_t i = 0; i < 96; ++i)
    packed.mutable_data<int8_t>()[static_cast<size_t>(i)] = static_cast<int8_t>(random());
  const auto at = [](int64_t r, int64_t c) {
    return static_cast<size_t>((c / 16 * 3 + r) * 16 + c % 16);
  };
  for (int64_t i = 0; i < 60; ++i)
    rows.mutable_data<int8_t>()[static_cast<size_t>(i)] = packed.data<int8_t>()[at(i / 20, i % 20)];
  const Attrs attrs = {{"result_fraction", 5}};
  Attrs of_packed = attrs;
  of_packed.set("channels", int64_t{20});
  const Tensor wanted = evaluate_op("qnn.layer_norm", attrs, std::vector{rows}).front();
  const Tensor got = evaluate_op("qnn.layer_norm", of_packed, std::vector{packed}).front();
  for (int64_t r = 0; r < 3; ++r)
    for (int64_t c = 0; c < 32; ++c)
      EXPECT_EQ(int{got.data<int8_t>()[at(r, c)]},
                c < 20 ? int{wanted.data<int8_t>()[static_cast<size_t>(r * 20 + c)]} : 0);
  of_packed.set("channels", int64_t{33});
  EXPECT_THAT(error_text<CompileError>(
                  [&] { evaluate_op("qnn.layer_norm", of_packed, std::vector{packed}); }),
              HasSubstr("33 channels of rows of 32, at most all"));
}

TEST(LayerNormNetwork, StaysOnTheHostForAReason) {
  struct Case {
    const char* config;
    int64_t isa_ext, channels;
    const char* reason;
  };
  const Case cases[] = {
      {"default", 0, 32, "its rounding shifts need the extension round of ISA_EXT"},
      {"1x16.32", 1, 32, "layer normalisation needs equal blocks, BLOCK_IN is 16 and BLOCK_OUT 32"},
      {"tiny", 1, 1024, "rows of 1024 channels with 1 thread need"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.reason);
    const Graph graph = network(20, c.channels, "result_fraction=4, rms=1");
    CompileResult result = compiled(graph, machine(c.config, c.isa_ext));
    EXPECT_THAT(fmt::format("{}", fmt::join(result.notes, "\n")), HasSubstr(c.reason));
    EXPECT_TRUE(std::ranges::none_of(
        result.program.kernels, [](const ProgramKernel& k) { return k.kind == "layer_norm"; }));
    expect_same_values(graph, std::move(result.program));
  }
}

TEST(LayerNormNetwork, LayersAreText) {
  for (const char* text :
       {"layer_norm 2x192x1x99 epsilon 7 fraction 5", "layer_norm 1x192x1x197 epsilon 7 fraction 5",
        "layer_norm 1x16x1x1 epsilon 1 fraction 0 rms"})
    EXPECT_EQ(layer_text(parse_layer(text, "here")), text);
  const auto problem = [](const char* text) {
    return error_text<InputError>([&] { parse_layer(text, "here"); });
  };
  EXPECT_THAT(problem("layer_norm 1x192x1x197 epsilon 70000 fraction 5"),
              HasSubstr("epsilon 70000 must be in 1..65535"));
  EXPECT_THAT(problem("layer_norm 1x192x2x197 epsilon 7 fraction 5"),
              HasSubstr("a layer normalisation of rows"));
  EXPECT_THAT(problem("layer_norm 1x192x1x197 epsilon 7 fraction 5 more"),
              HasSubstr("nothing more"));
}

}  // namespace
}  // namespace vta
