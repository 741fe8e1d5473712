// The least that tiles of some sizes can cost, against tiles of these sizes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "compiler/kernels/conv/costing.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta {
namespace {

// Random tiles of random layers: what the search leaves out by the bound was not better.
TEST(ConvCosting, NoTilesCostLessThanTheirLeast) {
  std::mt19937_64 random(7);
  const auto pick = [&](int64_t first, int64_t last) {
    return first + static_cast<int64_t>(random() % static_cast<uint64_t>(last - first + 1));
  };
  for (int trial = 0; trial < 2000; ++trial) {
    const VtaConfig config = testing::random_config(random);
    ConvGeometry g;
    g.groups = pick(0, 2) == 0 ? pick(2, 40) : 1;
    g.ic = g.groups * pick(1, 90 / g.groups + 1);
    g.oc = g.groups * pick(1, 90 / g.groups + 1);
    g.kh = pick(1, 3);
    g.kw = pick(1, 3);
    g.oh = pick(1, 20);
    g.ow = pick(1, 20);
    g.stride_h = g.stride_w = pick(1, 3);
    g.ih = (g.oh - 1) * g.stride_h + g.kh;
    g.iw = (g.ow - 1) * g.stride_w + g.kw;
    const ConvDims d = ConvDims::of(g, config);
    const EpilogueShape epilogue{pick(0, 5), pick(0, 2), pick(0, 1) == 1, pick(1, 2)};
    ConvTiles t;
    t.h = pick(1, d.oh);
    t.w = pick(1, d.ow);
    t.co = pick(1, d.co);
    t.ci = pick(1, d.ci);
    t.kh = pick(0, 1);
    t.reuse = t.exact_taps = pick(0, 3) > 0;
    t.single_pixels = t.exact_taps && pick(0, 1) == 1;
    const TileTotals totals = TileTotals::of(d, t);
    const ConvCosting costing(d, t, epilogue, totals, config);
    const KernelCost least = costing.least();
    for (int use = 0; use < 20; ++use) {
      t.order = pick(0, 1) == 0 ? LoopOrder::HeightChannelWidth : LoopOrder::ChannelHeightWidth;
      t.threads = pick(1, 2);
      t.inp_slots = pick(1, 9);
      t.wgt_slots = pick(1, 9);
      t.residual_groups = epilogue.residual ? pick(1, t.co) : 0;
      t.residual_slots = epilogue.residual ? pick(1, 2) : 0;
      t.residual_rows = epilogue.residual ? pick(0, t.h) : 0;
      const KernelCost cost = costing.of(t);
      SCOPED_TRACE(fmt::format("trial {}, use {}", trial, use));
      ASSERT_GE(cost.inp_bytes, least.inp_bytes);
      ASSERT_GE(cost.wgt_bytes, least.wgt_bytes);
      ASSERT_GE(cost.acc_bytes, least.acc_bytes);
      ASSERT_GE(cost.uop_bytes, least.uop_bytes);
      ASSERT_EQ(cost.out_bytes, least.out_bytes);
      ASSERT_EQ(cost.compute_steps, least.compute_steps);
      ASSERT_GE(cost.compute_insns, least.compute_insns);
      ASSERT_GE(cost.inp_load_insns, least.inp_load_insns);
      ASSERT_GE(cost.wgt_load_insns, least.wgt_load_insns);
      ConvTiles most = t;
      most.inp_slots += pick(0, 3);
      most.wgt_slots += pick(0, 3);
      const KernelCost nearer = costing.least(most);
      ASSERT_GE(cost.inp_bytes, nearer.inp_bytes);
      ASSERT_GE(cost.wgt_bytes, nearer.wgt_bytes);
      ASSERT_GE(cost.inp_load_insns, nearer.inp_load_insns);
      ASSERT_GE(cost.wgt_load_insns, nearer.wgt_load_insns);
      ASSERT_GE(nearer.inp_bytes, least.inp_bytes);
      ASSERT_GE(nearer.wgt_bytes, least.wgt_bytes);
      ASSERT_EQ(nearer.compute_insns, least.compute_insns);
    }
  }
}

}  // namespace
}  // namespace vta
