// Concatenations as the quantize pass realizes them: one scale, or a shift to it.
#include <gmock/gmock.h>

#include <algorithm>

#include "compiler/passes/concat_scales.h"
#include "compiler/passes/quantize.h"
#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Quantized {
  Graph graph;
  std::vector<std::string> notes;
  std::string text() const { return print_graph(graph); }
};

Quantized quantized(const std::string& body, const QuantOptions& options, uint64_t seed = 5) {
  const std::string begin = R"(
def @main(%data: Tensor[(1, 4, 6, 6), float32]) {
  %0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(16, 4, 1, 1), float32] */, channels=16, kernel_size=[1, 1]) /* a */;
  %1 = nn.conv2d(%data, meta[relay.Constant][1] /* ty=Tensor[(16, 4, 3, 3), float32] */, padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]) /* wide */;
)";
  Graph graph = parse_graph(begin + body + "\n}", "test");
  fill_constants(graph, seed);
  PassContext context;
  context.quant = options;
  context.quant.calibration = random_inputs(graph, 1);
  Quantized q{quantize(graph, context), texts_of(context.notes)};
  verify(q.graph);
  return q;
}

QuantOptions by(QuantMode mode) {
  QuantOptions options;
  options.mode = mode;
  options.skip_conv.clear();
  return options;
}

const Node& concatenation(const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).op == "concatenate")
      return graph.node(id);
  throw std::runtime_error("no concatenation");
}

constexpr const char* kJoined = "  concatenate((%0, %1), axis=1) /* joined */";

// The second layer reads larger values, and so has a coarser scale of its own.
TEST(QuantizeConcat, LayersTakeTheScaleOfWhatTheyAreJoinedWith) {
  constexpr const char* kUnlike =
      "  %2 = multiply(%data, 64f /* ty=float32 */);\n"
      "  %3 = nn.conv2d(%2, meta[relay.Constant][2] /* ty=Tensor[(16, 4, 1, 1), float32] */, "
      "channels=16, kernel_size=[1, 1]) /* b */;\n"
      "  concatenate((%0, %3), axis=1) /* joined */";
  const Quantized joined = quantized(kUnlike, by(QuantMode::Max));
  EXPECT_EQ(concatenation(joined.graph).type().dtype, DType::I8);
  EXPECT_THAT(joined.notes, IsEmpty());
  for (const NodeId part : concatenation(joined.graph).inputs)
    EXPECT_THAT(joined.graph.node(part).name, testing::AnyOf("a_int8", "b_int8"));
  QuantOptions apart = by(QuantMode::Max);
  apart.concats_on_device = false;
  const Quantized host = quantized(kUnlike, apart);
  EXPECT_EQ(concatenation(host.graph).type().dtype, DType::F32);
  EXPECT_THAT(host.notes, ElementsAre("concatenate 'joined' stays in float on the host: its "
                                      "operands' scales differ"));
}

// Whatever mode and network: what is computed is the network.
TEST(QuantizeConcat, ValuesAreThoseOfTheNetwork) {
  const char* bodies[] = {
      kJoined,
      "  %2 = nn.max_pool2d(%1, pool_size=[3, 3], padding=[1, 1, 1, 1]) /* p */;\n"
      "  concatenate((%0, %2), axis=1) /* joined */",
      "  %2 = concatenate((%0, %1), axis=1) /* joined */;\n"
      "  concatenate((%2, %0, %2), axis=-3) /* again */",
      "  concatenate((%0, %1), axis=2) /* rows */",
  };
  for (const char* body : bodies)
    for (const QuantMode mode : {QuantMode::Global, QuantMode::Max, QuantMode::Percentile})
      for (const bool pools : {false, true}) {
        SCOPED_TRACE(fmt::format("{} mode {} pools {}", body, static_cast<int>(mode), pools));
        QuantOptions options = by(mode);
        options.pools_on_device = pools;
        options.global_scale = 4;
        const Quantized q = quantized(body, options);
        QuantOptions none = options;
        none.skip_conv = {0, 1};
        const Quantized real = quantized(body, none);
        expect_same_values(real.graph, q.graph, 0.05);
      }
}

TEST(QuantizeConcat, AValueThatIsPartOfTwoIsCopied) {
  const Quantized q = quantized(
      "  %2 = concatenate((%0, %1), axis=1) /* joined */;\n"
      "  concatenate((%2, %0), axis=1) /* again */",
      by(QuantMode::Max));
  EXPECT_THAT(q.text(), HasSubstr("/* a_int8 */"));
  EXPECT_THAT(q.text(), HasSubstr("/* a_int8_1 */"));
  EXPECT_THAT(q.text(), Not(HasSubstr("/* wide_int8_1 */")));
}

TEST(QuantizeConcat, WithAFloatOperandItStaysInFloatWithANote) {
  QuantOptions options = by(QuantMode::Max);
  options.skip_conv = {0};
  const Quantized q = quantized(kJoined, options);
  EXPECT_EQ(concatenation(q.graph).type().dtype, DType::F32);
  EXPECT_THAT(q.notes, Contains("concatenate 'joined' stays in float on the host: its operand 'a' "
                                "is computed in float"));
}

TEST(ConcatScales, ValuesThatShareAConcatenationAreOneFamily) {
  const Graph graph = parse_graph(R"(
def @main(%a: Tensor[(1, 2, 3, 3), float32], %b: Tensor[(1, 2, 3, 3), float32], %c: Tensor[(1, 2, 3, 3), float32], %d: Tensor[(1, 2, 3, 3), float32]) {
  %0 = concatenate((%a, %b), axis=1);
  %1 = concatenate((%b, %c), axis=-3);
  %2 = concatenate((%0, %1), axis=2);
  nn.relu(%2)
})",
                                  "test");
  const auto families = values_of_one_scale(graph);
  ASSERT_EQ(families.size(), 1u);
  EXPECT_THAT(families.front(), ElementsAre(0, 1, 2, 4, 5));
}

}  // namespace
}  // namespace vta
