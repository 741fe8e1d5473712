#include "compiler/split/cut_names.h"

#include <gmock/gmock.h>

#include "compiler/split/split_graph.h"
#include "compiler/text/text.h"
#include "tests/compiler/error_text.h"

namespace vta {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Two branches of float chains between pools: every pool is a step.
SteppedGraph two_branches() {
  return step_graph(parse_graph(R"(
def @main(%x: Tensor[(1, 2, 8, 8), float32]) {
  %0 = nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2]) /* head */;
  %1 = nn.max_pool2d(%0, pool_size=[3, 3], padding=[1, 1, 1, 1]) /* left */;
  %2 = nn.avg_pool2d(%0, pool_size=[3, 3], padding=[1, 1, 1, 1]) /* right */;
  %3 = concatenate(%1, %2, axis=1) /* joined */;
  %4 = nn.relu(%3) /* relu */;
  nn.global_avg_pool2d(%4) /* tail */
})",
                                "two.ir"));
}

std::string cutting(const SteppedGraph& g, const std::vector<std::string>& cuts) {
  return error_text<UsageError>([&] { parts_at(g, cuts); });
}

TEST(CutNames, AValueThatAllGoesThroughIsACutOfItsOwn) {
  const SteppedGraph g = two_branches();
  // head; left; right; joined with relu; tail
  ASSERT_EQ(g.steps.size(), 5u);
  EXPECT_THAT(parts_at(g, {"head"}), ElementsAre(0, 1, 1, 1, 1));
  EXPECT_THAT(parts_at(g, {"relu", "head"}), ElementsAre(0, 1, 1, 1, 2));
}

TEST(CutNames, ValuesOfTwoBranchesAreOneCutTogether) {
  const SteppedGraph g = two_branches();
  EXPECT_THAT(parts_at(g, {"left", "right"}), ElementsAre(0, 0, 0, 1, 1));
  EXPECT_THAT(parts_at(g, {"right+left"}), ElementsAre(0, 0, 0, 1, 1));
}

TEST(CutNames, AValueBeforeABranchCanCrossBesideTheOther) {
  const SteppedGraph g = two_branches();
  EXPECT_THAT(parts_at(g, {"head+left"}), ElementsAre(0, 0, 1, 1, 1));
  const SplitNetwork split = split_graph(g, parts_at(g, {"head", "left"}));
  ASSERT_EQ(split.parts.size(), 3u);  // head goes to both parts behind it
  ASSERT_EQ(split.links.size(), 3u);
  EXPECT_EQ(split.links[0].value, "head");
  EXPECT_EQ(split.links[1].value, "head");
  EXPECT_EQ(split.links[1].to.part, 2);
  EXPECT_EQ(split.links[2].value, "left");
}

TEST(CutNames, NamesInsideAStepAndOccurrencesMeanItsValue) {
  const SteppedGraph g = two_branches();
  const NodeId relu = crossing_value(g, "relu");
  EXPECT_EQ(crossing_value(g, "joined"), relu);
  EXPECT_EQ(crossing_value(g, "concatenate:0"), relu);
  EXPECT_EQ(crossing_value(g, "max_pool2d:1"), crossing_value(g, "left"));
  EXPECT_EQ(crossing_value(g, "kernel_3", {{"kernel_3", "left"}}), crossing_value(g, "left"));
}

// A float value beside its int8 form: each name is its own, and a name that no value has is the
// int8 one's.
TEST(CutNames, NamesComeBeforeWhatTheyCouldBeShortFor) {
  const auto graph = [](const std::string& real) {
    return step_graph(parse_graph(fmt::format(R"(
def @main(%x: Tensor[(1, 2, 8, 8), float32]) {{
  %0 = cast(%x, dtype="int8") /* y_int8 */;
  %1 = cast(%0, dtype="float32") /* {} */;
  %2 = nn.global_avg_pool2d(%1) /* pool */;
  nn.batch_flatten(%2) /* tail */
}})",
                                              real),
                                  "y.ir"));
  };
  const SteppedGraph both = graph("y");
  EXPECT_EQ(both.graph.type(crossing_value(both, "y")).dtype, DType::F32);
  EXPECT_EQ(both.graph.type(crossing_value(both, "y_int8")).dtype, DType::I8);
  const SteppedGraph one = graph("z");
  EXPECT_EQ(one.graph.type(crossing_value(one, "y")).dtype, DType::I8);
}

TEST(CutNames, MistakesAreNamed) {
  const SteppedGraph g = two_branches();
  EXPECT_THAT(cutting(g, {"lefd"}), HasSubstr("'lefd': the network has no such value; the nearest "
                                              "are left, "));
  EXPECT_THAT(cutting(g, {"max_pool2d:2"}), HasSubstr("no such value"));
  EXPECT_THAT(cutting(g, {"x"}), HasSubstr("an input of the network"));
  EXPECT_THAT(cutting(g, {""}), HasSubstr("an empty name"));
  EXPECT_THAT(cutting(g, {"left"}), HasSubstr("head would also cross; name them together, --at "
                                              "left+head"));
  EXPECT_THAT(cutting(g, {"tail"}), HasSubstr("nothing behind 'tail'"));
  EXPECT_THAT(cutting(g, {"head", "head"}), HasSubstr("nothing between 'head' and the cut before"));
}

TEST(CutNames, AnOutputThatIsAnInputIsRefused) {
  Graph graph;
  const NodeId x = graph.add_input("x", {{4}, DType::F32});
  graph.set_outputs({graph.add_call("nn.relu", {x}), x});
  const SteppedGraph g = step_graph(graph);
  EXPECT_THAT(error_text<CompileError>([&] { split_graph(g, {0}); }),
              HasSubstr("output 'x' depends on no operator"));
}

}  // namespace
}  // namespace vta
