// Convolutions over windows that the host gathers: where they pay, and that no value changes.
#include <gmock/gmock.h>

#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A convolution of quantized data, `attrs` as in a listing.
std::string listing(const Shape& data, const Shape& weight, const std::string& attrs) {
  return fmt::format(R"(
def @main(%x: Tensor[{}, float32]) {{
  %0 = multiply(%x, 16f);
  %1 = clip(%0, a_min=-127f, a_max=127f);
  %2 = cast(%1, dtype="int8");
  %3 = nn.conv2d(%2, meta[relay.Constant][0] /* ty=Tensor[{}, int8] */, {}, channels={}, kernel_size=[{}, {}], out_dtype="int32");
  cast(%3, dtype="float32")
}})",
                     shape_text(data), shape_text(weight), attrs, weight[0], weight[2], weight[3]);
}

Graph gathered(const std::string& text, const std::string& config = "default") {
  PassContext context;
  context.config = named_config(config);
  return run_on_text(text, {"im2col"}, context, 3);
}

Graph as_written(const std::string& text) {
  PassContext context;
  return run_on_text(text, {}, context, 3);
}

bool gathers(const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).op == "nn.im2col")
      return true;
  return false;
}

TEST(Im2col, FewChannelsBecomeA1x1ConvolutionOverWindows) {
  const std::string text =
      listing({1, 3, 20, 20}, {8, 3, 7, 7}, "strides=[2, 2], padding=[3, 3, 3, 3]");
  const Graph graph = gathered(text);
  const std::string printed = print_graph(graph);
  EXPECT_THAT(printed, HasSubstr("nn.im2col(%2, kernel_size=[7, 7], strides=[2, 2], "
                                 "padding=[3, 3, 3, 3])"));
  EXPECT_THAT(printed, HasSubstr("Tensor[(8, 147, 1, 1), int8]"));
  expect_same_values(as_written(text), graph, 0);
}

TEST(Im2col, AGraphIsLeftAsItIsWhereWindowsAreNotGathered) {
  PassContext context;
  context.config = named_config("default");
  context.gather_windows = false;
  const std::string text =
      listing({1, 3, 20, 20}, {8, 3, 7, 7}, "strides=[2, 2], padding=[3, 3, 3, 3]");
  EXPECT_TRUE(gathers(gathered(text)));
  EXPECT_FALSE(gathers(run_on_text(text, {"im2col"}, context, 3)));
}

TEST(Im2col, ValuesStayForEveryWindow) {
  std::mt19937_64 random(21);
  const auto pick = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  };
  int64_t found = 0;
  for (int round = 0; round < 60; ++round) {
    const Shape data = {pick(1, 3), pick(1, 4), pick(9, 14), pick(9, 14)};
    const Shape weight = {pick(1, 20), data[1], pick(1, 5), pick(1, 5)};
    const std::string written =
        listing(data, weight,
                fmt::format("strides=[{}, {}], padding=[{}, {}, {}, {}], dilation=[{}, {}]",
                            pick(1, 3), pick(1, 3), pick(0, 4), pick(0, 4), pick(0, 4), pick(0, 4),
                            pick(1, 2), pick(1, 2)));
    SCOPED_TRACE(written);
    const char* const configs[] = {"default", "1x8", "1x64", "2x16", "1x32.16", "1x16.32"};
    const Graph graph = gathered(written, configs[round % 6]);
    found += gathers(graph) ? 1 : 0;
    expect_same_values(as_written(written), graph, 0);
  }
  EXPECT_GT(found, 20);
}

TEST(Im2col, WholeBlocksOfChannelsGainNothing) {
  EXPECT_FALSE(gathers(gathered(listing({1, 16, 20, 20}, {16, 16, 3, 3}, "padding=[1, 1, 1, 1]"))));
  EXPECT_TRUE(
      gathers(gathered(listing({1, 16, 20, 20}, {16, 16, 3, 3}, "padding=[1, 1, 1, 1]"), "1x64")));
}

TEST(Im2col, ThreeQuartersOfTheStepsAreTheLimit) {
  // 9 steps a pixel as it is, ceil(9 * channels / 16) gathered.
  EXPECT_TRUE(gathers(gathered(listing({1, 10, 20, 20}, {64, 10, 3, 3}, "strides=[1, 1]"))));
  EXPECT_FALSE(gathers(gathered(listing({1, 12, 20, 20}, {64, 12, 3, 3}, "strides=[1, 1]"))));
}

TEST(Im2col, OneTapHasNothingToGather) {
  EXPECT_FALSE(gathers(gathered(listing({1, 3, 20, 20}, {16, 3, 1, 1}, "strides=[1, 1]"))));
}

TEST(Im2col, WhatTheAcceleratorMadeIsNotFetchedForIt) {
  const std::string text = R"(
def @main(%x: Tensor[(1, 3, 12, 12), int8]) {
  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(3, 3, 1, 1), int8] */, channels=3, kernel_size=[1, 1], out_dtype="int32");
  %1 = clip(%0, a_min=-127f, a_max=127f);
  %2 = cast(%1, dtype="int8");
  nn.conv2d(%2, meta[relay.Constant][1] /* ty=Tensor[(16, 3, 5, 5), int8] */, channels=16, kernel_size=[5, 5], out_dtype="int32")
})";
  EXPECT_FALSE(gathers(gathered(text)));
}

TEST(Im2col, GroupsStay) {
  EXPECT_FALSE(gathers(gathered(listing({1, 4, 12, 12}, {4, 1, 5, 5}, "groups=4"))));
}

}  // namespace
}  // namespace vta
