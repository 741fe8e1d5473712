// Convolutions that multiply no padding: what an axis has to do, against counting pixel by pixel,
// and whole kernels, against plain loops and an independent number of GEMM steps.
#include <gtest/gtest.h>

#include <set>

#include "base/round.h"
#include "compiler/kernels/conv/search.h"
#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta {
namespace {

using testing::Features;
using testing::pick;
using testing::random_conv;
using testing::random_int8;
using testing::reference_kernel;
using testing::run_kernel;
using testing::with_output;

bool in_image(const ConvAxis& a, int64_t out, int64_t tap) {
  const int64_t pixel = out * a.stride + tap * a.dilation - a.pad_before;
  return pixel >= 0 && pixel < a.image;
}

ConvAxis random_axis(std::mt19937_64& random) {
  ConvAxis a;
  a.image = pick(random, 1, 12);
  a.kernel = pick(random, 1, 7);
  a.stride = pick(random, 1, 4);
  a.pad_before = pick(random, 0, a.kernel + 3);
  a.out = pick(random, 1, 9);
  a.dilation = std::max<int64_t>(1, pick(random, -3, 4));
  return a;
}

using Pairs = std::set<std::pair<int64_t, int64_t>>;  // of an output and a kernel row

Pairs pairs_of(const AxisStep& step) {
  Pairs pairs;
  for (const TapGroup& group : step.groups) {
    EXPECT_TRUE(group.run == 1 || group.first.size() == 1);
    for (const Tap& first : group.first)
      for (int64_t k = 0; k < group.run; ++k)
        for (int64_t y = 0; y < group.outputs; ++y)
          EXPECT_TRUE(pairs.emplace(first.out + y, first.k + k).second) << "a pair comes twice";
  }
  return pairs;
}

TEST(AxisStep, HasEveryPairOfOutputAndTapInTheImageOnceAndNoOther) {
  constexpr uint64_t kSeed = 31;
  SCOPED_TRACE(fmt::format("seed {}", kSeed));
  std::mt19937_64 random(kSeed);
  int empty = 0, lists = 0, gaps = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const ConvAxis a = random_axis(random);
    const Range out{pick(random, 0, a.out - 1), 1}, k{pick(random, 0, a.kernel - 1), 1};
    const Range outs{out.begin, pick(random, 1, a.out - out.begin)};
    const Range taps{k.begin, pick(random, 1, a.kernel - k.begin)};
    const AxisStep step = axis_step(a, outs, taps, Pixels::Inside);
    Pairs expected;
    std::set<int64_t> pixels;
    for (int64_t y = outs.begin; y < outs.end(); ++y)
      for (int64_t t = taps.begin; t < taps.end(); ++t)
        if (in_image(a, y, t)) {
          expected.emplace(y, t);
          pixels.insert(y * a.stride + t * a.dilation - a.pad_before);
        }
    ASSERT_EQ(pairs_of(step), expected);
    ASSERT_EQ(step.window.size, pixels.empty() ? 0 : *pixels.rbegin() - *pixels.begin() + 1);
    ASSERT_EQ(step.window.load, step.window.size) << "no pads";
    if (!pixels.empty()) {
      ASSERT_EQ(step.window.load_first, *pixels.begin());
    }
    empty += pixels.empty();
    gaps += std::ssize(pixels) < step.window.size;
    lists += std::ranges::any_of(step.groups, [](const TapGroup& g) { return g.first.size() > 1; });
  }
  EXPECT_GT(empty, 100);
  EXPECT_GT(lists, 100);
  EXPECT_GT(gaps, 100);
}

TEST(AxisStep, TapsOfEquallyManyOutputsAreOneGemm) {
  // 3 taps, pad 1: the middle tap is used by all outputs, the outer ones by one less.
  const AxisStep whole = axis_step({7, 3, 1, 1, 7}, {0, 7}, {0, 3}, Pixels::Inside);
  ASSERT_EQ(whole.groups.size(), 2u);
  EXPECT_EQ(whole.groups[0].outputs, 6);
  EXPECT_EQ(whole.groups[0].first, (std::vector<Tap>{{1, 0}, {0, 2}}));
  EXPECT_EQ(whole.groups[1].outputs, 7);
  // 5 taps, pad 2: three groups. Inside the image: one.
  EXPECT_EQ(axis_step({9, 5, 1, 2, 9}, {0, 9}, {0, 5}, Pixels::Inside).groups.size(), 3u);
  const AxisStep inside = axis_step({9, 5, 1, 2, 9}, {2, 5}, {0, 5}, Pixels::Inside);
  ASSERT_EQ(inside.groups.size(), 1u);
  EXPECT_EQ(inside.groups[0].run, 5);
}

TEST(AxisStep, NotExactUsesEveryTapAndLoadsPads) {
  const AxisStep step = axis_step({7, 3, 1, 1, 7}, {0, 7}, {0, 3}, Pixels::Padded);
  ASSERT_EQ(step.groups.size(), 1u);
  EXPECT_EQ(step.groups[0].taps() * step.groups[0].outputs, 21);
  EXPECT_EQ(step.window.size, 9);
  EXPECT_EQ(step.window.load, 7);
}

TEST(AxisTotals, SumTheSteps) {
  std::mt19937_64 random(32);
  for (int trial = 0; trial < 2000; ++trial) {
    const ConvAxis a = random_axis(random);
    const int64_t tile = pick(random, 1, a.out);
    const bool exact = trial % 3 > 0;
    const Pixels pixels = static_cast<Pixels>(trial % 3);
    const AxisTotals totals = axis_totals(a, tile, a.kernel, pixels);
    int64_t taps = 0, widest = 0;
    for (int64_t y = 0; y < a.out; ++y)
      for (int64_t k = 0; k < a.kernel; ++k)
        taps += !exact || in_image(a, y, k);
    for (int64_t y = 0; y < a.out; y += tile)
      widest = std::max(
          widest, axis_step(a, {y, std::min(tile, a.out - y)}, {0, a.kernel}, pixels).window.size);
    ASSERT_EQ(totals.taps, taps);
    ASSERT_EQ(totals.widest, widest);
  }
}

// Triples of an output vector, a tap whose pixel lies in the image and an input channel block.
int64_t useful_steps(const ConvGeometry& g, const VtaConfig& config) {
  const ConvDims d = ConvDims::of(g, config);
  auto count = [](const ConvAxis& a) {
    int64_t pairs = 0;
    for (int64_t y = 0; y < a.out; ++y)
      for (int64_t k = 0; k < a.kernel; ++k)
        pairs += in_image(a, y, k);
    return pairs;
  };
  return d.batches * ceil_div(g.oc, config.block_out()) * ceil_div(g.ic, config.block_in()) *
         count({g.oh, g.kh, g.stride_h, g.pad_top, g.ih}) *
         count({g.ow, g.kw, g.stride_w, g.pad_left, g.iw});
}

void expect_exact(const ConvGeometry& g, const VtaConfig& config, std::mt19937_64& random) {
  SCOPED_TRACE(fmt::format("{}x{} kernel, strides {} {}, pads {} {} {} {}, {}x{}x{}x{} to {}x{}x{}",
                           g.kh, g.kw, g.stride_h, g.stride_w, g.pad_top, g.pad_left, g.pad_bottom,
                           g.pad_right, g.n, g.ic, g.ih, g.iw, g.oc, g.oh, g.ow));
  const Kernel kernel = random_conv(random, g, random() % 2 == 0);
  const std::vector<Tensor> inputs = {random_int8(random, {g.n, g.ic, g.ih, g.iw})};
  const auto run = run_kernel(kernel, inputs, "fast", config);
  const Tensor expected = reference_kernel(kernel, inputs);
  const auto e = expected.data<int8_t>(), o = run.output.data<int8_t>();
  ASSERT_TRUE(std::equal(e.begin(), e.end(), o.begin(), o.end()));
  EXPECT_EQ(run.stats.counters.gemm_counter, useful_steps(g, config));
}

// One axis of a geometry: rows or columns, with pads that may be as wide as the kernel or wider.
struct AxisGeometry {
  int64_t image, kernel, stride, before, after;
};

AxisGeometry random_axis_geometry(std::mt19937_64& random) {
  for (;;) {
    const int64_t kernel = pick(random, 1, 6);
    const AxisGeometry a{pick(random, 1, 11), kernel, pick(random, 1, 4),
                         pick(random, 0, kernel + 2), pick(random, 0, kernel + 2)};
    if (a.image + a.before + a.after >= a.kernel)
      return a;
  }
}

ConvGeometry geometry_of(const AxisGeometry& rows, const AxisGeometry& cols, int64_t n, int64_t ic,
                         int64_t oc) {
  ConvGeometry g{n, ic, rows.image, cols.image, oc, 0, 0, rows.kernel, cols.kernel};
  g.stride_h = rows.stride;
  g.stride_w = cols.stride;
  g.pad_top = rows.before;
  g.pad_bottom = rows.after;
  g.pad_left = cols.before;
  g.pad_right = cols.after;
  return with_output(g);
}

void note(const ConvGeometry& g, const VtaConfig& config, Features& features) {
  const ConvDims d = ConvDims::of(g, config);
  const ConvTiles t = search_conv_tiles(d, {4, 1}, config, true);
  features["uneven pads"] += g.pad_top != g.pad_bottom;
  features["pad >= kernel"] += g.pad_top >= g.kh;
  features["stride > kernel"] += g.stride_h > g.kh;
  features["tiles of one row"] += t.h == 1 && g.oh > 1;
  features["several tiles of columns"] += t.w < g.ow;
  features["kernel cut"] += t.kh != 0;
  ReductionWalk walk(d, t);
  for (const OutputTile& tile : output_tiles(d, t)) {
    const auto steps = std::ssize(walk.steps(tile));
    features["tile without taps"] += steps == 0;
    features["step without taps"] +=
        t.kh == 1 && t.kw == d.kw && steps % (d.kh * ((d.ci + t.ci - 1) / t.ci)) != 0;
  }
}

class ExactTaps : public ::testing::TestWithParam<const char*> {};

TEST_P(ExactTaps, RandomGeometriesEqualPlainLoopsInTheUsefulStepsAlone) {
  constexpr uint64_t kSeed = 33;
  SCOPED_TRACE(fmt::format("seed {}", kSeed));
  std::mt19937_64 random(kSeed);
  const VtaConfig config = named_config(GetParam());
  for (int trial = 0; trial < 40 && !HasFailure(); ++trial)
    expect_exact(geometry_of(random_axis_geometry(random), random_axis_geometry(random),
                             pick(random, 1, 3), pick(random, 1, 70), pick(random, 1, 70)),
                 config, random);
}

INSTANTIATE_TEST_SUITE_P(Configs, ExactTaps,
                         ::testing::Values("default", "tiny", "1x8", "1x64", "2x16", "4x16",
                                           "1x32.16", "1x16.32"),
                         [](const auto& p) {
                           std::string name = p.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

// Scratchpads smaller than a layer: tiles of every form, with the whole kernel and parts of it.
TEST(ExactTapsAnywhere, RandomConfigurationsCutTilesOfEveryForm) {
  Features features;
  for (uint64_t seed = 5000; seed < 5150 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    VtaConfig config = testing::random_config(random);
    const ConvGeometry g =
        geometry_of(random_axis_geometry(random), random_axis_geometry(random), pick(random, 1, 3),
                    pick(random, 1, 70), pick(random, 1, 70));
    note(g, config, features);
    expect_exact(g, config, random);
  }
  for (const char* feature :
       {"uneven pads", "pad >= kernel", "stride > kernel", "tiles of one row",
        "several tiles of columns", "kernel cut", "tile without taps", "step without taps"})
    EXPECT_GT(features[feature], 0) << feature;
}

TEST(ExactTapsAnywhere, PublishedSchedulesMultiplyPadding) {
  std::mt19937_64 random(34);
  const ConvGeometry g = geometry_of({7, 3, 1, 1, 1}, {7, 3, 1, 1, 1}, 1, 16, 16);
  const VtaConfig config = named_config("default");
  const Kernel kernel = random_conv(random, g, true);
  const std::vector<Tensor> inputs = {random_int8(random, {1, 16, 7, 7})};
  EXPECT_EQ(run_kernel(kernel, inputs, "reference", config).stats.counters.gemm_counter, 49 * 9);
  EXPECT_EQ(run_kernel(kernel, inputs, "fast", config).stats.counters.gemm_counter, 19 * 19);
}

// The model's steps and instructions are those of the stream where no sequence is cut.
TEST(ExactTapsAnywhere, TheCostModelCountsWhatIsEmitted) {
  std::mt19937_64 random(35);
  const VtaConfig config = named_config("default");
  for (int trial = 0; trial < 30; ++trial) {
    const ConvGeometry g = geometry_of(random_axis_geometry(random), random_axis_geometry(random),
                                       1, pick(random, 1, 40), pick(random, 1, 40));
    const Kernel kernel = random_conv(random, g, false);
    const auto run =
        run_kernel(kernel, {random_int8(random, {1, g.ic, g.ih, g.iw})}, "fast", config);
    const ConvDims d = ConvDims::of(g, config);
    const EpilogueShape epilogue{4, 1};
    const ConvTiles t = search_conv_tiles(d, epilogue, config, true);
    const KernelCost cost = conv_cost(d, t, epilogue, TileTotals::of(d, t), config);
    const Counters& c = run.stats.counters;
    ASSERT_EQ(cost.gemm_steps, c.gemm_counter);
    // Where a vector sets a tile's accumulators, there is no reset.
    const int64_t emitted = c.insn_count[static_cast<size_t>(Opcode::Gemm)] +
                            c.insn_count[static_cast<size_t>(Opcode::Alu)];
    ASSERT_LE(emitted, cost.compute_insns);
    ASSERT_GE(emitted, cost.compute_insns - std::ssize(output_tiles(d, t)));
  }
}

}  // namespace
}  // namespace vta
