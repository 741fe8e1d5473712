// ResNet-18 v1 as a whole network: the published counters, and what `fast` makes of them.
#include <algorithm>

#include "compiler/schedule/policy.h"
#include "tests/compiler/codegen/published_layers.h"
#include "tests/compiler/networks/published_network.h"

namespace vta {
namespace {

using testing::NetworkRun;
using testing::options_for;
using testing::run_network;
using testing::zoo_network;

TEST(Resnet18Reference, CountersAndLayersAreThePublishedOnes) {
  const NetworkRun run =
      run_network(zoo_network("resnet18_v1"), options_for("default", "reference"));
  testing::expect_exact(run.report, 27);
  testing::expect_published_totals(run.stats.counters);
  testing::expect_published_layers(run);
  // The widened operands of eight adds: 4 bytes for each of two int8 operands.
  EXPECT_EQ(run.stats.widened_bytes, 2 * (1605632 + 802816 + 401408 + 200704));
}

TEST(Resnet18Fast, MovesAtMostSevenTenthsOfThePublishedBytes) {
  const NetworkRun run = run_network(zoo_network("resnet18_v1"), options_for("default"));
  testing::expect_exact(run.report, 19);  // the residual sums are the convolutions'
  const Counters& c = run.stats.counters;
  EXPECT_LE(static_cast<double>(c.total_bytes()),
            0.70 * static_cast<double>(testing::kPublishedTotalBytes));
  // 515168 of the published 6623232 multiply padding; a step for every vector of a sum.
  EXPECT_EQ(c.gemm_counter, 6108064 + 47040);
  EXPECT_EQ(run.stats.widened_bytes, 0);
}

struct LayerGeometry {
  std::string name;
  ConvGeometry geometry;
};

// The network's body, its first convolution and its classifier as a 1x1 convolution.
std::vector<LayerGeometry> resnet18_layers(int64_t batch) {
  std::vector<LayerGeometry> layers;
  auto add = [&](const char* name, int64_t hw, int64_t ic, int64_t oc, int64_t k, int64_t stride,
                 int64_t pad) {
    ConvGeometry g;
    g.n = batch;
    g.ic = ic;
    g.ih = g.iw = hw;
    g.oc = oc;
    g.kh = g.kw = k;
    g.stride_h = g.stride_w = stride;
    g.pad_top = g.pad_left = g.pad_bottom = g.pad_right = pad;
    g.oh = g.ow = (hw + 2 * pad - k) / stride + 1;
    layers.push_back({name, g});
  };
  for (const testing::PublishedLayer& l : testing::kPublishedLayers)
    add(l.name, l.hw, l.ic, l.oc, l.k, l.stride, l.pad);
  add("C1", 224, 3, 64, 7, 2, 3);
  add("classifier", 1, 512, 1000, 1, 1, 0);
  return layers;
}

class TilesOfResnet18 : public ::testing::TestWithParam<std::string> {};

TEST_P(TilesOfResnet18, AreLegal) {
  const VtaConfig config = named_config(GetParam());
  for (const char* policy_name : {"fast", "reference"}) {
    SchedulePolicy policy = SchedulePolicy::named(policy_name);
    for (const LayerGeometry& layer : resnet18_layers(config.batch())) {
      SCOPED_TRACE(fmt::format("{} {}", policy_name, layer.name));
      LayerId id;
      id.geometry = layer.geometry;
      id.epilogue = {.steps = 6, .vectors = 1};
      EXPECT_EQ(tiles_problem(id, policy.tiles(id, layer.name, config).tiles, config), "");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Configs, TilesOfResnet18, ::testing::ValuesIn(testing::all_configs()),
                         [](const auto& p) {
                           std::string name = p.param;
                           std::ranges::replace(name, '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace vta
