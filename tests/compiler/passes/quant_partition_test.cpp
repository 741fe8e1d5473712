// What goes to the accelerator, why other things do not, and what packing looks like.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "compiler/interp/interpreter.h"
#include "compiler/kernels/kernel.h"
#include "compiler/passes/pack_layout.h"
#include "compiler/passes/partition.h"
#include "compiler/passes/quantize.h"
#include "compiler/text/text.h"
#include "tests/compiler/listing_files.h"
#include "tests/compiler/passes/random_float_graph.h"

namespace vta {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> accelerated(const Graph& graph) {
  std::vector<std::string> ops;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).target == Target::Accelerator)
      ops.push_back(graph.node(id).op);
  return ops;
}

std::string conv_listing(const std::string& conv_attributes, const std::string& extent,
                         const std::string& tail) {
  return fmt::format(R"(
def @main(%data: Tensor[(1, 20, 8, 8), int8]) -> Tensor[(1, 8, {0}, {0}), int8] {{
  %0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(8, 20, 3, 3), int8] */, {1}, channels=8, kernel_size=[3, 3], out_dtype="int32") /* ty=Tensor[(1, 8, {0}, {0}), int32] */;
{2}
}})",
                     extent, conv_attributes, tail);
}

constexpr const char* kEpilogue = R"(
  %1 = add(%0, meta[relay.Constant][1] /* ty=Tensor[(8, 1, 1), int32] */) /* ty=Tensor[(1, 8, 8, 8), int32] */;
  %2 = nn.relu(%1) /* ty=Tensor[(1, 8, 8, 8), int32] */;
  %3 = add(%2, 64 /* ty=int32 */) /* ty=Tensor[(1, 8, 8, 8), int32] */;
  %4 = right_shift(%3, 7 /* ty=int32 */) /* ty=Tensor[(1, 8, 8, 8), int32] */;
  %5 = clip(%4, a_min=-127f, a_max=127f) /* ty=Tensor[(1, 8, 8, 8), int32] */;
  cast(%5, dtype="int8") /* ty=Tensor[(1, 8, 8, 8), int8] */)";

Graph partitioned(const std::string& text, PassContext& context) {
  return partition(parse_graph(text, "test"), context);
}

TEST(Partition, ConvolutionWithItsEpilogueGoesToTheAccelerator) {
  PassContext context;
  const Graph g = partitioned(conv_listing("padding=[1, 1, 1, 1]", "8", kEpilogue), context);
  EXPECT_THAT(accelerated(g),
              ElementsAre("nn.conv2d", "add", "nn.relu", "add", "right_shift", "clip", "cast"));
  EXPECT_THAT(context.notes, IsEmpty());
  EXPECT_EQ(g.node(g.outputs().front()).name, "conv2d_0");
}

// Texts that quote the name are not searched: the note's node decides.
TEST(Partition, AFloatLayerIsNotedOnce) {
  const std::string text = R"(
def @main(%x: Tensor[(1, 4, 6, 6), float32]) {
  nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(4, 4, 3, 3), float32] */, channels=4, kernel_size=[3, 3]) /* layer */
})";
  const auto notes = [&](Note earlier) {
    Graph graph = parse_graph(text, "test.ir");
    graph.node(graph.outputs().front()).name = "layer";
    PassContext context;
    context.notes = {std::move(earlier)};
    partition(graph, context);
    return texts_of(context.notes);
  };
  EXPECT_THAT(notes({.node = "layer", .fact = "it is slow", .reason = "groups"}),
              ElementsAre("it is slow: groups"));
  EXPECT_THAT(notes({.node = "other", .fact = "'layer' is behind it"}),
              ElementsAre("'layer' is behind it", "nn.conv2d 'layer' runs on the host in float"));
}

TEST(Partition, PaddingHasNoLimit) {
  PassContext context;
  std::string tail = kEpilogue;
  for (size_t at = 0; (at = tail.find("(1, 8, 8, 8)", at)) != std::string::npos;)
    tail.replace(at, 12, "(1, 8, 22, 22)");
  const Graph g = partitioned(conv_listing("padding=[16, 16, 0, 0]", "22", tail), context);
  EXPECT_THAT(accelerated(g), Contains("nn.conv2d"));
  EXPECT_THAT(context.notes, IsEmpty());
}

TEST(Partition, KernelsThatTheHardwareCannotHoldStayOnTheHost) {
  PassContext context;
  context.config = named_config("tiny");
  Kernel asked;
  context.capacity_problem = [&](const Kernel& kernel) {
    asked = kernel;
    return std::string("there is no room");
  };
  const Graph g = partitioned(conv_listing("padding=[1, 1, 1, 1]", "8", kEpilogue), context);
  EXPECT_THAT(accelerated(g), IsEmpty());
  EXPECT_THAT(context.notes,
              ElementsAre(HasSubstr("not even its smallest tile fits 1x4_i8w8a32_10_9_10_11: there "
                                    "is no room")));
  EXPECT_EQ(asked.conv, (ConvGeometry{.ic = 20,
                                      .ih = 8,
                                      .iw = 8,
                                      .oc = 8,
                                      .oh = 8,
                                      .ow = 8,
                                      .kh = 3,
                                      .kw = 3,
                                      .pad_top = 1,
                                      .pad_left = 1,
                                      .pad_bottom = 1,
                                      .pad_right = 1}));
  EXPECT_EQ(asked.inputs.size(), 1u);
  EXPECT_FALSE(asked.steps.empty());
}

TEST(Partition, PackedKernelsThatTheHardwareCannotHoldAreACompileError) {
  PassContext context;
  context.config = named_config("default");
  context.capacity_problem = [](const Kernel&) { return std::string("there is no room"); };
  try {
    partitioned(data_file("packed_int8_small.ir"), context);
    FAIL() << "accepted";
  } catch (const CompileError& e) {
    EXPECT_THAT(e.what(), HasSubstr("nn.conv2d: not even its smallest tile fits "
                                    "1x16_i8w8a32_15_15_18_17: there is no room"));
  }
}

TEST(Partition, ResultWithoutClipStaysOnTheHost) {
  PassContext context;
  const Graph g =
      partitioned(conv_listing("padding=[1, 1, 1, 1]", "8",
                               R"(  cast(%0, dtype="int8") /* ty=Tensor[(1, 8, 8, 8), int8] */)"),
                  context);
  EXPECT_THAT(accelerated(g), IsEmpty());
  EXPECT_THAT(context.notes, Contains(HasSubstr("is not a clip")));
}

TEST(Partition, ClipBeyondInt8StaysOnTheHost) {
  PassContext context;
  partitioned(conv_listing("padding=[1, 1, 1, 1]", "8", R"(
  %1 = clip(%0, a_min=-300f, a_max=127f) /* ty=Tensor[(1, 8, 8, 8), int32] */;
  cast(%1, dtype="int8") /* ty=Tensor[(1, 8, 8, 8), int8] */)"),
              context);
  EXPECT_THAT(context.notes, Contains(HasSubstr("exceeds int8")));
}

TEST(Partition, OperatorThatTheAluLacksStaysOnTheHost) {
  PassContext context;
  const Graph g = partitioned(conv_listing("padding=[1, 1, 1, 1]", "8", R"(
  %1 = negative(%0) /* ty=Tensor[(1, 8, 8, 8), int32] */;
  %2 = clip(%1, a_min=-127f, a_max=127f) /* ty=Tensor[(1, 8, 8, 8), int32] */;
  cast(%2, dtype="int8") /* ty=Tensor[(1, 8, 8, 8), int8] */)"),
                              context);
  EXPECT_THAT(accelerated(g), IsEmpty());
  EXPECT_THAT(context.notes, Contains(HasSubstr("negative")));
}

TEST(Partition, AccumulatorThatIsReadTwiceStaysOnTheHost) {
  PassContext context;
  const Graph g = partitioned(conv_listing("padding=[1, 1, 1, 1]", "8", R"(
  %1 = nn.relu(%0) /* ty=Tensor[(1, 8, 8, 8), int32] */;
  %2 = add(%1, %0) /* ty=Tensor[(1, 8, 8, 8), int32] */;
  %3 = clip(%2, a_min=-127f, a_max=127f) /* ty=Tensor[(1, 8, 8, 8), int32] */;
  cast(%3, dtype="int8") /* ty=Tensor[(1, 8, 8, 8), int8] */)"),
                              context);
  EXPECT_THAT(accelerated(g), IsEmpty());
  EXPECT_FALSE(context.notes.empty());
}

TEST(Partition, ElementwiseChainOfInt8ValuesGoesToTheAccelerator) {
  PassContext context;
  const Graph g = partitioned(R"(
def @main(%a: Tensor[(1, 4, 2, 2), int8], %b: Tensor[(1, 4, 2, 2), int8]) -> Tensor[(1, 4, 2, 2), int8] {
  %0 = cast(%a, dtype="int32") /* ty=Tensor[(1, 4, 2, 2), int32] */;
  %1 = left_shift(%0, 2 /* ty=int32 */) /* ty=Tensor[(1, 4, 2, 2), int32] */;
  %2 = cast(%b, dtype="int32") /* ty=Tensor[(1, 4, 2, 2), int32] */;
  %3 = maximum(%1, %2) /* ty=Tensor[(1, 4, 2, 2), int32] */;
  %4 = add(%3, 3 /* ty=int32 */) /* ty=Tensor[(1, 4, 2, 2), int32] */;
  %5 = right_shift(%4, 1 /* ty=int32 */) /* ty=Tensor[(1, 4, 2, 2), int32] */;
  %6 = clip(%5, a_min=-127f, a_max=127f) /* ty=Tensor[(1, 4, 2, 2), int32] */;
  cast(%6, dtype="int8") /* ty=Tensor[(1, 4, 2, 2), int8] */
})",
                              context);
  EXPECT_EQ(accelerated(g).size(), 8U);
  EXPECT_EQ(g.node(g.outputs().front()).name, "alu_0");
}

TEST(PackLayout, ChannelsArePaddedAndResultsSliced) {
  PassContext context;
  Graph g = partitioned(conv_listing("padding=[1, 1, 1, 1]", "8", kEpilogue), context);
  const Graph packed = pack_layout(g, context);
  verify(packed);
  const std::string text = print_graph(packed);
  EXPECT_THAT(text, HasSubstr("pad_width=[[0, 0], [0, 12], [0, 0], [0, 0]]"));
  EXPECT_THAT(text, HasSubstr("newshape=[1, 1, 2, 16, 8, 8]"));
  EXPECT_THAT(text, HasSubstr("axes=[0, 2, 4, 5, 1, 3]"));
  EXPECT_THAT(text, HasSubstr("data_layout=\"NCHW1n16c\", kernel_layout=\"OIHW16o16i\""));
  EXPECT_THAT(text, HasSubstr("newshape=[1, 16, 1, 1, 1]"));
  EXPECT_THAT(text, HasSubstr("axes=[0, 4, 1, 5, 2, 3]"));
  EXPECT_THAT(text, HasSubstr("strided_slice"));
}

TEST(PackLayout, UnequalBlocksShareTheLargerGroup) {
  PassContext context;
  context.config.log_batch = 1;
  context.config.log_block_in = 3;
  context.config.log_block_out = 4;
  Graph g = partitioned(conv_listing("padding=[1, 1, 1, 1]", "8", kEpilogue), context);
  const std::string text = print_graph(pack_layout(g, context));
  EXPECT_THAT(text, HasSubstr("data_layout=\"NCHW2n16c\", kernel_layout=\"OIHW16o8i\""));
}

TEST(PackLayout, HostCallsAreKept) {
  PassContext context;
  const Graph real = random_float_graph(3);
  const Graph packed = pack_layout(partition(real, context), context);
  EXPECT_EQ(print_graph(packed), print_graph(real));
}

// Names of int8 results survive, and values do not change.
TEST(PackLayout, InterpretsToTheSameValues) {
  for (uint64_t seed = 60; seed < 68; ++seed) {
    PassContext context;
    context.config.log_batch = static_cast<int64_t>(seed % 3);
    context.config.log_block_in = static_cast<int64_t>(2 + seed % 4);
    context.quant.dense_on_device = true;
    const Graph real = random_float_graph(seed);
    const Graph q = partition(quantize(real, context), context);
    const Graph packed = pack_layout(q, context);
    verify(packed);
    const Tensor input = random_input(real, seed);
    const Tensor a = interpret(q, std::span(&input, 1)).front();
    const Tensor b = interpret(packed, std::span(&input, 1)).front();
    ASSERT_EQ(a.shape(), b.shape());
    EXPECT_TRUE(std::equal(a.bytes().begin(), a.bytes().end(), b.bytes().begin()))
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace vta
