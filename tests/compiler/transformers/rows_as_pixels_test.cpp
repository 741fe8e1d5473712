// Rows of the accelerator that a convolution reads as the pixels of an image, in their order or in
// another one.
#include "compiler/text/text.h"
#include "tests/compiler/networks/network_fixture.h"

namespace vta::testing {
namespace {

// A layer of 20 rows of 16 channels, moved, and a convolution of the first pixel.
Graph moved_rows(const std::string& axes) {
  const std::string narrowed =
      "  %{0}1 = right_shift(%{0}0, 6 /* ty=int32 */);\n"
      "  %{0}2 = clip(%{0}1, a_min=-127f, a_max=127f);\n"
      "  %{0} = cast(%{0}2, dtype=\"int8\");\n";
  Graph graph = parse_graph(
      "def @main(%x: Tensor[(20, 16), int8]) {\n"
      "  %a0 = nn.dense(%x, meta[relay.Constant][0] /* ty=Tensor[(16, 16), int8] */, units=16, "
      "out_dtype=\"int32\");\n" +
          fmt::format(fmt::runtime(narrowed), "a") +
          "  %p = reshape(%a, newshape=[1, 20, 16]);\n  %t = transpose(%p, axes=" + axes +
          ");\n  %m = reshape(%t, newshape=[1, 16, 1, 20]);\n"
          "  %b0 = nn.conv2d(%m, meta[relay.Constant][1] /* ty=Tensor[(5, 16, 1, 1), int8] */, "
          "strides=[1, 20], padding=[0, 0, 0, 0], channels=5, kernel_size=[1, 1], "
          "out_dtype=\"int32\");\n" +
          fmt::format(fmt::runtime(narrowed), "b") + "  %b\n}",
      "rows.ir");
  fill_constants(graph, 1);
  return graph;
}

TEST(RowsAsPixels, AreReadAsTheyLieInTheirOrderAlone) {
  for (const std::string axes : {"[0, 2, 1]", "[1, 2, 0]", "[2, 0, 1]", "[2, 1, 0]"}) {
    SCOPED_TRACE(axes);
    CompileOptions options = all_on_device(named_config("default"));
    options.quantized = true;
    const NetworkRun run = run_network(moved_rows(axes), options);
    expect_exact(run.report, 2);
    const auto launches = std::ranges::count_if(
        compile_graph(moved_rows(axes), options).program.steps,
        [](const Step& step) { return std::holds_alternative<LaunchStep>(step); });
    EXPECT_EQ(launches, axes == "[0, 2, 1]" ? 1 : 2);
  }
}

}  // namespace
}  // namespace vta::testing
