// Networks at the limits of the hardware: pads beyond the instructions' fields, scratchpads that
// hold next to nothing.
#include <algorithm>

#include "base/file.h"
#include "compiler/text/text.h"
#include "tests/compiler/networks/network_fixture.h"

namespace vta {
namespace {

using testing::all_on_device;
using testing::expect_exact;
using testing::NetworkRun;
using testing::run_network;
using testing::small_network;

// Two convolutions, the second with the attributes given; its input is 8 x 8.
Graph two_convolutions(const std::string& attributes) {
  Graph graph = parse_graph(fmt::format(R"(
def @main(%data: Tensor[(1, 5, 8, 8), float32]) {{
  %0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(6, 5, 1, 1), float32] */, channels=6, kernel_size=[1, 1]);
  %1 = nn.relu(%0);
  nn.conv2d(%1, meta[relay.Constant][1] /* ty=Tensor[(7, 6, 3, 3), float32] */, {}, channels=7, kernel_size=[3, 3])
}})",
                                        attributes),
                            "test");
  fill_constants(graph, 5);
  return graph;
}

class WidePadding : public ::testing::TestWithParam<const char*> {};

TEST_P(WidePadding, RunsOnTheDeviceAndIsExact) {
  const Graph graph = two_convolutions(GetParam());
  for (const char* config : {"default", "tiny", "2x16", "1x32.16", "1x16.32"})
    for (const char* schedule : {"fast", "reference"}) {
      SCOPED_TRACE(fmt::format("{} {}", config, schedule));
      const NetworkRun run = run_network(graph, all_on_device(named_config(config), schedule));
      expect_exact(run.report, 2);
      EXPECT_EQ(run.host_macs, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Pads, WidePadding,
                         ::testing::Values("padding=[17, 17, 17, 17]", "padding=[17, 0, 3, 20]",
                                           "padding=[0, 33, 1, 0]",
                                           "padding=[17, 18, 19, 20], strides=[2, 3]",
                                           "padding=[16, 16, 16, 16], strides=[7, 5]"),
                         [](const auto& p) { return fmt::format("Case{}", p.index); });

VtaConfig minute(const std::string& keys) {
  return parse_config(R"({"TARGET": "sim", "HW_VER": "0.0.2", "LOG_INP_WIDTH": 3,
      "LOG_WGT_WIDTH": 3, "LOG_ACC_WIDTH": 5, "LOG_BATCH": 0, )" +
                          keys + "}",
                      "minute.json");
}

bool any_note(const NetworkRun& run, const std::string& words) {
  return std::ranges::any_of(run.compiled.notes, [&](const std::string& note) {
    return note.find(words) != std::string::npos;
  });
}

// WGT holds 2 elements; of the INP elements of a group 3 have one of the 9 channels.
TEST(Capacity, ConvolutionsThatCannotFitRunOnTheHostWithANote) {
  const VtaConfig config = minute(R"("LOG_BLOCK_IN": 2, "LOG_BLOCK_OUT": 7,
      "LOG_UOP_BUFF_SIZE": 10, "LOG_INP_BUFF_SIZE": 9, "LOG_WGT_BUFF_SIZE": 10,
      "LOG_ACC_BUFF_SIZE": 13)");
  CompileOptions options = all_on_device(config);
  options.recipe.set("residual", "int8");
  const NetworkRun run = run_network(small_network(), options);
  expect_exact(run.report, 1);  // the residual add
  EXPECT_EQ(run.device_macs, 0);
  EXPECT_TRUE(any_note(run, "stays on the host: not even its smallest tile fits"));
  EXPECT_TRUE(any_note(run, "weight tiles needs 12 elements, the scratchpad has 2"));
}

// ACC holds 2 elements of 4 channels: enough for the dense layer's 4, and for no 9.
TEST(Capacity, ElementWiseKernelsThatCannotFitRunOnTheHostToo) {
  const VtaConfig config = minute(R"("LOG_BLOCK_IN": 4, "LOG_BLOCK_OUT": 2,
      "LOG_UOP_BUFF_SIZE": 10, "LOG_INP_BUFF_SIZE": 10, "LOG_WGT_BUFF_SIZE": 10,
      "LOG_ACC_BUFF_SIZE": 5)");
  CompileOptions options = all_on_device(config);
  options.recipe.set("residual", "int8");
  const NetworkRun run = run_network(small_network(), options);
  expect_exact(run.report, 1);
  EXPECT_TRUE(any_note(run, "accumulator tiles needs"));
  EXPECT_TRUE(any_note(run, "operands and"));
}

// A row of the residual is 16400 pixels of four INP elements, a row of the data 16380.
TEST(Capacity, AResidualWithRowsBeyondATransferStaysOnTheHost) {
  Graph graph = parse_graph(R"(
def @main(%data: Tensor[(1, 16, 1, 16380), float32], %other: Tensor[(1, 16, 1, 16400), float32]) -> Tensor[(1, 16, 1, 16400), float32] {
  %0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(16, 16, 1, 1), float32] */, padding=[0, 10, 0, 10], channels=16, kernel_size=[1, 1]);
  add(%0, %other)
})",
                            "wide");
  fill_constants(graph, 3);
  const CompileResult compiled =
      compile_graph(graph, all_on_device(minute(R"("LOG_BLOCK_IN": 2, "LOG_BLOCK_OUT": 4,
      "LOG_UOP_BUFF_SIZE": 10, "LOG_INP_BUFF_SIZE": 9, "LOG_WGT_BUFF_SIZE": 10,
      "LOG_ACC_BUFF_SIZE": 11)")));
  EXPECT_TRUE(compiled.program.kernels.empty());
  EXPECT_THAT(
      compiled.notes,
      ::testing::Contains(::testing::HasSubstr("65600 elements, a transfer counts to 65535")));
}

// As little as is legal.
TEST(Capacity, TwoElementsOfEachAreEnough) {
  const VtaConfig config = minute(R"("LOG_BLOCK": 3, "LOG_UOP_BUFF_SIZE": 3,
      "LOG_INP_BUFF_SIZE": 4, "LOG_WGT_BUFF_SIZE": 7, "LOG_ACC_BUFF_SIZE": 6)");
  for (const char* schedule : {"fast", "reference"}) {
    SCOPED_TRACE(schedule);
    const NetworkRun run = run_network(small_network(), all_on_device(config, schedule));
    expect_exact(run.report, schedule == std::string_view("fast") ? 3 : 4);
    EXPECT_EQ(run.host_macs, 0);
  }
}

// Two accumulator elements: the tile and its bias.
TEST(Capacity, APackedListingRunsOnTwoElementsOfEach) {
  Graph graph = parse_graph(
      read_text_file(std::string(VTA_SOURCE_DIR) + "/tests/data/packed_int8_small.ir"), "listing");
  fill_constants(graph, 1);
  const VtaConfig config = minute(R"("LOG_BLOCK": 4, "LOG_UOP_BUFF_SIZE": 3,
      "LOG_INP_BUFF_SIZE": 5, "LOG_WGT_BUFF_SIZE": 9, "LOG_ACC_BUFF_SIZE": 7)");
  expect_exact(run_network(graph, all_on_device(config)).report, 1);
}

}  // namespace
}  // namespace vta
