#include "compiler/passes/decode_steps.h"

#include <gmock/gmock.h>

#include "compiler/text/text.h"
#include "tests/compiler/error_text.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

Graph decoder_listing(const std::string& body, const std::string& input = "(1, 32), int64") {
  return parse_graph(fmt::format("def @main(%x: Tensor[{}]) {{\n{}\n}}", input, body), "steps.ir");
}

std::string decoder_call(const std::string& text, int number) {
  return fmt::format("  %{} = {};\n", number, text);
}

// Rows of a table of 20 tokens, 32 rows of 16 channels in int8.
std::string decoder_rows() {
  return decoder_call(
             "take(meta[relay.Constant][0] /* ty=Tensor[(20, 16), float32] */, %x, axis=0)", 0) +
         decoder_call("add(%0, meta[relay.Constant][1] /* ty=Tensor[(32, 16), float32] */)", 1) +
         decoder_call("reshape(%1, newshape=[32, 16])", 2) +
         decoder_call("cast(%2, dtype=\"int8\")", 3);
}

const char* const kCausalAttention =
    "qnn.attention(%3, %3, %3, num_heads=2, causal=True, fraction=9)";

TEST(DecodeSteps, MakeTheGraphOfOnePosition) {
  const Graph steps = decode_steps(decoder_listing(
      decoder_rows() + decoder_call(kCausalAttention, 4) + "  reshape(%4, newshape=[1, 32, 16])"));
  EXPECT_EQ(decode_context(steps), 32);
  ASSERT_EQ(steps.inputs().size(), 2);
  EXPECT_EQ(steps.node(steps.inputs()[0]).type().shape, (Shape{1, 1}));
  EXPECT_EQ(steps.node(steps.inputs()[1]).name, kPositionInput);
  EXPECT_EQ(steps.type(steps.outputs()[0]).shape, (Shape{1, 1, 16}));
  EXPECT_THAT(print_graph(steps),
              testing::AllOf(HasSubstr("%position, axis=0)"),
                             HasSubstr("qnn.attention_step(%4, %4, %4, context=32, num_heads=2")));
}

TEST(DecodeSteps, AreOfNoOtherGraph) {
  EXPECT_EQ(decode_context(decoder_listing("  nn.relu(%x)", "(1, 4), float32")), 0);
}

// A value with as many channels as positions is no value of positions.
TEST(DecodeSteps, ChannelsAreNoPositions) {
  const Graph steps = decode_steps(decoder_listing(
      decoder_rows() + decoder_call(kCausalAttention, 4) +
      decoder_call("cast(%4, dtype=\"float32\")", 5) +
      decoder_call(
          "nn.dense(%5, meta[relay.Constant][2] /* ty=Tensor[(32, 16), float32] */, units=32)", 6) +
      "  add(%6, meta[relay.Constant][3] /* ty=Tensor[(32), float32] */)"));
  EXPECT_EQ(steps.type(steps.outputs()[0]).shape, (Shape{1, 32}));
}

TEST(DecodeSteps, RefuseByNameWhatMixesPositions) {
  const auto refused = [](const std::string& body, const std::string& input = "(1, 32), int64") {
    return error_text<CompileError>([&] { decode_steps(decoder_listing(body, input)); });
  };
  EXPECT_EQ(refused(decoder_rows() + "  qnn.attention(%3, %3, %3, num_heads=2, fraction=9)"),
            "qnn.attention (node 7) mixes positions, or moves them in a way that is not known");
  EXPECT_THAT(refused(decoder_rows() + decoder_call(kCausalAttention, 4) +
                      decoder_call("transpose(%4, axes=[1, 0])", 5) +
                      decoder_call("cast(%5, dtype=\"float32\")", 6) + "  nn.softmax(%6)"),
              HasSubstr("nn.softmax (node 10) mixes positions"));
  EXPECT_THAT(refused(decoder_rows() + decoder_call(kCausalAttention, 4) +
                      "  reshape(%4, newshape=[16, 32])"),
              HasSubstr("reshape (node 8) mixes positions"));
  EXPECT_EQ(refused(decoder_rows() + "  nn.relu(%2)"),
            "no attention of the network becomes one with keys and values of the positions before");
  EXPECT_EQ(refused("  nn.relu(%x)", "(1, 32), float32"),
            "a decoder has one input of tokens, int64 (1, T) with T above 1; this network has "
            "Tensor[(1, 32), float32]");
}

}  // namespace
}  // namespace vta
