// A maximum computed with the convolution before it: values, and which pairs are computed so.
#include <gtest/gtest.h>

#include "compiler/kernels/conv_pool/kind.h"
#include "tests/compiler/codegen/junk_memory.h"
#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/codegen/race_check.h"

namespace vta {
namespace {

using testing::imm_step;
using testing::random_conv;
using testing::random_int8;
using testing::reference_kernel;
using testing::with_output;

struct PooledPair {
  Kernel conv, pool;
};

ConvGeometry pointwise(int64_t n, int64_t ic, int64_t h, int64_t w, int64_t oc) {
  ConvGeometry g;
  g.n = n, g.ic = ic, g.ih = g.oh = h, g.iw = g.ow = w, g.oc = oc;
  return g;
}

struct PoolWindow {
  int64_t kernel = 3, stride = 2, pad = 1;
};

ConvGeometry pool_of(const ConvGeometry& conv, const PoolWindow& w) {
  ConvGeometry g = pointwise(conv.n, conv.oc, conv.oh, conv.ow, conv.oc);
  g.kh = g.kw = w.kernel;
  g.stride_h = g.stride_w = w.stride;
  g.pad_top = g.pad_left = g.pad_bottom = g.pad_right = w.pad;
  return with_output(g);
}

PooledPair random_pair(const ConvGeometry& conv, const PoolWindow& window, bool relu) {
  std::mt19937_64 random(13);
  PooledPair pair{random_conv(random, conv, relu), {}};
  pair.pool.kind = Kernel::Kind::Pool;
  pair.pool.name = "pool_0";
  pair.pool.conv = pool_of(conv, window);
  pair.pool.steps = {imm_step(AluOp::Max, -128), imm_step(AluOp::Min, 127)};
  return pair;
}

NodeId named_standin(Graph& graph, const std::string& name, Shape shape) {
  const NodeId id = graph.add_constant_type({std::move(shape), DType::I8});
  graph.node(id).name = name;
  return id;
}

Shape output_shape(const ConvGeometry& g) {
  return {g.n, g.oc, g.oh, g.ow};
}

// Both kernels as a graph; `also`: the convolution's result is an output, too.
LoweredGraph lowered_pair(PooledPair pair, bool also) {
  LoweredGraph lowered;
  Graph& graph = lowered.graph;
  const ConvGeometry& g = pair.conv.conv;
  const Shape data = {g.n, g.ic, g.ih, g.iw};
  const NodeId x = graph.add_input("x", {data, DType::I8});
  pair.conv.inputs = {{.node = named_standin(graph, "x.packed", data)}};
  pair.conv.output = named_standin(graph, "sums", output_shape(g));
  pair.pool.inputs = {{.node = pair.conv.output}};
  pair.pool.output = named_standin(graph, "y.packed", output_shape(pair.pool.conv));
  const NodeId y = named_standin(graph, "y", output_shape(pair.pool.conv));
  lowered.items = {BoundaryCopy{x, pair.conv.inputs[0].node, true}, pair.conv, pair.pool,
                   BoundaryCopy{y, pair.pool.output, false}};
  std::vector<NodeId> outputs = {y};
  if (also) {
    outputs.push_back(named_standin(graph, "z", output_shape(g)));
    lowered.items.emplace_back(BoundaryCopy{outputs.back(), pair.conv.output, false});
  }
  graph.set_outputs(outputs);
  return lowered;
}

Program compile_pair(const PooledPair& pair, const VtaConfig& config, const std::string& schedule,
                     bool also = false) {
  return testing::compile_lowered(lowered_pair(pair, also), schedule, config);
}

void expect_equal_to_loops(const PooledPair& pair, const Program& program) {
  const ConvGeometry& g = pair.conv.conv;
  std::mt19937_64 random(17);
  const Tensor x = random_int8(random, {g.n, g.ic, g.ih, g.iw});
  Executor executor(program, testing::device_with_junk(program));
  executor.set_input(0, x);
  executor.run();
  const Tensor expected = reference_kernel(pair.pool, {reference_kernel(pair.conv, {x})});
  const auto e = expected.data<int8_t>(), got = executor.output(0).data<int8_t>();
  ASSERT_EQ(e.size(), got.size());
  for (size_t i = 0; i < e.size(); ++i)
    ASSERT_EQ(int{e[i]}, int{got[i]}) << "element " << i;
}

void expect_no_races(const Program& program) {
  for (const Step& step : program.steps)
    if (const auto* launch = std::get_if<LaunchStep>(&step)) {
      const testing::Races races = testing::find_races(program, testing::decoded(program, *launch));
      EXPECT_EQ(races.count, 0) << races.first;
    }
}

struct ConvPoolCase {
  const char* name;
  ConvGeometry conv;
  PoolWindow window;
  bool relu = true;
};
void PrintTo(const ConvPoolCase& c, std::ostream* out) {
  *out << c.name;
}

const ConvPoolCase kConvPools[] = {
    {"Resnet", pointwise(1, 147, 24, 24, 64), {3, 2, 1}},
    {"NoRelu", pointwise(1, 27, 16, 16, 32), {3, 2, 1}, false},
    {"NoPads", pointwise(1, 27, 15, 17, 40), {3, 2, 0}},
    {"TwoByTwo", pointwise(3, 30, 12, 10, 24), {2, 2, 0}},
    {"OddExtents", pointwise(2, 27, 13, 11, 17), {3, 2, 1}},
    {"StrideAboveKernel", pointwise(1, 27, 17, 17, 16), {2, 3, 0}},
    {"StrideThree", pointwise(1, 27, 18, 18, 16), {5, 3, 1}},
    {"OneOutput", pointwise(1, 16, 2, 2, 16), {2, 2, 0}},
};

class ConvPool : public ::testing::TestWithParam<std::tuple<ConvPoolCase, const char*>> {};

TEST_P(ConvPool, EqualsPlainLoops) {
  const auto& [c, name] = GetParam();
  const VtaConfig config = named_config(name);
  const PooledPair pair = random_pair(c.conv, c.window, c.relu);
  expect_no_races(compile_pair(pair, config, "fast"));
  expect_no_races(compile_pair(pair, config, "fast", true));
  expect_equal_to_loops(pair, compile_pair(pair, config, "fast"));
}

INSTANTIATE_TEST_SUITE_P(Shapes, ConvPool,
                         ::testing::Combine(::testing::ValuesIn(kConvPools),
                                            ::testing::Values("default", "tiny", "1x8", "1x64",
                                                              "2x16", "4x16", "1x32.16",
                                                              "1x16.32")),
                         [](const auto& p) {
                           std::string name = fmt::format("{}_{}", std::get<0>(p.param).name,
                                                          std::get<1>(p.param));
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

size_t num_kernels(const PooledPair& pair, const std::string& schedule = "fast",
                   bool also = false) {
  return compile_pair(pair, named_config("default"), schedule, also).kernels.size();
}

TEST(ConvPoolChoice, OneKernelWhereNothingForbidsIt) {
  const PooledPair pair = random_pair(pointwise(1, 147, 24, 24, 64), {3, 2, 1}, true);
  EXPECT_EQ(num_kernels(pair), 1u);
  EXPECT_EQ(num_kernels(pair, "reference"), 2u);
  EXPECT_EQ(num_kernels(pair, "fast", true), 2u) << "the convolution's result is an output";
}

TEST(ConvPoolChoice, WindowsWithoutATapOfTheirOwnStayApart) {
  EXPECT_EQ(num_kernels(random_pair(pointwise(1, 27, 12, 12, 16), {3, 1, 1}, true)), 2u);
  EXPECT_EQ(num_kernels(random_pair(pointwise(1, 27, 12, 12, 16), {4, 2, 1}, true)), 2u);
}

TEST(ConvPoolChoice, StepsThatMayChangeTheOrderStayApart) {
  std::mt19937_64 random(1);
  const PooledPair plain = random_pair(pointwise(1, 27, 12, 12, 16), {3, 2, 1}, true);
  PooledPair scaled = plain;
  scaled.conv.steps.insert(scaled.conv.steps.begin(),
                           testing::channel_step(AluOp::Mul, random, 16, 3));
  EXPECT_EQ(num_kernels(scaled), 2u);
  PooledPair wrapping = plain;
  wrapping.conv.steps.insert(wrapping.conv.steps.begin(), imm_step(AluOp::Add, 2147483000));
  EXPECT_EQ(num_kernels(wrapping), 2u);
  PooledPair limited = plain;
  limited.pool.steps.push_back(imm_step(AluOp::Min, 126));
  EXPECT_EQ(num_kernels(limited), 2u);
  EXPECT_EQ(num_kernels(plain), 1u);
}

TEST(BaseTap, IsReadByNoOtherTap) {
  for (int64_t kernel = 1; kernel <= 6; ++kernel)
    for (int64_t stride = 1; stride <= 5; ++stride)
      for (int64_t pad = 0; pad < kernel; ++pad) {
        const int64_t image = 20, outputs = (image + 2 * pad - kernel) / stride + 1;
        const std::optional<int64_t> base = base_tap(kernel, stride, pad, image, outputs);
        if (!base)
          continue;
        for (int64_t y = 0; y < outputs; ++y) {
          const int64_t own = y * stride + *base - pad;
          EXPECT_GE(own, 0);
          EXPECT_LT(own, image);
          for (int64_t other = 0; other < outputs; ++other)
            for (int64_t tap = 0; tap < kernel; ++tap)
              EXPECT_EQ(other * stride + tap - pad == own, other == y && tap == *base)
                  << kernel << "/" << stride << " pad " << pad;
        }
      }
  EXPECT_EQ(base_tap(3, 2, 1, 112, 56), 1);
  EXPECT_EQ(base_tap(3, 1, 1, 112, 112), std::nullopt);
}

}  // namespace
}  // namespace vta
