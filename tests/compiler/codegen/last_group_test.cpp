// Blocks that differ: of a last group of channels kernels work on those elements alone that have
// channels. Steps and bytes are counted with plain formulas; what nobody writes in DRAM is junk.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/round.h"
#include "compiler/kernels/window.h"
#include "tests/compiler/checked_run.h"
#include "tests/compiler/codegen/junk_memory.h"
#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta {
namespace {

using testing::imm_step;
using testing::pick;
using testing::random_conv;
using testing::random_int8;
using testing::with_output;

// ---- elements of a range -------------------------------------------------------------------

TEST(ChannelElements, OfTheLastGroupAreThoseWithChannels) {
  const VtaConfig config = named_config("1x32.16");
  const ChannelElements out = ChannelElements::acc(80, config),
                        in = ChannelElements::inp(80, config);
  EXPECT_EQ(out.groups, 3);
  EXPECT_EQ(out.count, 5);
  EXPECT_EQ(out.missing(), 1);
  EXPECT_EQ(out.of({0, 3}), 5);
  EXPECT_EQ(out.of({2, 1}), 1);
  EXPECT_EQ(out.most(1), 2);
  EXPECT_EQ(out.most(3), 5);
  EXPECT_EQ(in.count, 3);
  EXPECT_EQ(in.missing(), 0);
}

TEST(ChannelElements, ALastGroupBesideOthersIsAPartOfItsOwn) {
  const ChannelElements out = ChannelElements::acc(80, named_config("1x32.16"));
  const auto two = out.parts({1, 2});
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two[0].groups, (Range{1, 1}));
  EXPECT_EQ(two[0].depth, 2);
  EXPECT_EQ(two[1].groups, (Range{2, 1}));
  EXPECT_EQ(two[1].depth, 1);
  EXPECT_EQ(out.parts({0, 2}).size(), 1u);
  EXPECT_EQ(out.parts({2, 1}).size(), 1u);
  EXPECT_EQ(out.split_ranges(3), 1);
  EXPECT_EQ(out.split_ranges(2), 0) << "the last of two ranges is that group alone";
  EXPECT_EQ(ChannelElements::acc(96, named_config("1x32.16")).split_ranges(3), 0);
}

// ---- values, steps and bytes ---------------------------------------------------------------

// Named ones, and blocks of 16 in and 64 out, and of 64 in and 16 out.
VtaConfig config_with_blocks(const std::string& name) {
  if (name == "16in64out" || name == "64in16out") {
    VtaConfig config = named_config("1x16.32");
    config.log_block_in = name == "16in64out" ? 4 : 6;
    config.log_block_out = name == "16in64out" ? 6 : 4;
    config.validate();
    return config;
  }
  return named_config(name);
}

constexpr std::array kUnequalBlocks = {"1x16.32", "1x32.16", "16in64out", "64in16out", "default"};
constexpr std::array<int64_t, 10> kCountsOfChannels = {1, 8, 16, 17, 24, 32, 40, 48, 80, 100};

Tensor run_on_junk(const Program& program, const Tensor& input, uint64_t seed, Counters& counted) {
  Executor executor(program, testing::device_with_junk(program, seed));
  executor.set_input(0, input);
  testing::run_checked(executor);
  counted = executor.stats().counters;
  return executor.output(0);
}

// What the chain computes on two memories with different junk.
Counters expect_loops_on_junk(const std::vector<Kernel>& kernels, const VtaConfig& config,
                              const std::string& schedule, std::mt19937_64& random) {
  const ConvGeometry& g = kernels.front().conv;
  const Tensor input = random_int8(random, {g.n, g.ic, g.ih, g.iw});
  Tensor expected = input;
  for (const Kernel& kernel : kernels)
    expected = testing::reference_kernel(kernel, {expected});
  const Program program =
      testing::compile_lowered(testing::lowered_chain(kernels, input.shape()), schedule, config);
  Counters counted;
  for (const uint64_t seed : {1, 2}) {
    const Tensor got = run_on_junk(program, input, seed, counted);
    const auto e = expected.data<int8_t>(), o = got.data<int8_t>();
    EXPECT_TRUE(std::equal(e.begin(), e.end(), o.begin(), o.end())) << "junk " << seed;
  }
  return counted;
}

int64_t inp_with_channels(const ConvGeometry& g, const VtaConfig& c) {
  return ceil_div(g.ic, c.block_in());
}
int64_t out_with_channels(const ConvGeometry& g, const VtaConfig& c) {
  return ceil_div(g.oc, c.block_out());
}

struct TwoConvs {
  Kernel first, second;
};

TwoConvs random_two_convs(std::mt19937_64& random) {
  const auto channels = [&] { return kCountsOfChannels[random() % kCountsOfChannels.size()]; };
  const int64_t kernel = pick(random, 0, 1) == 0 ? 1 : 3, stride = pick(random, 1, 2);
  const ConvGeometry a =
      with_output({1, channels(), pick(random, 3, 12), pick(random, 3, 12), channels(), 0, 0,
                   kernel, kernel, 1, 1, kernel / 2, kernel / 2, kernel / 2, kernel / 2});
  const ConvGeometry b =
      with_output({1, a.oc, a.oh, a.ow, channels(), 0, 0, 1, 1, stride, stride, 0, 0, 0, 0});
  TwoConvs layers{random_conv(random, a, true), random_conv(random, b, false)};
  layers.second.name = "conv2d_1";
  return layers;
}

class LastGroup : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(LastGroup, OfConvolutionsCostsNothingForElementsWithoutChannels) {
  const auto& [name, schedule] = GetParam();
  const VtaConfig config = config_with_blocks(name);
  for (uint64_t seed = 0; seed < 25; ++seed) {
    std::mt19937_64 random(seed);
    const auto [a, b] = random_two_convs(random);
    SCOPED_TRACE(fmt::format("seed {}: {} to {} to {} channels, {}x{}", seed, a.conv.ic, a.conv.oc,
                             b.conv.oc, a.conv.ih, a.conv.iw));
    const Counters counted = expect_loops_on_junk({a, b}, config, schedule, random);
    int64_t gemm = 0, vectors = 0, most_alu = 0;
    for (const Kernel& kernel : {a, b}) {
      const ConvGeometry& g = kernel.conv;
      const bool exact = std::string_view(schedule) == "fast";
      const int64_t taps = exact ? taps_inside(row_axis(g)) * taps_inside(column_axis(g))
                                 : g.oh * g.ow * g.kh * g.kw;
      gemm += inp_with_channels(g, config) * out_with_channels(g, config) * taps;
      vectors += out_with_channels(g, config) * g.oh * g.ow;
      most_alu += std::ssize(kernel.steps) * out_with_channels(g, config) * g.oh * g.ow;
    }
    EXPECT_EQ(counted.gemm_counter, gemm);
    EXPECT_EQ(counted.out_store_nbytes, vectors * config.element_bytes(MemoryType::Out));
    EXPECT_LE(counted.alu_counter, most_alu);
  }
}

TEST_P(LastGroup, OfPoolsAndElementWiseKernelsCostsNothing) {
  const auto& [name, schedule] = GetParam();
  const VtaConfig config = config_with_blocks(name);
  for (uint64_t seed = 0; seed < 25; ++seed) {
    std::mt19937_64 random(seed);
    const int64_t channels = kCountsOfChannels[random() % kCountsOfChannels.size()];
    Kernel pool, alu;
    pool.kind = Kernel::Kind::Pool;
    pool.name = "pool_0";
    pool.conv = with_output({pick(random, 1, 2), channels, pick(random, 3, 12), pick(random, 3, 12),
                             channels, 0, 0, 3, 2, 2, 1, 1, 0, 1, 0});
    pool.steps = {imm_step(AluOp::Max, -128), imm_step(AluOp::Min, 127)};
    alu.kind = Kernel::Kind::Alu;
    alu.name = "alu_0";
    alu.inputs.resize(1);
    const ConvGeometry& g = pool.conv;
    alu.conv.n = g.n, alu.conv.oc = channels, alu.conv.oh = g.oh, alu.conv.ow = g.ow;
    if (seed % 2 == 0)
      alu.steps.push_back(testing::channel_step(AluOp::Add, random, channels, 40));
    alu.steps.insert(alu.steps.end(), {imm_step(AluOp::Max, -90), imm_step(AluOp::Min, 90)});
    SCOPED_TRACE(fmt::format("seed {}: {} channels, {}x{}", seed, channels, g.ih, g.iw));
    const Counters counted = expect_loops_on_junk({pool, alu}, config, schedule, random);
    const int64_t vectors = g.n * out_with_channels(g, config) * g.oh * g.ow;
    EXPECT_EQ(counted.out_store_nbytes, 2 * vectors * config.element_bytes(MemoryType::Out));
  }
}

INSTANTIATE_TEST_SUITE_P(Blocks, LastGroup,
                         ::testing::Combine(::testing::ValuesIn(kUnequalBlocks),
                                            ::testing::Values("fast", "reference")),
                         [](const auto& p) {
                           std::string name =
                               fmt::format("{}_{}", std::get<0>(p.param), std::get<1>(p.param));
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace vta
