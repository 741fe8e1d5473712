// Single kernels of every shape against plain loops.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/resource_policy.h"
#include "compiler/codegen/codegen.h"
#include "tests/compiler/codegen/kernel_fixture.h"

namespace vta {
namespace {

using testing::imm_step;
using testing::random_conv;
using testing::random_int8;
using testing::reference_kernel;
using testing::run_kernel;
using testing::with_output;

void expect_equal(const Tensor& expected, const Tensor& got) {
  ASSERT_EQ(expected.shape(), got.shape());
  const auto e = expected.data<int8_t>();
  const auto g = got.data<int8_t>();
  for (size_t i = 0; i < e.size(); ++i)
    ASSERT_EQ(int{e[i]}, int{g[i]}) << "element " << i;
}

struct ConvCase {
  const char* name;
  ConvGeometry geometry;
};
// GoogleTest prints every parameter at every start of the program: by name, not byte by byte.
void PrintTo(const ConvCase& c, std::ostream* out) {
  *out << c.name;
}

//                       n  ic  ih  iw  oc oh ow kh kw sh sw  t  l  b  r
const ConvCase kConvs[] = {
    {"3x3", {1, 32, 14, 14, 32, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1}},
    {"1x1Stride2", {1, 32, 15, 15, 48, 0, 0, 1, 1, 2, 2, 0, 0, 0, 0}},
    {"StrideAboveKernel", {1, 16, 17, 17, 16, 0, 0, 2, 2, 3, 3, 0, 0, 0, 0}},
    {"UnevenPads", {1, 16, 12, 12, 16, 0, 0, 3, 3, 2, 2, 0, 0, 1, 1}},
    {"1x7", {1, 16, 9, 20, 16, 0, 0, 1, 7, 1, 1, 0, 3, 0, 3}},
    {"7x1", {1, 16, 20, 9, 16, 0, 0, 7, 1, 1, 1, 3, 0, 3, 0}},
    {"Channels17", {1, 17, 10, 10, 19, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1}},
    {"Image225Wide", {1, 3, 8, 225, 16, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1}},
    {"11x11Stride4", {1, 3, 45, 45, 24, 0, 0, 11, 11, 4, 4, 2, 2, 2, 2}},
    {"Pad17", {1, 16, 20, 20, 16, 0, 0, 35, 35, 1, 1, 17, 17, 17, 17}},
    {"Batch3", {3, 16, 7, 7, 16, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1}},
    {"ManyChannels", {1, 256, 7, 7, 128, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1}},
    {"OnePixel", {2, 200, 1, 1, 100, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0}},
};

class ConvKernel : public ::testing::TestWithParam<std::tuple<ConvCase, const char*, const char*>> {
};

TEST_P(ConvKernel, EqualsPlainLoops) {
  const auto& [c, config, schedule] = GetParam();
  std::mt19937_64 random(7);
  const ConvGeometry g = with_output(c.geometry);
  const Kernel kernel = random_conv(random, g, true);
  const std::vector<Tensor> inputs = {random_int8(random, {g.n, g.ic, g.ih, g.iw})};
  const auto run = run_kernel(kernel, inputs, schedule, named_config(config));
  expect_equal(reference_kernel(kernel, inputs), run.output);
  EXPECT_GT(run.stats.counters.gemm_counter, 0);
}

INSTANTIATE_TEST_SUITE_P(Shapes, ConvKernel,
                         ::testing::Combine(::testing::ValuesIn(kConvs),
                                            ::testing::Values("default", "tiny", "1x8", "1x64",
                                                              "2x16", "1x32.16", "1x16.32"),
                                            ::testing::Values("fast", "reference")),
                         [](const auto& p) {
                           std::string name =
                               fmt::format("{}_{}_{}", std::get<0>(p.param).name,
                                           std::get<1>(p.param), std::get<2>(p.param));
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

class AluKernel : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {
 protected:
  void check(Kernel kernel, const ConvGeometry& g, size_t operands) {
    kernel.kind = Kernel::Kind::Alu;
    kernel.name = "alu_0";
    kernel.conv = g;
    kernel.inputs.resize(operands);
    std::mt19937_64 random(11);
    std::vector<Tensor> inputs;
    for (size_t i = 0; i < operands; ++i)
      inputs.push_back(random_int8(random, {g.n, g.oc, g.oh, g.ow}));
    const auto& [config, schedule] = GetParam();
    expect_equal(reference_kernel(kernel, inputs),
                 run_kernel(kernel, inputs, schedule, named_config(config)).output);
  }
  static ConvGeometry extents(int64_t n, int64_t c, int64_t h, int64_t w) {
    ConvGeometry g;
    g.n = n;
    g.oc = c;
    g.oh = h;
    g.ow = w;
    return g;
  }
};

TEST_P(AluKernel, ResidualAdd) {
  Kernel k;
  k.steps = {testing::tensor_step(AluOp::Add, 1), imm_step(AluOp::Max, 0),
             imm_step(AluOp::Min, 127), imm_step(AluOp::Max, -127)};
  check(k, extents(1, 70, 13, 13), 2);
}

TEST_P(AluKernel, ShiftedOperandsAreAligned) {
  Kernel k;
  k.inputs.resize(2);
  k.inputs[1].shift_left = 3;
  k.steps = {testing::tensor_step(AluOp::Add, 1), imm_step(AluOp::Add, 4), imm_step(AluOp::Shr, 3),
             imm_step(AluOp::Min, 127), imm_step(AluOp::Max, -127)};
  check(k, extents(3, 33, 5, 9), 2);
}

TEST_P(AluKernel, ChannelVectorsInAChain) {
  std::mt19937_64 random(3);
  Kernel k;
  k.steps = {testing::channel_step(AluOp::Mul, random, 40, 5),
             testing::channel_step(AluOp::Add, random, 40, 100), imm_step(AluOp::Shr, 2),
             imm_step(AluOp::Min, 127), imm_step(AluOp::Max, -127)};
  check(k, extents(2, 40, 6, 7), 1);
}

TEST_P(AluKernel, ThreeOperands) {
  Kernel k;
  k.steps = {testing::tensor_step(AluOp::Max, 1), testing::tensor_step(AluOp::Min, 2),
             imm_step(AluOp::Min, 127), imm_step(AluOp::Max, -127)};
  check(k, extents(1, 16, 30, 30), 3);
}

INSTANTIATE_TEST_SUITE_P(Configs, AluKernel,
                         ::testing::Combine(::testing::Values("default", "tiny", "4x16", "1x32.16",
                                                              "1x16.32"),
                                            ::testing::Values("fast", "reference")),
                         [](const auto& p) {
                           std::string name =
                               fmt::format("{}_{}", std::get<0>(p.param), std::get<1>(p.param));
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

struct PoolCase {
  const char* name;
  AluOp op;
  ConvGeometry geometry;  // oh and ow 0: whole windows
};
void PrintTo(const PoolCase& c, std::ostream* out) {
  *out << c.name;
}

//                                        n  ic  ih  iw  oc oh ow kh kw sh sw  t  l  b  r
const PoolCase kPools[] = {
    {"Max3x3", AluOp::Max, {1, 64, 28, 28, 64, 0, 0, 3, 3, 2, 2, 1, 1, 1, 1}},
    {"Max2x2", AluOp::Max, {2, 33, 16, 16, 33, 0, 0, 2, 2, 2, 2, 0, 0, 0, 0}},
    {"MaxOdd", AluOp::Max, {3, 17, 13, 9, 17, 0, 0, 3, 2, 1, 3, 2, 0, 0, 1}},
    {"MaxHangsOver", AluOp::Max, {1, 16, 8, 7, 16, 4, 4, 3, 3, 2, 2, 0, 1, 0, 0}},
    {"MaxStrideAboveKernel", AluOp::Max, {1, 16, 17, 17, 16, 0, 0, 2, 2, 3, 3, 0, 0, 0, 0}},
    {"MaxWide", AluOp::Max, {1, 8, 4, 225, 8, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1}},
    {"MaxLargeWindow", AluOp::Max, {1, 16, 60, 60, 16, 0, 0, 55, 55, 4, 4, 0, 0, 0, 0}},
    {"MaxOnePixel", AluOp::Max, {1, 5, 1, 1, 5, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0}},
    {"MaxWindowAboveImage", AluOp::Max, {1, 16, 3, 3, 16, 0, 0, 5, 5, 1, 1, 2, 2, 2, 2}},
    {"SumOfPlanes", AluOp::Add, {2, 200, 7, 7, 200, 0, 0, 7, 7, 1, 1, 0, 0, 0, 0}},
    {"SumOfLargePlane", AluOp::Add, {1, 20, 70, 50, 20, 0, 0, 70, 50, 1, 1, 0, 0, 0, 0}},
    {"SumOfWindows", AluOp::Add, {3, 24, 11, 12, 24, 0, 0, 3, 3, 2, 1, 1, 1, 1, 1}},
};

class PoolKernel : public ::testing::TestWithParam<std::tuple<PoolCase, const char*>> {
 protected:
  void check(std::vector<AluStep> steps) {
    const auto& [c, config] = GetParam();
    Kernel kernel;
    kernel.kind = Kernel::Kind::Pool;
    kernel.name = "pool_0";
    kernel.pool = c.op;
    kernel.conv = c.geometry.oh == 0 ? with_output(c.geometry) : c.geometry;
    kernel.steps = std::move(steps);
    std::mt19937_64 random(5);
    const ConvGeometry& g = kernel.conv;
    const std::vector<Tensor> inputs = {random_int8(random, {g.n, g.ic, g.ih, g.iw})};
    const auto run = run_kernel(kernel, inputs, "fast", named_config(config));
    expect_equal(reference_kernel(kernel, inputs), run.output);
  }
};

TEST_P(PoolKernel, EqualsPlainLoops) {
  const int64_t taps = std::get<0>(GetParam()).geometry.kh * std::get<0>(GetParam()).geometry.kw;
  if (std::get<0>(GetParam()).op == AluOp::Max)
    return check({imm_step(AluOp::Max, -128), imm_step(AluOp::Min, 127)});
  check({imm_step(AluOp::Mul, (1 << 16) / taps), imm_step(AluOp::Add, 1 << 15),
         imm_step(AluOp::Shr, 16), imm_step(AluOp::Max, -127), imm_step(AluOp::Min, 127)});
}

TEST_P(PoolKernel, TakesLimitsAndChannelVectors) {
  std::mt19937_64 random(9);
  const int64_t channels = std::get<0>(GetParam()).geometry.oc;
  check({testing::channel_step(AluOp::Add, random, channels, 90), imm_step(AluOp::Shr, 3),
         imm_step(AluOp::Max, -3), imm_step(AluOp::Min, 100)});
}

INSTANTIATE_TEST_SUITE_P(Shapes, PoolKernel,
                         ::testing::Combine(::testing::ValuesIn(kPools),
                                            ::testing::Values("default", "tiny", "1x8", "1x64",
                                                              "2x16", "1x32.16", "1x16.32")),
                         [](const auto& p) {
                           std::string name = fmt::format("{}_{}", std::get<0>(p.param).name,
                                                          std::get<1>(p.param));
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(CompilingSteps, AreNamedWhereTheLimitOfTimeIsMet) {
  using ::testing::HasSubstr;
  using ::testing::ThrowsMessage;
  ResourcePolicy none;
  none.max_seconds = 0;
  const ResourceScope scope(none);
  const LoweredGraph lowered;
  SchedulePolicy policy = SchedulePolicy::named("fast");
  EXPECT_THAT([&] { schedule_network(lowered, policy, VtaConfig{}); },
              ThrowsMessage<ResourceError>(HasSubstr("was reached at the choice of tiles")));
  EXPECT_THAT([&] { generate_program(lowered, NetworkSchedule{}, VtaConfig{}); },
              ThrowsMessage<ResourceError>(HasSubstr("was reached at code generation")));
}

}  // namespace
}  // namespace vta
