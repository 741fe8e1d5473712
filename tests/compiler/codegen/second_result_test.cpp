// A kernel with two results: an element-wise kernel computed on what a convolution leaves in its
// accumulators. Values, which kernels are computed so, and whole pre-activation networks.
#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/compiler.h"
#include "compiler/lower/follower.h"
#include "compiler/oracle.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/checked_run.h"
#include "tests/compiler/codegen/junk_memory.h"
#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta::two_results {
namespace {

using testing::channel_step;
using testing::imm_step;
using testing::pick;
using testing::random_conv;
using testing::random_int8;
using testing::reference_kernel;
using testing::tensor_step;
using testing::with_output;

NodeId standin(Graph& graph, const std::string& name, Shape shape) {
  const NodeId id = graph.add_constant_type({std::move(shape), DType::I8});
  graph.node(id).name = name;
  return id;
}

Shape output_shape(const ConvGeometry& g) {
  return {g.n, g.oc, g.oh, g.ow};
}

// Limits of which some are lower than others, and sums far beyond int8.
Kernel random_norm(std::mt19937_64& random, const ConvGeometry& conv) {
  Kernel k;
  k.kind = Kernel::Kind::Alu;
  k.name = "alu_0";
  k.conv.n = conv.n;
  k.conv.ic = k.conv.oc = conv.oc;
  k.conv.ih = k.conv.oh = conv.oh;
  k.conv.iw = k.conv.ow = conv.ow;
  k.inputs.resize(1);
  k.steps = {channel_step(AluOp::Add, random, conv.oc, 254),
             channel_step(AluOp::Max, random, conv.oc, 127),
             channel_step(AluOp::Min, random, conv.oc, 127)};
  return k;
}

// The convolution, perhaps with a residual operand, and what follows it.
struct Two {
  Kernel conv, norm;
  std::vector<Tensor> inputs;

  Tensor sum() const { return reference_kernel(conv, inputs); }
  Tensor result() const { return reference_kernel(norm, {sum()}); }
};

Two random_two(uint64_t seed, const ConvGeometry& g, bool residual) {
  std::mt19937_64 random(seed);
  Two two{random_conv(random, g, seed % 2 == 0), random_norm(random, g), {}};
  two.inputs = {random_int8(random, {g.n, g.ic, g.ih, g.iw})};
  two.conv.inputs.resize(1);
  if (residual) {
    two.inputs.push_back(random_int8(random, output_shape(g)));
    two.conv.inputs.push_back({.shift_left = static_cast<int64_t>(seed % 7)});
    const auto shift = std::ranges::find(two.conv.steps, AluOp::Shr, &AluStep::op);
    two.conv.steps.insert(shift + 1, tensor_step(AluOp::Add, 1));
  }
  return two;
}

// `both`: the sum is read beside its norm.
LoweredGraph lowered_two(const Two& two, bool both) {
  LoweredGraph lowered;
  Kernel conv = two.conv, norm = two.norm;
  for (size_t i = 0; i < two.inputs.size(); ++i) {
    const Shape& shape = two.inputs[i].shape();
    const NodeId host = lowered.graph.add_input(fmt::format("x{}", i), {shape, DType::I8});
    conv.inputs[i].node = standin(lowered.graph, fmt::format("x{}.packed", i), shape);
    lowered.items.emplace_back(BoundaryCopy{host, conv.inputs[i].node, true});
  }
  const Shape shape = output_shape(conv.conv);
  conv.output = norm.inputs[0].node = standin(lowered.graph, "sum.packed", shape);
  norm.output = standin(lowered.graph, "norm.packed", shape);
  const NodeId sum = standin(lowered.graph, "sum", shape);
  const NodeId result = standin(lowered.graph, "norm", shape);
  lowered.items.emplace_back(conv);
  lowered.items.emplace_back(norm);
  lowered.items.emplace_back(BoundaryCopy{result, norm.output, false});
  if (both)
    lowered.items.emplace_back(BoundaryCopy{sum, conv.output, false});
  lowered.graph.set_outputs(both ? std::vector<NodeId>{result, sum} : std::vector<NodeId>{result});
  return lowered;
}

void expect_equal(const Tensor& expected, const Tensor& got) {
  ASSERT_EQ(expected.shape(), got.shape());
  const auto e = expected.data<int8_t>(), g = got.data<int8_t>();
  for (size_t i = 0; i < e.size(); ++i)
    ASSERT_EQ(int{e[i]}, int{g[i]}) << "element " << i;
}

Program program_of(const Two& two, bool both, const std::string& schedule,
                   const VtaConfig& config) {
  return testing::compile_lowered(lowered_two(two, both), schedule, config);
}

RunStats expect_right(const Two& two, bool both, const Program& program) {
  Executor executor(program, testing::device_with_junk(program));
  for (size_t i = 0; i < two.inputs.size(); ++i)
    executor.set_input(static_cast<int64_t>(i), two.inputs[i]);
  testing::run_checked(executor);
  expect_equal(two.result(), executor.output(0));
  if (both)
    expect_equal(two.sum(), executor.output(1));
  return executor.stats();
}

// ---- values --------------------------------------------------------------------------------

struct SummedLayer {
  const char* name;
  ConvGeometry geometry;
};
void PrintTo(const SummedLayer& c, std::ostream* out) {
  *out << c.name;
}

//                       n  ic  ih  iw  oc oh ow kh kw sh sw  t  l  b  r
const SummedLayer kSummedLayers[] = {
    {"3x3", {1, 32, 14, 14, 32, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1}},
    {"1x1Stride2", {1, 32, 15, 15, 48, 0, 0, 1, 1, 2, 2, 0, 0, 0, 0}},
    {"Channels17", {1, 17, 10, 10, 19, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1}},
    {"Image225Wide", {1, 3, 4, 225, 16, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1}},
    {"Batch3", {3, 16, 7, 7, 40, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1}},
    {"OnePixel", {2, 200, 1, 1, 100, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0}},
};

class TwoResults : public ::testing::TestWithParam<std::tuple<SummedLayer, const char*>> {};

TEST_P(TwoResults, EqualPlainLoops) {
  const auto& [layer, config] = GetParam();
  for (const uint64_t seed : {1, 2, 3, 4})
    for (const bool both : {false, true}) {
      SCOPED_TRACE(fmt::format("seed {}, both {}", seed, both));
      const Two two = random_two(seed, with_output(layer.geometry), seed > 2);
      const Program program = program_of(two, both, "fast", named_config(config));
      ASSERT_EQ(program.kernels.size(), 1u);
      EXPECT_EQ(program.kernels[0].more_outputs.size(), both ? 1u : 0u);
      expect_right(two, both, program);
    }
}

INSTANTIATE_TEST_SUITE_P(Layers, TwoResults,
                         ::testing::Combine(::testing::ValuesIn(kSummedLayers),
                                            ::testing::Values("default", "tiny", "1x8", "1x64",
                                                              "2x16", "1x32.16", "1x16.32")),
                         [](const auto& p) {
                           std::string name = fmt::format("{}_{}", std::get<0>(p.param).name,
                                                          std::get<1>(p.param));
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(TwoResults, CostThreeStepsAVectorAndOneStore) {
  const ConvGeometry g = with_output(kSummedLayers[0].geometry);
  const VtaConfig config = named_config("default");
  Two two = random_two(3, g, true);
  const RunStats both = expect_right(two, true, program_of(two, true, "fast", config));
  const RunStats last = expect_right(two, false, program_of(two, false, "fast", config));
  const int64_t vectors = g.oh * g.ow * g.oc / 16;
  EXPECT_EQ(both.counters.out_store_nbytes, 2 * vectors * 16);
  EXPECT_EQ(last.counters.out_store_nbytes, vectors * 16);
  EXPECT_EQ(both.counters.alu_counter, last.counters.alu_counter);
  const Two plain = random_two(3, g, true);
  LoweredGraph alone = lowered_two(plain, true);
  // The norm's steps gone: only its two other readers, the copies, are left.
  std::erase_if(std::get<Kernel>(alone.items[3]).steps, [](const AluStep&) { return true; });
  const Program without = testing::compile_lowered(alone, "fast", config);
  Executor executor(without, make_device("fsim", config));
  for (size_t i = 0; i < plain.inputs.size(); ++i)
    executor.set_input(static_cast<int64_t>(i), plain.inputs[i]);
  executor.run();
  EXPECT_EQ(both.counters.alu_counter - executor.stats().counters.alu_counter, 3 * vectors);
}

// Reference schedules compute one operator of the graph at a time.
TEST(TwoResults, OfReferenceSchedulesAreTwoKernels) {
  const Two two = random_two(2, with_output(kSummedLayers[0].geometry), false);
  const Program program = program_of(two, true, "reference", named_config("default"));
  EXPECT_EQ(program.kernels.size(), 2u);
  expect_right(two, true, program);
}

TEST(TwoResults, AreNamedAndMeasured) {
  const Two two = random_two(3, with_output(kSummedLayers[0].geometry), true);
  const VtaConfig config = named_config("default");
  const Program both = program_of(two, true, "fast", config);
  const Program last = program_of(two, false, "fast", config);
  const ProgramKernel& k = both.kernels[0];
  const auto name = [](const Program& p, int64_t tensor) {
    return p.device_tensors[static_cast<size_t>(tensor)].name;
  };
  EXPECT_EQ(name(both, k.output_tensor), "sum.packed");
  EXPECT_EQ(name(both, k.more_outputs.at(0).tensor), "norm.packed");
  EXPECT_EQ(name(last, last.kernels[0].output_tensor), "norm.packed");
  EXPECT_EQ(k.least_bytes - last.kernels[0].least_bytes, 14 * 14 * 32);
  EXPECT_EQ(k.least_work, last.kernels[0].least_work);
  EXPECT_EQ(k.least_work->vector_steps, 14 * 14 * 2 * 4);  // the bias, and three
}

// ---- conditions ----------------------------------------------------------------------------

bool follows(const Two& two) {
  const LoweredGraph lowered = lowered_two(two, true);
  return followers_of_layers(lowered).size() == 1;
}

TEST(Follower, IsAnElementwiseKernelOfOneOperand) {
  const ConvGeometry g = with_output(kSummedLayers[0].geometry);
  const Two good = random_two(1, g, false);
  EXPECT_TRUE(follows(good));
  Two two = good;
  two.conv.kind = Kernel::Kind::Dense;
  EXPECT_TRUE(follows(two));
  two = good;
  two.conv.kind = Kernel::Kind::Pool;
  EXPECT_FALSE(follows(two));
  two = good;
  two.conv.kind = Kernel::Kind::Alu;
  EXPECT_FALSE(follows(two));
  two = good;
  two.norm.kind = Kernel::Kind::Pool;
  EXPECT_FALSE(follows(two));
  two = good;
  two.norm.inputs[0].shift_left = 1;
  EXPECT_FALSE(follows(two));
  two = good;
  two.norm.inputs.push_back({});
  EXPECT_FALSE(follows(two));
  two = good;
  two.norm.steps.push_back(tensor_step(AluOp::Add, 0));
  EXPECT_FALSE(follows(two));
}

TEST(Follower, HasSumsAndLimitsAlone) {
  const Two good = random_two(1, with_output(kSummedLayers[0].geometry), false);
  for (const AluOp op : {AluOp::Add, AluOp::Max, AluOp::Min, AluOp::Shr, AluOp::Mul}) {
    Two two = good;
    two.norm.steps.push_back(imm_step(op, 1));
    EXPECT_EQ(follows(two), op != AluOp::Shr && op != AluOp::Mul);
  }
}

TEST(Follower, IsTheFirstOfTwo) {
  LoweredGraph lowered =
      lowered_two(random_two(1, with_output(kSummedLayers[0].geometry), false), true);
  Kernel second = std::get<Kernel>(lowered.items[2]);
  second.name = "alu_1";
  second.output = standin(lowered.graph, "second", output_shape(second.conv));
  lowered.items.emplace_back(second);
  const auto found = followers_of_layers(lowered);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.begin()->second->name, "alu_0");
}

// Two kernels fit where one with three vectors more does not.
TEST(Follower, IsAKernelOfItsOwnWhereBothDoNotFit) {
  std::mt19937_64 random(5);
  for (const int64_t depth : {2, 3}) {
    VtaConfig config = named_config("default");
    config.log_acc_buff_size = config.log_batch + config.log_block_out + 2 + depth;
    config.validate();
    const Two two = random_two(1, with_output(kSummedLayers[2].geometry), false);
    const Program program = program_of(two, true, "fast", config);
    EXPECT_EQ(program.kernels.size(), depth == 2 ? 2u : 1u);
    expect_right(two, true, program);
  }
}

// ---- random networks -----------------------------------------------------------------------

// Blocks of a pre-activation network in the form that quantize gives: x, norm(x), a convolution of
// it, and the sum of both; between stages a convolution of the norm takes the shortcut's place.
class PreActivation {
 public:
  PreActivation(std::mt19937_64& random, Shape shape) : random_(random) {
    x_ = graph_.add_input("data", {std::move(shape), DType::I8});
  }

  Graph run(int64_t blocks) {
    x_ = convolution(x_, channels(), -1);
    for (int64_t i = 0; i < blocks; ++i)
      block();
    const NodeId last = norm(x_);
    graph_.set_outputs(pick(random_, 0, 2) == 0 ? std::vector<NodeId>{last, x_}
                                                : std::vector<NodeId>{last});
    return std::move(graph_);
  }

 private:
  NodeId call(std::string_view op, std::vector<NodeId> inputs, Attrs attrs = {}) {
    return graph_.add_call(op, std::move(inputs), std::move(attrs));
  }
  NodeId scalar(int64_t value) {
    return graph_.add_constant(Tensor::scalar(static_cast<int32_t>(value)));
  }
  int64_t channels() const { return graph_.type(x_).shape[1]; }

  void block() {
    const NodeId z = norm(x_);
    const bool stage = pick(random_, 0, 2) == 0;
    const NodeId shortcut = stage ? convolution(z, channels() + pick(random_, 0, 20), -1) : x_;
    x_ = convolution(z, graph_.type(shortcut).shape[1], shortcut);
  }

  NodeId narrowed(NodeId x) {
    x = call("clip", {x}, {{"a_min", -127.0}, {"a_max", 127.0}});
    x = call("cast", {x}, {{"dtype", std::string("int8")}});
    graph_.node(x).name = fmt::format("value{}", values_++);
    return x;
  }

  NodeId vector(int64_t count, int64_t least, int64_t most) {
    Tensor t = Tensor::zeros(DType::I32, {count, 1, 1});
    for (int32_t& v : t.mutable_data<int32_t>())
      v = static_cast<int32_t>(pick(random_, least, most));
    return graph_.add_constant(t);
  }

  // Factors of all signs, or positive ones alone: then both limits are one number.
  NodeId norm(NodeId x) {
    const int64_t count = graph_.type(x).shape[1];
    NodeId acc = call("cast", {x}, {{"dtype", std::string("int32")}});
    acc = call("add", {acc, vector(count, -254, 254)});
    if (pick(random_, 0, 2) == 0)
      return narrowed(call("clip", {acc}, {{"a_min", 0.0}, {"a_max", 127.0}}));
    const NodeId low = vector(count, -127, 1);
    acc = call("maximum", {acc, low});
    acc = call("minimum", {acc, vector(count, 0, 127)});
    return narrowed(acc);
  }

  NodeId convolution(NodeId x, int64_t count, NodeId shortcut) {
    const Shape s = graph_.type(x).shape;
    const int64_t half = pick(random_, 0, 1), size = 2 * half + 1;
    const NodeId weight = graph_.add_constant(random_int8(random_, {count, s[1], size, size}));
    NodeId acc = call("nn.conv2d", {x, weight},
                      {{"padding", IntList{half, half, half, half}},
                       {"channels", count},
                       {"kernel_size", IntList{size, size}},
                       {"out_dtype", std::string("int32")}});
    acc = call("add", {acc, vector(count, -20000, 20000)});
    int64_t shift = 7;
    for (int64_t n = s[1] * size * size; n > 1; n /= 4)
      ++shift;
    acc = call("add", {acc, scalar(int64_t{1} << (shift - 1))});
    acc = call("right_shift", {acc, scalar(shift)});
    if (shortcut >= 0) {
      NodeId wide = call("cast", {shortcut}, {{"dtype", std::string("int32")}});
      if (const int64_t left = pick(random_, -3, 2); left > 0)
        wide = call("left_shift", {wide, scalar(left)});
      acc = call("add", {acc, wide});
    }
    return narrowed(acc);
  }

  std::mt19937_64& random_;
  Graph graph_;
  NodeId x_ = -1;
  int values_ = 0;
};

class RandomPreActivation : public ::testing::TestWithParam<int> {};

TEST_P(RandomPreActivation, EqualsTheInterpreter) {
  int64_t seconds = 0, norms_alone = 0;
  for (int i = 0; i < 40; ++i) {
    const auto seed = static_cast<uint64_t>(1000 + GetParam() * 40 + i);
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::mt19937_64 random(seed);
    CompileOptions options;
    options.config = testing::random_config(random);
    options.recipe.set("schedule", pick(random, 0, 4) == 0 ? "reference" : "fast");
    const Shape shape = {pick(random, 1, 3), pick(random, 1, 40), pick(random, 1, 12),
                         pick(random, 1, 12)};
    const CompileResult compiled =
        compile_graph(PreActivation(random, shape).run(pick(random, 1, 3)), options);
    for (const ProgramKernel& k : compiled.program.kernels) {
      seconds += std::ssize(k.more_outputs);
      norms_alone += k.kind == "alu" ? 1 : 0;
    }
    Executor executor(compiled.program, make_device("fsim", options.config));
    executor.set_input(0, random_int8(random, shape));
    Oracle oracle(compiled.quantized, executor);
    testing::run_checked(executor);
    const VerifyReport report = oracle.compare();
    ASSERT_TRUE(report.exact()) << report.first_mismatch;
    ASSERT_EQ(report.output_error, 0);
  }
  std::printf("%lld second results, %lld kernels of their own\n", static_cast<long long>(seconds),
              static_cast<long long>(norms_alone));
  EXPECT_GT(seconds, 15);
  EXPECT_GT(norms_alone, 3);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPreActivation, ::testing::Range(0, 8));

}  // namespace
}  // namespace vta::two_results
