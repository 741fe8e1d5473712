// Concatenations along channels cost no work: each part is stored where the whole has it. Random
// networks of branches against the integer interpreter, and what becomes of single ones.
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "compiler/compiler.h"
#include "compiler/interp/interpreter.h"
#include "compiler/oracle.h"
#include "compiler/text/text.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/checked_run.h"
#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using testing::Features;
using ::testing::HasSubstr;
using testing::pick;
using ::testing::StartsWith;

// Values of one image size that are convolved, pooled, summed and joined, in the form that quantize
// gives.
class BranchedNetwork {
 public:
  BranchedNetwork(std::mt19937_64& random, const VtaConfig& config, Features& features)
      : random_(random),
        lanes_(std::max(config.block_in(), config.block_out())),
        features_(features) {}

  Graph run() {
    images_ = pick(random_, 1, 5);
    const Shape shape = {images_, channels(), pick(random_, 1, 9), pick(random_, 1, 9)};
    NodeId x = graph_.add_input("data", {shape, DType::F32});
    x = call("clip", {call("round", {call("multiply", {x, scalar(16.0F)})})},
             {{"a_min", -127.0}, {"a_max", 127.0}});
    x = call("cast", {x}, {{"dtype", std::string("int8")}});
    graph_.node(x).name = "data.int8";
    values_.push_back(x);
    convolution();
    for (int64_t steps = pick(random_, 4, 12); steps > 0; --steps)
      step();
    join(false);
    join(true);
    std::vector<NodeId> outputs;
    for (const NodeId value : {values_.back(), any(), any()})
      outputs.push_back(call("cast", {value}, {{"dtype", std::string("float32")}}));
    graph_.set_outputs(outputs);
    return std::move(graph_);
  }

 private:
  NodeId call(std::string_view op, std::vector<NodeId> inputs, Attrs attrs = {}) {
    return graph_.add_call(op, std::move(inputs), std::move(attrs));
  }
  template <typename T>
  NodeId scalar(T value) {
    return graph_.add_constant(Tensor::scalar(value));
  }
  NodeId any() { return values_[static_cast<size_t>(pick(random_, 0, std::ssize(values_) - 1))]; }
  // Mostly whole groups.
  int64_t channels() {
    return pick(random_, 0, 5) == 0 ? pick(random_, 1, 3 * lanes_) : lanes_ * pick(random_, 1, 2);
  }

  void step() {
    switch (pick(random_, 0, 9)) {
      case 0:
      case 1:
        return join(false);
      case 2:
        return join(true);
      case 3:
        return pool();
      case 4:
        return sum();
      case 5:
        return copy();
      default:
        return convolution();
    }
  }

  NodeId narrowed(NodeId x, int64_t low = -127) {
    x = call("clip", {x}, {{"a_min", static_cast<double>(low)}, {"a_max", 127.0}});
    x = call("cast", {x}, {{"dtype", std::string("int8")}});
    graph_.node(x).name = fmt::format("value{}", names_++);
    values_.push_back(x);
    return x;
  }
  NodeId widened(NodeId x) { return call("cast", {x}, {{"dtype", std::string("int32")}}); }

  NodeId sums_of(NodeId x, int64_t outputs, int64_t kernel) {
    const int64_t inputs = graph_.type(x).shape[1], pad = kernel / 2;
    const NodeId weight =
        graph_.add_constant(testing::random_int8(random_, {outputs, inputs, kernel, kernel}));
    NodeId acc = call("nn.conv2d", {x, weight},
                      {{"padding", IntList{pad, pad, pad, pad}},
                       {"channels", outputs},
                       {"kernel_size", IntList{kernel, kernel}},
                       {"out_dtype", std::string("int32")}});
    acc = call("add", {acc, scalar(int32_t{1} << 9)});
    return call("right_shift", {acc, scalar(int32_t{10})});
  }

  void convolution() { narrowed(sums_of(any(), channels(), pick(random_, 0, 1) == 0 ? 1 : 3)); }

  void pool() {
    ++features_["pool"];
    narrowed(call("nn.max_pool2d", {widened(any())},
                  {{"pool_size", IntList{3, 3}}, {"padding", IntList{1, 1, 1, 1}}}),
             -128);
  }

  // What is added to a convolution's sums may be a part or a whole.
  void sum() {
    const NodeId shortcut = any();
    const NodeId sums = sums_of(any(), graph_.type(shortcut).shape[1], 1);
    narrowed(call("add", {sums, widened(shortcut)}));
    ++features_["residual"];
  }

  void copy() { narrowed(widened(any()), -128); }

  // Of values that are in no other, or of any.
  void join(bool any_value) {
    std::vector<NodeId> parts;
    for (int64_t wanted = pick(random_, 2, 4); wanted > 0; --wanted)
      if (const NodeId part = any(); any_value || taken_.insert(part).second)
        parts.push_back(part);
    if (parts.empty())
      return;
    const NodeId whole = call("concatenate", parts, {{"axis", pick(random_, 0, 1) == 0 ? 1 : -3}});
    graph_.node(whole).name = fmt::format("whole{}", names_++);
    values_.push_back(whole);
    ++features_["concatenation"];
  }

  std::mt19937_64& random_;
  int64_t lanes_, images_ = 1, names_ = 0;
  Features& features_;
  Graph graph_;
  std::vector<NodeId> values_;
  std::set<NodeId> taken_;
};

Tensor random_data(std::mt19937_64& random, const TensorType& type) {
  Tensor t = Tensor::zeros(DType::F32, type.shape);
  for (float& v : t.mutable_data<float>())
    v = static_cast<float>(pick(random, -128, 128)) / 16.0F;
  return t;
}

// Every kernel against the interpreter, every output against its whole.
void expect_exact(const Graph& graph, CompileResult compiled, const VtaConfig& config,
                  const Tensor& data) {
  Executor executor(std::move(compiled.program), make_device("fsim", config));
  executor.set_input(0, data);
  Oracle oracle(compiled.quantized, executor);
  testing::run_checked(executor);
  const VerifyReport report = oracle.compare();
  EXPECT_TRUE(report.exact()) << report.first_mismatch;
  const std::vector<Tensor> expected = interpret(graph, std::span(&data, 1));
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_TRUE(
        std::ranges::equal(executor.output(static_cast<int64_t>(i)).bytes(), expected[i].bytes()))
        << "output " << i;
}

int64_t host_concats(const Program& program) {
  return std::ranges::count_if(program.steps, [](const Step& step) {
    const auto* host = std::get_if<HostOpStep>(&step);
    return host != nullptr && host->op == "concatenate";
  });
}

class RandomBranches : public ::testing::TestWithParam<uint64_t> {};

TEST_P(RandomBranches, AreExactAndFreeOfRaces) {
  std::mt19937_64 random(GetParam());
  const VtaConfig config = testing::random_config(random);
  Features features;
  const Graph graph = BranchedNetwork(random, config, features).run();
  SCOPED_TRACE(fmt::format("seed {}, {}\n{}", GetParam(), config.name(), print_graph(graph)));
  CompileOptions options;
  options.config = config;
  options.recipe.set("schedule", pick(random, 0, 3) == 0 ? "reference" : "fast");
  const Tensor data = random_data(random, graph.type(graph.inputs().front()));
  expect_exact(graph, compile_graph(graph, options), config, data);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomBranches, ::testing::Range(uint64_t{0}, uint64_t{80}));

TEST(RandomBranchesCoverage, TheNetworksHaveWhatIsEasyToGetWrong) {
  Features features;
  for (uint64_t seed = 0; seed < 80; ++seed) {
    std::mt19937_64 random(seed);
    const VtaConfig config = testing::random_config(random);
    CompileOptions options;
    options.config = config;
    const CompileResult compiled =
        compile_graph(BranchedNetwork(random, config, features).run(), options);
    for (const DeviceTensor& tensor : compiled.program.device_tensors) {
      features["part"] += tensor.part_of >= 0 ? 1 : 0;
      features["part between whose batches others lie"] += tensor.layout.is_dense() ? 0 : 1;
    }
    features["on the host"] += static_cast<int>(host_concats(compiled.program));
  }
  for (const char* name : {"concatenation", "pool", "residual", "part",
                           "part between whose batches others lie", "on the host"}) {
    std::printf("%4d %s\n", features[name], name);
    EXPECT_GE(features[name], 20) << name;
  }
}

// ---- single networks -------------------------------------------------------------------------

constexpr std::string_view kBegin = R"(
def @main(%data: Tensor[(1, 16, 4, 4), float32]) {
  %0 = clip(%data, a_min=-127f, a_max=127f);
  %1 = cast(%0, dtype="int8");
  %2 = nn.conv2d(%1, meta[relay.Constant][0] /* ty=Tensor[(32, 16, 1, 1), int8] */, channels=32, kernel_size=[1, 1], out_dtype="int32");
  %3 = clip(%2, a_min=-127f, a_max=127f);
  %4 = cast(%3, dtype="int8") /* a */;
  %5 = nn.conv2d(%1, meta[relay.Constant][1] /* ty=Tensor[(24, 16, 3, 3), int8] */, padding=[1, 1, 1, 1], channels=24, kernel_size=[3, 3], out_dtype="int32");
  %6 = clip(%5, a_min=-127f, a_max=127f);
  %7 = cast(%6, dtype="int8") /* b */;
)";

CompileResult compiled_with(const std::string& body, const CompileOptions& options) {
  Graph graph = parse_graph(std::string(kBegin) + body + "\n}", "test");
  fill_constants(graph, 3);
  return compile_graph(std::move(graph), options);
}

CompileResult compiled_on(const std::string& body, const std::string& config = "default") {
  CompileOptions options;
  options.config = named_config(config);
  return compiled_with(body, options);
}

const DeviceTensor& tensor_named(const Program& program, std::string_view name) {
  const auto found = std::ranges::find(program.device_tensors, name, &DeviceTensor::name);
  EXPECT_NE(found, program.device_tensors.end()) << name;
  return *found;
}

TEST(Concat, PartsFollowEachOtherInTheWholesMemory) {
  const CompileResult compiled = compiled_on(R"(
  %8 = concatenate((%4, %7), axis=1) /* whole */;
  cast(%8, dtype="float32"))");
  const Program& program = compiled.program;
  EXPECT_EQ(host_concats(program), 0);
  EXPECT_THAT(compiled.notes, ElementsAre());
  EXPECT_EQ(program.kernels.size(), 2u);
  const DeviceTensor &a = tensor_named(program, "a"), &b = tensor_named(program, "b"),
                     &whole = tensor_named(program, "whole");
  EXPECT_EQ(whole.layout.c, 56);
  EXPECT_EQ(a.offset_bytes, whole.offset_bytes);
  EXPECT_EQ(b.offset_bytes, whole.offset_bytes + 2 * a.layout.group_bytes());
  EXPECT_EQ(&program.device_tensors[static_cast<size_t>(a.part_of)], &whole);
}

TEST(Concat, StaysOnTheHostWithANoteThatSaysWhy) {
  const std::pair<const char*, const char*> cases[] = {
      {"%8 = concatenate((%7, %4), axis=1)",
       "'x' stays on the host: its operand 'b' has 24 channels, all but the last must have a "
       "multiple of 16"},
      {"%8 = concatenate((%4, %4), axis=1)", "its operand 'a' is there twice"},
      {"%8 = concatenate((%4, %4), axis=2)",
       "its axis is 2, the accelerator's tensors can be joined along channels, 1"},
      {"%8 = concatenate((%1, %1), axis=1)", "none of its operands is computed on the accelerator"},
  };
  for (const auto& [call, note] : cases) {
    SCOPED_TRACE(call);
    const CompileResult compiled =
        compiled_on(std::string("  ") + call + " /* x */;\n  cast(%8, dtype=\"float32\")");
    EXPECT_EQ(host_concats(compiled.program), 1);
    EXPECT_THAT(compiled.notes, Contains(HasSubstr(note)));
  }
}

TEST(Concat, AValueLiesInOnePlace) {
  const CompileResult compiled = compiled_on(R"(
  %8 = concatenate((%4, %7), axis=1) /* first */;
  %9 = concatenate((%4, %8), axis=1) /* second */;
  cast(%9, dtype="float32"))");
  EXPECT_EQ(host_concats(compiled.program), 1);
  EXPECT_THAT(compiled.notes,
              Contains(HasSubstr(
                  "'second' stays on the host: its operand 'a' is part of another concatenation")));
}

TEST(Concat, StaysOnTheHostWhereAskedTo) {
  CompileOptions options;
  options.config = named_config("default");
  options.recipe.set("concat", "host");
  const std::string body = R"(
  %8 = concatenate((%4, %7), axis=1) /* whole */;
  cast(%8, dtype="float32"))";
  const CompileResult compiled = compiled_with(body, options);
  EXPECT_EQ(host_concats(compiled.program), 1);
  EXPECT_THAT(compiled.notes,
              ElementsAre("'whole' stays on the host: concatenations are left there"));
  EXPECT_FALSE(compiled.schedule.facts.concatenations);
  options.recipe.set("concat", "accelerator");
  options.recipe.set("schedule", "reference");
  EXPECT_THROW(compiled_with(body, options), UsageError);
}

// Layers that read all layers before, each after a batch norm and relu of its own, as frameworks
// write them: concatenations of all that there is so far.
std::string dense_block(int64_t layers) {
  std::string text = "def @main(%data: Tensor[(3, 16, 8, 8), float32]) {\n";
  int64_t line = 0, constants = 0;
  const auto add = [&](const std::string& call) {
    text += fmt::format("  %{} = {};\n", line, call);
    return line++;
  };
  const auto constant = [&](const std::string& shape) {
    return fmt::format("meta[relay.Constant][{}] /* ty=Tensor[({}), float32] */", constants++,
                       shape);
  };
  const auto convolution = [&](int64_t x, int64_t ic, int64_t oc, int64_t kernel) {
    return add(
        fmt::format("nn.conv2d(%{}, {}, padding=[{}, {}], channels={}, kernel_size=[{}, {}])", x,
                    constant(fmt::format("{}, {}, {}, {}", oc, ic, kernel, kernel)), kernel / 2,
                    kernel / 2, oc, kernel, kernel));
  };
  const auto norm = [&](int64_t x, int64_t c) {
    const int64_t scaled =
        add(fmt::format("multiply(%{}, {})", x, constant(fmt::format("{}, 1, 1", c))));
    const int64_t shifted =
        add(fmt::format("add(%{}, {})", scaled, constant(fmt::format("{}, 1, 1", c))));
    return add(fmt::format("nn.relu(%{})", shifted));
  };
  add("nn.relu(%data)");
  std::vector<std::string> values = {fmt::format("%{}", convolution(0, 16, 32, 3))};
  int64_t all = line - 1, channels = 32;
  for (int64_t i = 0; i < layers; ++i) {
    int64_t x = i == 0 ? all : norm(all, channels);
    x = add(fmt::format("nn.relu(%{})", convolution(x, channels, 32, 1)));
    values.push_back(fmt::format("%{}", convolution(x, 32, 16, 3)));
    channels += 16;
    all = add(fmt::format("concatenate(({}), axis=1)", fmt::join(values, ", ")));
  }
  const int64_t last = convolution(norm(all, channels), channels, 24, 1);
  return text + fmt::format("  nn.global_avg_pool2d(%{})\n}}", last);
}

TEST(Concat, NetworksWhoseLayersReadAllBeforeAreOneLaunch) {
  Graph graph = parse_graph(dense_block(4), "test");
  fill_constants(graph, 3);
  for (const char* name : {"default", "2x16"})
    for (const QuantMode mode : {QuantMode::Global, QuantMode::Max}) {
      SCOPED_TRACE(fmt::format("{} mode {}", name, static_cast<int>(mode)));
      std::mt19937_64 random(9);
      CompileOptions options;
      options.config = named_config(name);
      options.recipe.set("all_int8", "true");
      options.recipe.set("quant", std::string(mode_name(mode)));
      const Tensor data = random_data(random, graph.type(graph.inputs().front()));
      if (mode != QuantMode::Global)
        options.calibration = {data};
      const CompileResult compiled = compile_graph(graph, options);
      // One sample is few, which is said; that something stays on the host is not.
      EXPECT_THAT(compiled.notes, Each(StartsWith("warning: ")));
      EXPECT_EQ(std::ranges::count_if(
                    compiled.program.steps,
                    [](const Step& step) { return std::holds_alternative<LaunchStep>(step); }),
                1);
      EXPECT_EQ(host_concats(compiled.program), 0);
      const Graph quantized = compiled.quantized;
      expect_exact(quantized, compiled, options.config, data);
    }
}

TEST(Concat, CsimAndTsimAgree) {
  std::mt19937_64 random(17);
  const VtaConfig config = named_config("default");
  Features features;
  const Graph graph = BranchedNetwork(random, config, features).run();
  CompileOptions options;
  options.config = config;
  const Program program = compile_graph(graph, options).program;
  const auto cycles = [&](const std::string& backend) {
    Executor executor(program, make_device(backend, config));
    executor.set_input(0, random_data(random, graph.type(graph.inputs().front())));
    executor.run();
    return executor.stats().timing->cycles;
  };
  EXPECT_EQ(cycles("csim"), cycles("tsim"));
}

}  // namespace
}  // namespace vta
