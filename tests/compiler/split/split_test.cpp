// Parts of networks: whatever is cut where, together they compute the bits of the whole.
#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <set>

#include "compiler/interp/interpreter.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/networks/network_fixture.h"
#include "tests/compiler/passes/random_float_graph.h"
#include "tests/compiler/split/compose.h"

namespace vta {
namespace {

using testing::options_for;

// The network quantized, with options that its parts are compiled with.
struct Quantized {
  Graph graph;
  CompileOptions options;
};

Quantized quantized(const Graph& graph, CompileOptions options) {
  options.stop_after = "quantize";
  const CompileResult result = compile_graph(graph, options);
  options.stop_after.clear();
  options.recipe = with_forms(options.recipe, result.schedule.facts);
  options.quantized = true;
  return {result.quantized, options};
}

std::vector<Tensor> run_program(Program program, const std::vector<Tensor>& inputs) {
  const VtaConfig config = program.config;
  Executor executor(std::move(program), make_device("fsim", config));
  for (size_t i = 0; i < inputs.size(); ++i)
    executor.set_input(static_cast<int64_t>(i), inputs[i]);
  executor.run();
  std::vector<Tensor> outputs;
  for (size_t i = 0; i < executor.program().outputs.size(); ++i)
    outputs.push_back(executor.output(static_cast<int64_t>(i)));
  return outputs;
}

std::vector<Tensor> run_parts(const SplitNetwork& split, const CompileOptions& options,
                              const std::vector<Tensor>& inputs) {
  return compose(split, inputs, [&](int64_t part, const std::vector<Tensor>& given) {
    return run_program(compile_graph(split.parts[static_cast<size_t>(part)], options).program,
                       given);
  });
}

void expect_equal(const std::vector<Tensor>& a, const std::vector<Tensor>& b,
                  const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].shape(), b[i].shape()) << what;
    EXPECT_TRUE(std::ranges::equal(a[i].bytes(), b[i].bytes())) << what << ", output " << i;
  }
}

// Every cut along the order in two parts, and all of them at once.
int64_t check_every_cut(const Quantized& q, const std::vector<Tensor>& inputs,
                        const std::string& what) {
  const std::vector<Tensor> whole = run_program(compile_graph(q.graph, q.options).program, inputs);
  const SteppedGraph stepped = step_graph(q.graph);
  std::vector<int64_t> all;
  for (const LinearCut& cut : linear_cuts(stepped)) {
    EXPECT_LE(cut.values.size(), 4u) << what;
    all.push_back(cut.steps);
    const SplitNetwork split = split_graph(stepped, parts_behind(stepped, {cut.steps}));
    EXPECT_EQ(split.links.size(), cut.values.size()) << what;
    expect_equal(run_parts(split, q.options, inputs), whole,
                 fmt::format("{}, cut behind step {}", what, cut.steps));
  }
  const SplitNetwork split = split_graph(stepped, parts_behind(stepped, all));
  EXPECT_EQ(split.parts.size(), all.size() + 1) << what;
  expect_equal(run_parts(split, q.options, inputs), whole, what + ", every cut at once");
  return std::ssize(all);
}

// Blocks of branches with everything that joins them.
class BranchedNetwork {
 public:
  explicit BranchedNetwork(uint64_t seed) : rng_(seed) {}

  Graph build() {
    std::vector<NodeId> open = {relu(conv(
        graph_.add_input("data", {{1, pick(1, 8), size_, size_}, DType::F32}), pick(1, 3) * 8))};
    for (int64_t steps = pick(2, 7); steps > 0; --steps) {
      const NodeId x = open[static_cast<size_t>(pick(0, std::ssize(open) - 1))];
      const NodeId y = relu(conv(x, 16));
      switch (pick(0, 3)) {
        case 0:
          open.push_back(y);
          break;
        case 1:
          open.back() = add(y, conv(open.back(), 16));
          break;
        case 2:
          open.back() = relu(add(conv(y, 16), y));
          break;
        default:
          open.back() = graph_.add_call("concatenate", {y, open.back()}, {{"axis", int64_t{1}}});
      }
    }
    std::vector<NodeId> outputs;
    while (open.size() > 2) {
      const NodeId x = conv(open.back(), 16);
      open.pop_back();
      open.back() = add(x, conv(open.back(), 16));
    }
    for (const NodeId x : open)
      outputs.push_back(graph_.add_call("nn.global_avg_pool2d", {x}));
    graph_.set_outputs(outputs);
    fill_constants(graph_, 1);
    return std::move(graph_);
  }

 private:
  int64_t pick(int64_t lo, int64_t hi) {
    return lo + static_cast<int64_t>(rng_() % static_cast<uint64_t>(hi - lo + 1));
  }
  NodeId relu(NodeId x) { return graph_.add_call("nn.relu", {x}); }
  NodeId add(NodeId a, NodeId b) { return graph_.add_call("add", {a, b}); }
  NodeId conv(NodeId x, int64_t channels) {
    const int64_t k = pick(0, 1) * 2 + 1, pad = k / 2;
    const NodeId w =
        graph_.add_constant_type({{channels, graph_.type(x).shape[1], k, k}, DType::F32});
    return graph_.add_call("nn.conv2d", {x, w},
                           {{"strides", IntList{1, 1}},
                            {"padding", IntList{pad, pad, pad, pad}},
                            {"channels", channels},
                            {"kernel_size", IntList{k, k}}});
  }

  std::mt19937_64 rng_;
  Graph graph_;
  int64_t size_ = 5;
};

TEST(Split, EveryCutOf200BranchedNetworksHasTheBitsOfTheWhole) {
  int64_t cuts = 0, branched = 0;
  const std::vector<std::string> configs = {"default", "1x32", "2x16"};
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const Graph graph = BranchedNetwork(seed).build();
    const Quantized q = quantized(graph, options_for(configs[seed % configs.size()]));
    for (const LinearCut& cut : linear_cuts(step_graph(q.graph)))
      branched += cut.values.size() > 1 ? 1 : 0;
    cuts += check_every_cut(q, {testing::random_tensor(graph.type(graph.inputs().front()))},
                            fmt::format("seed {}", seed));
    if (HasFailure())
      return;
  }
  EXPECT_GT(cuts, 1000);
  EXPECT_GT(branched, 300);
}

TEST(Split, EveryCutOfRandomResidualNetworksHasTheBitsOfTheWhole) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = random_float_graph(seed);
    check_every_cut(quantized(graph, options_for("default")), {random_input(graph, seed)},
                    fmt::format("seed {}", seed));
    if (HasFailure())
      return;
  }
}

TEST(Split, EveryCutOfASmallNetworkAllInInt8) {
  const Graph graph = testing::zoo_network("resnet8_tiny");
  CompileOptions options = options_for("default");
  options.recipe.set("all_int8", "true");
  const int64_t cuts =
      check_every_cut(quantized(graph, options),
                      {testing::random_tensor(graph.type(graph.inputs().front()))}, "all int8");
  EXPECT_GE(cuts, 8);
}

// The interpreter, so that it is quick: that programs equal it is what every other test shows.
void check_by_interpreter(const std::string& name, int64_t least_cuts) {
  const Graph graph = testing::zoo_network(name);
  const Quantized q = quantized(graph, options_for("default"));
  const std::vector<Tensor> inputs = {testing::random_tensor(graph.type(graph.inputs().front()))};
  std::map<std::string, Tensor> values;  // of everything that may cross
  const SteppedGraph stepped = step_graph(q.graph);
  InterpretOptions observe;
  observe.observe = [&](NodeId id, const Tensor& value) {
    if (stepped.crossable[static_cast<size_t>(id)])
      values[stepped.graph.node(id).name] = value;
  };
  const std::vector<Tensor> whole = interpret(stepped.graph, inputs, observe);
  std::vector<int64_t> all;
  for (const LinearCut& cut : linear_cuts(stepped))
    all.push_back(cut.steps);
  EXPECT_GE(std::ssize(all), least_cuts);
  // Each part between two cuts gives the values of the whole: so do all that are made of them.
  const SplitNetwork split = split_graph(stepped, parts_behind(stepped, all));
  const std::vector<Tensor> together =
      compose(split, inputs, [&](int64_t part, const std::vector<Tensor>& given) {
        const Graph& g = split.parts[static_cast<size_t>(part)];
        std::vector<Tensor> made = interpret(g, given);
        for (size_t i = 0; i < made.size(); ++i)
          expect_equal({made[i]}, {values.at(g.node(g.outputs()[i]).name)},
                       fmt::format("{}, part {}", name, part));
        return made;
      });
  expect_equal(together, whole, name);
}

TEST(Split, Resnet18HasTheSameValuesAtEveryCut) {
  check_by_interpreter("resnet18_v1", 20);
}

TEST(Split, Resnet50HasTheSameValuesAtEveryCut) {
  check_by_interpreter("resnet50_v2", 50);
}

TEST(Split, EveryCutOfResnet18HasTheBitsOfTheWhole) {
  const Graph graph = testing::zoo_network("resnet18_v1");
  const int64_t cuts =
      check_every_cut(quantized(graph, options_for("default")),
                      {testing::random_tensor(graph.type(graph.inputs().front()))}, "resnet18_v1");
  EXPECT_GE(cuts, 20);
}

TEST(Split, EveryCutOfResnet50HasTheBitsOfTheWhole) {
  const Graph graph = testing::zoo_network("resnet50_v2");
  const int64_t cuts =
      check_every_cut(quantized(graph, options_for("default")),
                      {testing::random_tensor(graph.type(graph.inputs().front()))}, "resnet50_v2");
  EXPECT_GE(cuts, 50);
}

}  // namespace
}  // namespace vta
