#include "tests/compiler/split/listed_parts.h"

#include <gmock/gmock.h>

#include <cstdio>

#include "compiler/interp/interpreter.h"
#include "compiler/split/cut_names.h"
#include "compiler/text/text.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/error_text.h"
#include "tests/compiler/listing_files.h"
#include "tests/compiler/networks/network_fixture.h"
#include "tests/compiler/split/compose.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

// As the published one: the second part reads the sum twice, and is cut off.
constexpr const char* kSmall = R"(def @main(%data: Tensor[(1, 3, 8, 8), float32]) {
  %0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(16, 3, 3, 3), float32] */, padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]);
  %1 = nn.relu(%0);
  %2 = nn.conv2d(%1, meta[relay.Constant][1] /* ty=Tensor[(16, 16, 3, 3), float32] */, padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]);
  add(%2, %1)
}

def @main(%data_n_0: Tensor[(1, 16, 8, 8), float32], %data_n_1: Tensor[(1, 16, 8, 8), float32]) {
  %0 = nn.relu(%data_n_0);
  %1 = nn.conv2d(%0, meta[relay.Constant][0] /* ty=Tensor[(16, 16, 1, 1), float32] */, channels=16, kernel_size=[1, 1]);
  %2 = add(%1, %data_n_1);
)";

std::vector<Tensor> run_listed(const Graph& graph, const CompileOptions& options,
                               const std::vector<Tensor>& inputs) {
  Executor executor(compile_graph(graph, options).program, make_device("fsim", options.config));
  for (size_t i = 0; i < inputs.size(); ++i)
    executor.set_input(static_cast<int64_t>(i), inputs[i]);
  executor.run();
  std::vector<Tensor> outputs;
  for (size_t i = 0; i < executor.program().outputs.size(); ++i)
    outputs.push_back(executor.output(static_cast<int64_t>(i)));
  return outputs;
}

// The first sum of two tensors of one shape.
bool is_sum_of_part(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  return node.op == "add" && graph.type(node.inputs[0]) == graph.type(node.inputs[1]);
}

// Reads, connects and joins the parts, quantizes the whole, cuts it where it was cut, and runs
// both.
void check(const std::string& text, const std::string& origin, const std::string& type) {
  const std::vector<Graph> parts = parse_functions(text, origin);
  ASSERT_EQ(parts.size(), 2u);
  const std::vector<ListedLink> links = find_links(parts, origin);
  for (const ListedLink& link : links)
    std::printf("%s\n", link.text.c_str());
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links[0].text, "part 0, output 0 -> part 1, input 0 '%data_n_0': " + type);
  EXPECT_EQ(links[1].text, "part 0, output 0 -> part 1, input 1 '%data_n_1': " + type);
  Graph whole = join_parts(parts, links);
  verify(whole);
  ASSERT_EQ(whole.inputs().size(), 1u);
  ASSERT_EQ(whole.outputs().size(), 1u);
  NodeId sum = -1;
  for (NodeId id = 0; sum < 0; ++id)
    if (is_sum_of_part(whole, id))
      sum = id;
  whole.node(sum).name = "sum";
  fill_constants(whole, 5);
  CompileOptions options = testing::options_for("default");
  options.stop_after = "quantize";
  const CompileResult quantized = compile_graph(whole, options);
  options.stop_after.clear();
  options.recipe = with_forms(options.recipe, quantized.schedule.facts);
  options.quantized = true;
  const SteppedGraph stepped = step_graph(quantized.quantized);
  const SplitNetwork split = split_graph(stepped, parts_at(stepped, {"sum"}));
  ASSERT_EQ(split.parts.size(), 2u);
  EXPECT_EQ(split.links.size(), 1u);
  const std::vector<Tensor> inputs = {testing::random_tensor(whole.type(whole.inputs().front()))};
  const std::vector<Tensor> one = run_listed(quantized.quantized, options, inputs);
  const std::vector<Tensor> two =
      compose(split, inputs, [&](int64_t part, const std::vector<Tensor>& given) {
        return run_listed(split.parts[static_cast<size_t>(part)], options, given);
      });
  ASSERT_EQ(one.size(), 1u);
  EXPECT_TRUE(std::ranges::equal(one[0].bytes(), two[0].bytes()));
}

TEST(ListedParts, ASplitBehindASumIsConnectedAndComputesTheWhole) {
  check(kSmall, "small.ir", "Tensor[(1, 16, 8, 8), float32]");
}

TEST(ListedParts, ThePublishedSplitIsConnectedAndComputesTheWhole) {
  VTA_GOLDEN_OR_SKIP(text, "resnet50_v2_split_after_add0.ir");
  check(text, "resnet50_v2_split_after_add0.ir", "Tensor[(1, 256, 56, 56), float32]");
}

TEST(ListedParts, OutputsOfOneTypeAreAmbiguous) {
  const std::vector<Graph> parts = parse_functions(R"(
def @main(%x: Tensor[(4), float32]) {
  (nn.relu(%x), sigmoid(%x))
}
def @main(%y: Tensor[(4), float32]) {
  nn.relu(%y)
})",
                                                   "two.ir");
  EXPECT_THAT(
      error_text<InputError>([&] { find_links(parts, "two.ir"); }),
      HasSubstr("two.ir: part 1, input 0 '%y' can be part 0, output 0 or part 0, output 1"));
}

}  // namespace
}  // namespace vta
