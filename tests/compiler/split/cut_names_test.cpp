#include "compiler/split/cut_names.h"

#include <gmock/gmock.h>

#include "compiler/graph/value_names.h"
#include "compiler/interp/interpreter.h"
#include "compiler/split/occurrences.h"
#include "compiler/split/split_graph.h"
#include "compiler/text/text.h"
#include "tests/compiler/error_text.h"
#include "tests/compiler/split/compose.h"

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
  const auto numbers = occurrence_names(operators_of(g.graph));
  EXPECT_EQ(crossing_value(g, "concatenate:0", numbers), relu);
  EXPECT_EQ(crossing_value(g, "max_pool2d:1", numbers), crossing_value(g, "left"));
  EXPECT_EQ(crossing_value(g, "nn.max_pool2d:1", numbers), crossing_value(g, "left"));
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
  const auto numbers = occurrence_names(operators_of(g.graph));
  EXPECT_THAT(error_text<UsageError>([&] { crossing_value(g, "max_pool2d:2", numbers); }),
              HasSubstr("has 2 of max_pool2d, max_pool2d:0 to max_pool2d:1"));
  EXPECT_THAT(cutting(g, {"no_pool2d:2"}), HasSubstr("no such value"));
  EXPECT_THAT(cutting(g, {"5"}), HasSubstr("'5': the network has no such value; a line of --list "
                                           "is taken by what stands under --at there"));
  EXPECT_THAT(error_text<UsageError>([&] { parts_at(g, {"max_pool2d:1"}, numbers); }),
              HasSubstr("--at 'max_pool2d:1' (left) separates nothing: head would also cross; name "
                        "them together, --at left+head"));
  EXPECT_THAT(cutting(g, {"left"}), HasSubstr("--at 'left' separates nothing"));
  EXPECT_THAT(cutting(g, {"x"}), HasSubstr("an input of the network"));
  EXPECT_THAT(cutting(g, {""}), HasSubstr("an empty name"));
  EXPECT_THAT(cutting(g, {"left"}), HasSubstr("head would also cross; name them together, --at "
                                              "left+head"));
  EXPECT_THAT(cutting(g, {"tail"}), HasSubstr("nothing behind 'tail'"));
  EXPECT_THAT(cutting(g, {"head", "head"}), HasSubstr("nothing between 'head' and the cut before"));
}

// Of the file, and not of what passes have made of it: a batch norm has an add of its own.
TEST(CutNames, NumbersAreOfTheFilesOperators) {
  const std::vector<FileOperator> file = {
      {"BatchNormalization", "norm"}, {"Add", "first"}, {"Add", "second"}, {"Relu", "relu"}};
  const std::vector<FileOperator> graph = {{"nn.batch_norm", "norm"},
                                           {"add", "norm.bias"},
                                           {"add", "first"},
                                           {"nn.relu", "relu"},
                                           {"multiply", "scaled"}};
  const auto names = occurrence_names(file, graph);
  EXPECT_EQ(names.at("add:0"), "first");
  EXPECT_EQ(names.at("Add:1"), "second");
  EXPECT_EQ(names.at("relu:0"), "relu");
  EXPECT_EQ(names.at("batch_norm:0"), "norm");
  EXPECT_EQ(names.at("multiply:0"), "scaled");
  EXPECT_FALSE(names.contains("add:2"));
}

TEST(CutNames, TheListSaysTheNumberOfTheLastOperatorOfAValue) {
  const SteppedGraph g = two_branches();
  const auto numbers = occurrences_by_value(g, operators_of(g.graph));
  EXPECT_EQ(numbers.at(crossing_value(g, "left")), "nn.max_pool2d:1");
  EXPECT_EQ(numbers.at(crossing_value(g, "relu")), "nn.relu:0");
}

TEST(CutNames, OutputsThatNoStepComputesAreTheFirstParts) {
  Graph graph;
  const NodeId x = graph.add_input("x", {{4}, DType::F32});
  const NodeId number = graph.add_constant(Tensor::scalar(2.0f));
  const NodeId first = graph.add_call("nn.softmax", {x});
  graph.set_outputs({graph.add_call("nn.softmax", {first}), x, number, first, first},
                    {"y", "same", "two", "middle", "again"});
  const SteppedGraph g = step_graph(graph);
  const SplitNetwork split = split_graph(g, {0, 1});
  EXPECT_THAT(split.parts[0].output_names(),
              testing::UnorderedElementsAre("same", "two", "middle"));
  EXPECT_THAT(split.parts[1].output_names(), ElementsAre("y"));
  std::vector<std::string> names;
  for (const SplitNetwork::Output& output : split.outputs)
    names.push_back(output.name);
  EXPECT_THAT(names, ElementsAre("y", "same", "two", "middle", "again"));
  EXPECT_EQ(split.outputs[3].from, split.outputs[4].from);
  const Tensor data = Tensor::from_span<float>({4}, std::vector<float>{1, 2, 3, 4});
  const auto run = [&](int64_t part, const std::vector<Tensor>& inputs) {
    return interpret(split.parts[static_cast<size_t>(part)], inputs);
  };
  const std::vector<Tensor> got = compose(split, {data}, run);
  const std::vector<Tensor> whole = interpret(graph, {{data}});
  for (size_t i = 0; i < whole.size(); ++i)
    EXPECT_TRUE(std::ranges::equal(got[i].bytes(), whole[i].bytes())) << i;
}

}  // namespace
}  // namespace vta
