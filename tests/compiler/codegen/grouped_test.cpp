// Convolutions with groups and dilation: which channel groups are linked, against single channels;
// what tiles and steps are made of; and whole kernels, against plain loops.
#include <gtest/gtest.h>

#include <set>

#include "base/round.h"
#include "compiler/kernels/conv/search.h"
#include "compiler/kernels/least_work.h"
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

using Connections =
    std::set<std::pair<int64_t, int64_t>>;  // of an output and an input channel group

// Channels of one of `groups` in and out: depthwise, with a multiplier, and any others.
ConvGeometry random_groups(std::mt19937_64& random, int64_t most_channels) {
  ConvGeometry g;
  const int64_t form = pick(random, 0, 3);
  const int64_t inputs = form <= 1 ? 1 : pick(random, 1, 12);
  const int64_t outputs = form == 0 ? 1 : form == 1 ? pick(random, 2, 3) : pick(random, 1, 12);
  g.groups = pick(random, 2, std::max<int64_t>(2, most_channels / std::max(inputs, outputs)));
  g.ic = inputs * g.groups;
  g.oc = outputs * g.groups;
  return g;
}

Connections connected_groups(const ConvGeometry& g, const VtaConfig& config) {
  const int64_t lanes = std::max(config.block_in(), config.block_out());
  Connections pairs;
  for (int64_t o = 0; o < g.oc; ++o)
    for (int64_t i = 0; i < g.ic; ++i)
      if (o / (g.oc / g.groups) == i / (g.ic / g.groups))
        pairs.emplace(o / lanes, i / lanes);
  return pairs;
}

// Elements of a group of `lanes` channels, `block` in each, that have channels.
int64_t elements_of(int64_t group, int64_t lanes, int64_t block, int64_t channels) {
  return ceil_div(std::min(lanes, channels - group * lanes), block);
}

// Pairs of elements with channels in groups that are connected.
int64_t connected_elements(const ConvGeometry& g, const VtaConfig& config) {
  const int64_t lanes = std::max(config.block_in(), config.block_out());
  int64_t pairs = 0;
  for (const auto& [output, input] : connected_groups(g, config))
    pairs += elements_of(output, lanes, config.block_out(), g.oc) *
             elements_of(input, lanes, config.block_in(), g.ic);
  return pairs;
}

TEST(Links, AreThePairsOfGroupsWithConnectedChannels) {
  constexpr uint64_t kSeed = 51;
  SCOPED_TRACE(kSeed);
  std::mt19937_64 random(kSeed);
  for (int trial = 0; trial < 500; ++trial) {
    const VtaConfig config = testing::random_config(random);
    const ConvGeometry g = random_groups(random, 200);
    const ConvDims d = ConvDims::of(g, config);
    Connections pairs;
    for (int64_t o = 0; o < d.co; ++o)
      for (int64_t i = d.inputs_of(o).begin; i < d.inputs_of(o).end(); ++i)
        pairs.emplace(o, i);
    ASSERT_EQ(pairs, connected_groups(g, config)) << g.ic << " to " << g.oc << " in " << g.groups;
    ASSERT_EQ(d.blocks(), connected_elements(g, config));
    ASSERT_EQ(d.inputs_of(Range{0, d.co}), (Range{0, d.ci})) << "each is somebody's";
  }
}

TEST(Links, WithoutGroupsAreAll) {
  ConvGeometry g{.ic = 40, .oc = 70};
  const ConvDims d = ConvDims::of(g, named_config("default"));
  EXPECT_TRUE(d.dense());
  EXPECT_EQ(d.blocks(), 3 * 5);
  EXPECT_EQ(d.inputs_of(Range{1, 2}), (Range{0, 3}));
  const std::vector<LinkGroup> groups = link_groups(d, {1, 2}, {0, 2});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].inputs, 2);
  EXPECT_EQ(groups[0].run, 2);
  EXPECT_EQ(groups[0].advance, 0);
}

// What a group stands for, one link after the other, each block at its place in the step.
void expand_links(const ConvDims& d, const LinkGroup& group, Connections& pairs,
                  std::set<int64_t>& places) {
  ASSERT_TRUE(group.run == 1 || group.first.size() == 1);
  for (const Link& first : group.first)
    for (int64_t o = 0; o < group.run; ++o)
      for (int64_t i = 0; i < group.inputs; ++i) {
        const int64_t output = first.output + o, input = first.input + o * group.advance + i;
        ASSERT_TRUE(pairs.emplace(output, input).second);
        ASSERT_EQ(group.out_depth, d.out.of({output, 1}));
        ASSERT_EQ(group.in_depth, d.in.of({input, 1}));
        const int64_t place = first.before + o * group.out_depth * group.row + i * d.sub_in;
        for (int64_t out = 0; out < group.out_depth; ++out)
          for (int64_t in = 0; in < group.in_depth; ++in)
            ASSERT_TRUE(places.insert(place + out * group.row + in).second);
      }
}

TEST(Links, StepsOfTilesHaveEachOnceAndAreCounted) {
  constexpr uint64_t kSeed = 52;
  SCOPED_TRACE(kSeed);
  std::mt19937_64 random(kSeed);
  Features features;
  for (int trial = 0; trial < 500; ++trial) {
    const VtaConfig config = testing::random_config(random);
    const ConvGeometry g = random_groups(random, 300);
    const ConvDims d = ConvDims::of(g, config);
    ConvTiles t;
    t.co = pick(random, 1, d.co);
    t.ci = pick(random, 1, d.ci);
    Connections pairs;
    ChannelTotals totals;
    ReductionWalk walk(d, t);
    for (const OutputTile& tile : output_tiles(d, t)) {
      const std::vector<ReductionStep>& steps = walk.steps(tile);
      totals.most_steps = std::max<int64_t>(totals.most_steps, std::ssize(steps));
      for (const ReductionStep& step : steps) {
        std::set<int64_t> places;
        for (const LinkGroup& group : step.links) {
          expand_links(d, group, pairs, places);
          ASSERT_FALSE(HasFatalFailure());
          features["runs with an advance"] += group.advance > 0;
          features["lists"] += group.first.size() > 1;
        }
        ASSERT_FALSE(places.empty());
        ASSERT_EQ(*places.rbegin(), std::ssize(places) - 1) << "weights follow each other";
        features["outputs of different counts"] += step.links.size() > 1;
        totals.read += step.ci.size;
        totals.most_blocks = std::max<int64_t>(totals.most_blocks, std::ssize(places));
        totals.gemms += std::ssize(step.links);
      }
    }
    ASSERT_EQ(pairs, connected_groups(g, config));
    const ChannelTotals counted = ChannelTotals::of(d, t.co, t.ci);
    ASSERT_EQ(counted.read, totals.read);
    ASSERT_EQ(counted.most_steps, totals.most_steps);
    ASSERT_EQ(counted.most_blocks, totals.most_blocks);
    ASSERT_EQ(counted.gemms, totals.gemms);
  }
  for (const char* feature : {"runs with an advance", "lists", "outputs of different counts"})
    EXPECT_GT(features[feature], 20) << feature;
}

TEST(Links, OfADepthwiseTileAreOneGemm) {
  const ConvGeometry g{.ic = 64, .oc = 64, .groups = 64};
  const ConvDims d = ConvDims::of(g, named_config("default"));
  EXPECT_EQ(d.blocks(), 4);
  const std::vector<LinkGroup> groups = link_groups(d, {1, 3}, {1, 3});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].inputs, 1);
  EXPECT_EQ(groups[0].run, 3);
  EXPECT_EQ(groups[0].advance, 1);
  EXPECT_EQ(groups[0].first, (std::vector<Link>{{1, 1, 0}}));
}

std::string layer_description(const ConvGeometry& g) {
  return fmt::format(
      "{}x{} kernel dilated {} {}, strides {} {}, pads {} {} {} {}, {}x{}x{}x{} to "
      "{}x{}x{} in {} groups",
      g.kh, g.kw, g.dilation_h, g.dilation_w, g.stride_h, g.stride_w, g.pad_top, g.pad_left,
      g.pad_bottom, g.pad_right, g.n, g.ic, g.ih, g.iw, g.oc, g.oh, g.ow, g.groups);
}

// Equal to plain loops, in as many GEMM steps as linked elements have taps in the image.
void expect_plain_loops(const ConvGeometry& g, const VtaConfig& config, std::mt19937_64& random) {
  SCOPED_TRACE(layer_description(g));
  const Kernel kernel = random_conv(random, g, random() % 2 == 0);
  const std::vector<Tensor> inputs = {random_int8(random, {g.n, g.ic, g.ih, g.iw})};
  const auto run = run_kernel(kernel, inputs, "fast", config);
  const Tensor expected = reference_kernel(kernel, inputs);
  const auto e = expected.data<int8_t>(), o = run.output.data<int8_t>();
  ASSERT_TRUE(std::equal(e.begin(), e.end(), o.begin(), o.end()));
  const ConvDims d = ConvDims::of(g, config);
  EXPECT_EQ(run.stats.counters.gemm_counter, d.batches * connected_elements(g, config) *
                                                 taps_inside(row_axis(d)) *
                                                 taps_inside(column_axis(d)));
}

struct GroupedCase {
  const char* name;
  ConvGeometry geometry;
};
void PrintTo(const GroupedCase& c, std::ostream* out) {
  *out << c.name;
}

//                          n  ic  ih  iw  oc oh ow kh kw sh sw t  l  b  r  dh dw groups
const GroupedCase kCases[] = {
    {"Depthwise", {1, 48, 14, 14, 48, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 48}},
    {"DepthwiseStride2", {1, 48, 15, 15, 48, 0, 0, 3, 3, 2, 2, 1, 1, 1, 1, 1, 1, 48}},
    {"Depthwise5x5", {1, 32, 9, 9, 32, 0, 0, 5, 5, 1, 1, 2, 2, 2, 2, 1, 1, 32}},
    {"Depthwise17", {2, 17, 10, 10, 17, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 17}},
    {"DepthwiseMany", {1, 400, 7, 7, 400, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 400}},
    {"Multiplier2", {1, 40, 8, 8, 80, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 40}},
    {"OneOutputOfThree", {1, 96, 8, 8, 32, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 32}},
    {"ResNeXt", {1, 128, 14, 14, 128, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 32}},
    {"TwoHalves", {1, 96, 9, 9, 160, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 2}},
    {"ThreeOfFive", {1, 15, 9, 9, 15, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 3}},
    {"ThirteenOfFive", {3, 65, 6, 6, 65, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 13}},
    {"Pointwise", {1, 60, 7, 7, 90, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 6}},
    {"Wide225", {1, 20, 4, 225, 20, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 20}},
    {"Dilated", {1, 20, 12, 12, 40, 0, 0, 3, 3, 1, 1, 2, 2, 2, 2, 2, 2, 1}},
    {"DilatedUnevenly", {1, 20, 13, 9, 20, 0, 0, 3, 2, 2, 1, 3, 0, 1, 2, 3, 4, 1}},
    {"DilatedDepthwise", {1, 33, 12, 12, 33, 0, 0, 3, 3, 1, 1, 4, 4, 4, 4, 4, 4, 33}},
};

class GroupedKernel : public ::testing::TestWithParam<std::tuple<GroupedCase, const char*>> {};

TEST_P(GroupedKernel, EqualsPlainLoopsInTheLeastSteps) {
  const auto& [c, config] = GetParam();
  std::mt19937_64 random(53);
  expect_plain_loops(with_output(c.geometry), named_config(config), random);
}

INSTANTIATE_TEST_SUITE_P(Shapes, GroupedKernel,
                         ::testing::Combine(::testing::ValuesIn(kCases),
                                            ::testing::Values("default", "tiny", "1x8", "1x64",
                                                              "2x16", "4x16", "1x32.16",
                                                              "1x16.32")),
                         [](const auto& p) {
                           std::string name = fmt::format("{}_{}", std::get<0>(p.param).name,
                                                          std::get<1>(p.param));
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

struct WindowAxis {
  int64_t image, kernel, stride, dilation, before, after;
};

WindowAxis random_window_axis(std::mt19937_64& random) {
  for (;;) {
    const int64_t kernel = pick(random, 1, 5), dilation = pick(random, -3, 3);
    WindowAxis a{pick(random, 1, 12),         kernel,
                 pick(random, 1, 4),          std::max<int64_t>(1, dilation),
                 pick(random, 0, kernel + 2), pick(random, 0, kernel + 2)};
    if (a.image + a.before + a.after > (a.kernel - 1) * a.dilation)
      return a;
  }
}

ConvGeometry random_grouped_layer(std::mt19937_64& random) {
  ConvGeometry g = random_groups(random, pick(random, 0, 1) == 0 ? 60 : 200);
  if (pick(random, 0, 7) == 0)
    g.groups = 1;
  g.n = pick(random, 1, 3);
  const WindowAxis rows = random_window_axis(random), cols = random_window_axis(random);
  g.ih = rows.image, g.iw = cols.image;
  g.kh = rows.kernel, g.kw = cols.kernel;
  g.stride_h = rows.stride, g.stride_w = cols.stride;
  g.dilation_h = rows.dilation, g.dilation_w = cols.dilation;
  g.pad_top = rows.before, g.pad_bottom = rows.after;
  g.pad_left = cols.before, g.pad_right = cols.after;
  return with_output(g);
}

void note_features(const ConvGeometry& g, const VtaConfig& config, Features& features) {
  const ConvDims d = ConvDims::of(g, config);
  const ConvTiles t = search_conv_tiles(ConvDims::of(g, config), {4, 1}, config, true);
  const ChannelTotals totals = ChannelTotals::of(d, t.co, t.ci);
  features["dilated"] += g.dilation_h > 1 || g.dilation_w > 1;
  features["several tiles of outputs"] += t.co < d.co;
  features["several outputs in a tile"] += t.co > 1;
  features["several steps of channels"] += totals.most_steps > 1;
  features["kernel cut"] += t.kh != 0;
  features["depthwise"] += g.groups == g.ic && g.oc == g.ic;
  features["BLOCK_IN above BLOCK_OUT"] += config.block_in() > config.block_out();
  features["BLOCK_IN below BLOCK_OUT"] += config.block_in() < config.block_out();
  features["BATCH above 1"] += config.batch() > 1;
  ReductionWalk walk(d, t);
  for (const OutputTile& tile : output_tiles(d, t))
    for (const ReductionStep& step : walk.steps(tile))
      features["outputs of different counts"] += step.links.size() > 1;
}

TEST(GroupedKernels, RandomLayersOnRandomConfigurationsEqualPlainLoops) {
  Features features;
  for (uint64_t seed = 6000; seed < 6200 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const VtaConfig config = testing::random_config(random);
    const ConvGeometry g = random_grouped_layer(random);
    note_features(g, config, features);
    expect_plain_loops(g, config, random);
  }
  for (const char* feature :
       {"dilated", "several tiles of outputs", "several outputs in a tile",
        "several steps of channels", "kernel cut", "depthwise", "BLOCK_IN above BLOCK_OUT",
        "BLOCK_IN below BLOCK_OUT", "BATCH above 1", "outputs of different counts"}) {
    std::printf("%6d %s\n", features[feature], feature);
    EXPECT_GT(features[feature], 5) << feature;
  }
}

// Every size of tiles and steps, not only what the search takes.
TEST(GroupedKernels, TheCostModelCountsWhatIsEmitted) {
  std::mt19937_64 random(54);
  const VtaConfig config = named_config("default");
  for (int trial = 0; trial < 40; ++trial) {
    const ConvGeometry g = random_grouped_layer(random);
    SCOPED_TRACE(layer_description(g));
    const Kernel kernel = random_conv(random, g, false);
    const auto run =
        run_kernel(kernel, {random_int8(random, {g.n, g.ic, g.ih, g.iw})}, "fast", config);
    const ConvDims d = ConvDims::of(g, config);
    const EpilogueShape epilogue{4, 1};
    const ConvTiles t = search_conv_tiles(ConvDims::of(g, config), epilogue, config, true);
    const KernelCost cost = conv_cost(d, t, epilogue, TileTotals::of(d, t), config);
    const Counters& c = run.stats.counters;
    ASSERT_EQ(cost.gemm_steps, c.gemm_counter);
    const int64_t emitted = c.insn_count[static_cast<size_t>(Opcode::Gemm)] +
                            c.insn_count[static_cast<size_t>(Opcode::Alu)];
    ASSERT_LE(emitted, cost.compute_insns);
    ASSERT_GE(emitted, cost.compute_insns - std::ssize(output_tiles(d, t)));
  }
}

// A layer with groups is not the dense layer of its extents.
TEST(GroupedKernels, TakeNoTilesOfADenseLayer) {
  const TileFile file = TileFile::parse(R"({"config": "1x16", "convolutions": [
      {"in_hw": 8, "in_channels": 32, "out_channels": 32, "kernel": 3, "stride": 1, "pad": 1,
       "tile_h": [1, 8], "tile_w": [1, 8], "tile_ci": [2, 1], "tile_co": [2, 1]}]})",
                                        "tiles");
  ConvGeometry g = with_output({1, 32, 8, 8, 32, 0, 0, 3, 3, 1, 1, 1, 1, 1, 1});
  EXPECT_NE(file.find(g), nullptr);
  g.groups = 32;
  EXPECT_EQ(file.find(g), nullptr);
  g.groups = 1;
  g.dilation_h = 2;
  EXPECT_EQ(file.find(g), nullptr);
}

}  // namespace
}  // namespace vta
