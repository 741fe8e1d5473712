// Dense layers of many rows are 1x1 convolutions over rows: bit-equal to the integer interpreter,
// which multiplies matrices, for every number of rows, and at a convolution's cycles.
#include <random>

#include "compiler/text/text.h"
#include "config/memory_preset.h"
#include "tests/compiler/networks/network_fixture.h"

namespace vta::testing {
namespace {

std::string weight(int64_t index, int64_t out, int64_t in) {
  return fmt::format("meta[relay.Constant][{}] /* ty=Tensor[({}, {}), float32] */", index, out, in);
}
std::string bias(int64_t index, int64_t channels) {
  return fmt::format("meta[relay.Constant][{}] /* ty=Tensor[({}), float32] */", index, channels);
}

struct Mlp {
  std::string data;  // "64, 96"
  int64_t in = 96, hidden = 384, out = 96;
  std::string between = "nn.relu";
};

Graph network(const Mlp& m) {
  Graph graph = parse_graph(
      fmt::format("def @main(%x: Tensor[({}), float32]) {{\n"
                  "  %0 = nn.dense(%x, {}, units={});\n  %1 = add(%0, {});\n  %2 = {}(%1);\n"
                  "  %3 = nn.dense(%2, {}, units={});\n  add(%3, {})\n}}",
                  m.data, weight(0, m.hidden, m.in), m.hidden, bias(1, m.hidden), m.between,
                  weight(2, m.out, m.hidden), m.out, bias(3, m.out)),
      "test");
  fill_constants(graph, 4);
  return graph;
}

CompileOptions in_int8(const std::string& config) {
  CompileOptions options = all_on_device(named_config(config));
  options.recipe.set("all_int8", "true");
  return options;
}

NetworkRun run_exact(const Graph& graph, const CompileOptions& options,
                     const std::string& backend = "fsim") {
  NetworkRun run = run_network(graph, options, nullptr, backend);
  expect_exact(run.report);
  EXPECT_EQ(run.host_macs, 0);
  return run;
}

TEST(Rows, FillBlocksOrNot) {
  for (const std::string config : {"default", "1x32", "2x16", "4x16", "1x16.32", "1x32.16", "tiny"})
    for (const int64_t rows : {1, 2, 3, 4, 5, 7, 8, 17, 63}) {
      SCOPED_TRACE(fmt::format("{} rows on {}", rows, config));
      const auto run = run_exact(
          network({.data = fmt::format("{}, 17", rows), .in = 17, .hidden = 40, .out = 33}),
          in_int8(config));
      EXPECT_EQ(run.device_macs, rows * 40 * (17 + 33));  // rows that complete a block are no work
    }
}

TEST(Rows, OfEveryRank) {
  for (const std::string data : {"5, 3, 20", "1, 15, 20", "2, 2, 5, 20", "1, 1, 1, 20", "3, 1, 20"})
    for (const std::string config : {"1x32", "2x16"}) {
      SCOPED_TRACE(data + " on " + config);
      const auto run =
          run_exact(network({.data = data, .in = 20, .hidden = 36, .out = 9}), in_int8(config));
      EXPECT_EQ(run.kernels.size(), 2);
    }
}

TEST(Rows, RandomSizesAreExact) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937_64 random(seed);
  const auto of = [&](int64_t most) {
    return 1 + static_cast<int64_t>(random() % static_cast<uint64_t>(most));
  };
  const std::vector<std::string> configs = all_configs();
  for (int i = 0; i < 40; ++i) {
    const std::string config = configs[random() % configs.size()];
    const int64_t in = of(70);
    const Mlp m = {.data = fmt::format("{}, {}, {}", of(3), of(60), in),
                   .in = in,
                   .hidden = of(70),
                   .out = of(70)};
    SCOPED_TRACE(fmt::format("({}) {} {} on {}", m.data, m.hidden, m.out, config));
    run_exact(network(m), in_int8(config));
  }
}

// With what the host computes between them, each layer is a launch of its own.
TEST(Rows, HostOperatorsBetween) {
  for (const std::string config : {"1x32", "2x16"})
    run_exact(network({.data = "3, 7, 24", .in = 24, .hidden = 48, .out = 24, .between = "tanh"}),
              in_int8(config));
}

// More than one tile, and more than an axis of tiles has.
TEST(Rows, ManyNeedTiles) {
  run_exact(network({.data = "3000, 32", .in = 32, .hidden = 64, .out = 48}), in_int8("default"));
  run_exact(network({.data = "2, 701, 32", .in = 32, .hidden = 64, .out = 48}), in_int8("2x16"));
  for (const std::string config : {"default", "2x16", "1x32.16"})  // more than an image holds
    run_exact(network({.data = "70001, 17", .in = 17, .hidden = 8, .out = 9}), in_int8(config));
}

TEST(Rows, CyclesAreThoseOfA1x1Convolution) {
  CompileOptions options = in_int8("1x32");
  options.config = apply_memory(options.config, "ideal8");
  for (const std::string data : {"64, 96", "1, 64, 96", "2, 2, 16, 96"}) {
    SCOPED_TRACE(data);
    const auto run = run_exact(network({.data = data}), options, "csim");
    ASSERT_TRUE(run.stats.timing);
    EXPECT_EQ(run.stats.timing->cycles, 9'899);
  }
}

// Images of a batch whose maps are flattened stay images: nothing goes through the host.
TEST(Rows, FlattenedMapsOfABatchStayOnTheAccelerator) {
  for (const std::string config : {"default", "2x16"})
    for (const int64_t batch : {1, 2, 3, 5}) {
      SCOPED_TRACE(fmt::format("{} images on {}", batch, config));
      Graph graph = parse_graph(
          fmt::format("def @main(%x: Tensor[({}, 16, 6, 6), float32]) {{\n"
                      "  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(20, 16, 3, 3), "
                      "float32] */, channels=20, kernel_size=[3, 3]);\n"
                      "  %1 = nn.global_avg_pool2d(%0);\n  %2 = nn.batch_flatten(%1);\n"
                      "  %3 = nn.dense(%2, {}, units=24);\n  %4 = nn.relu(%3);\n"
                      "  nn.dense(%4, {}, units=7)\n}}",
                      batch, weight(1, 24, 20), weight(2, 7, 24)),
          "test");
      fill_constants(graph, 8);
      const auto run = run_exact(graph, in_int8(config));
      EXPECT_EQ(run.stats.launches, 1);
    }
}

TEST(Rows, ClockedAsTheRtl) {
  for (const std::string config : {"default", "2x16"}) {
    const Graph graph = network({.data = "2, 9, 24", .in = 24, .hidden = 40, .out = 24});
    const auto csim = run_exact(graph, in_int8(config), "csim");
    const auto tsim = run_exact(graph, in_int8(config), "tsim");
    EXPECT_EQ(csim.stats.timing->cycles, tsim.stats.timing->cycles) << config;
  }
}

}  // namespace
}  // namespace vta::testing
