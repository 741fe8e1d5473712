#include "explore/tune/tuner.h"

#include "explore/tune/tiles_text.h"
#include "explore/tune/tuned_schedule.h"
#include "tests/explore/tune/tune_fixture.h"

namespace vta::explore {
namespace {

using ::testing::HasSubstr;

class TunerTest : public TuneTest {
 protected:
  TuneReport tune(const TuneOptions& o, const std::string& name = "default") const {
    return tune_network(lowered(config(name)), "digits", config(name), o);
  }
  static std::vector<std::string> tiles(const TuneReport& report) {
    std::vector<std::string> all;
    for (const TunedLayerReport& layer : report.layers)
      all.push_back(layer_text(layer.row.layer) + tiles_text(layer.row.tiles));
    return all;
  }
};

TEST_F(TunerTest, ANetworkIsNeverSlowerThanFastAndItsCostIsThatOfACompilation) {
  for (const char* name : {"default", "tiny", "2x16", "1x16.32"}) {
    const std::string database = std::string(name) + ".db";
    const TuneReport report = tune(options(database, 120), name);
    EXPECT_LE(report.network.cost.cycles, report.network.fast.cycles);
    EXPECT_GE(report.network.cost.cycles, report.network.least_cycles);
    EXPECT_EQ(report.evaluations, 120);
    const LoweredGraph graph = lowered(config(name));
    SchedulePolicy policy = schedule_by_name(path(database));
    const NetworkSchedule schedule = schedule_network(graph, policy, config(name));
    EXPECT_TRUE(schedule.notes.empty());
    EXPECT_EQ(cost_of(graph, schedule, config(name)), report.network.cost);
    EXPECT_EQ(cost_of(graph, fast_schedule(graph, config(name)), config(name)),
              report.network.fast);
  }
}

// Of kernels that compute no others, as a compilation without the pass fuse_operators has them.
TEST_F(TunerTest, WithoutFusionTheLayersAreThoseOfACompilationWithoutIt) {
  const std::string listing = VTA_SOURCE_DIR "/tests/data/quantize_partition_small_before.ir";
  CompileOptions compile;
  compile.config = config();
  compile.recipe.set("all_int8", "true").set_list("skip", {"fuse_operators"});
  const size_t compiled = compile_model(listing, compile).program.kernels.size();
  compile.stop_after = "quantize";
  const Graph quantized = compile_model(listing, compile).quantized;
  const Settled settled = settled_options(compile);
  const auto kernels_tuned = [&](const std::string& database, const ScheduleFacts& facts) {
    TuneOptions o = options(database, 10);
    o.facts = facts;
    size_t kernels = 0;
    for (const TunedLayerReport& layer :
         tune_network(lower_quantized(quantized, config(), settled), "small", config(), o).layers)
      kernels += layer.kernels.size();
    return kernels;
  };
  EXPECT_EQ(kernels_tuned("unfused.db", settled.facts), compiled);
  EXPECT_LT(kernels_tuned("fused.db", {}), compiled);  // the difference can be seen
}

TEST_F(TunerTest, WorkersAndEarlierRunsDoNotChangeTheResult) {
  TuneOptions two = options("two.db", 150);
  two.jobs = 2;
  const TuneReport one = tune(options("one.db", 150)), both = tune(two);
  EXPECT_EQ(tiles(one), tiles(both));
  EXPECT_EQ(one.network.cost, both.network.cost);
  // Stopped somewhere, and run again.
  TuneOptions stopped = options("stopped.db", 150);
  int asked = 0;
  stopped.stop = [&] { return ++asked > 20; };
  const TuneReport part = tune(stopped);
  EXPECT_TRUE(part.stopped);
  EXPECT_LE(part.network.cost.cycles, part.network.fast.cycles);
  const TuneReport whole = tune(options("stopped.db", 150));
  EXPECT_GT(whole.known, 0);
  EXPECT_EQ(tiles(one), tiles(whole));
  EXPECT_EQ(TuningReader(path("one.db")).configs().front().trials,
            TuningReader(path("stopped.db")).configs().front().trials);
  // All of it is known by now.
  EXPECT_EQ(tune(options("one.db", 150)).known, 150);
}

TEST_F(TunerTest, ATimeIsKept) {
  TuneOptions o = options("a.db", 1);
  o.evaluations.reset();
  o.budget_seconds = 0.5;
  const TuneReport report = tune(o);
  EXPECT_GT(report.evaluations, 0);
  EXPECT_LE(report.network.cost.cycles, report.network.fast.cycles);
}

TEST_F(TunerTest, BytesAreSavedWithinALimit) {
  TuneOptions o = options("b.db", 200);
  o.objective = Objective::Bytes;
  const TuneReport free = tune(o);
  EXPECT_LE(free.network.cost.bytes, free.network.fast.bytes);
  o.slower_percent = 0;
  const TuneReport bounded = tune(o);
  EXPECT_LE(bounded.network.cost.cycles, bounded.network.fast.cycles);
  EXPECT_LE(bounded.network.cost.bytes, bounded.network.fast.bytes);
  EXPECT_GE(bounded.network.cost.bytes, free.network.cost.bytes);
}

// Percent of what `fast` has: bytes that are added, cycles that are won.
TEST_F(TunerTest, FewCyclesAreNotBoughtWithManyBytes) {
  const auto traded = [](const TunedNetworkRow& n) {
    const auto percent = [](int64_t part, int64_t of) {
      return 100 * static_cast<double>(part) / static_cast<double>(of);
    };
    return std::pair{percent(n.cost.bytes - n.fast.bytes, n.fast.bytes),
                     percent(n.fast.cycles - n.cost.cycles, n.fast.cycles)};
  };
  TuneOptions o = options("cycles.db", 300);
  const TuneReport thrifty = tune(o);
  const auto [more, won] = traded(thrifty.network);
  EXPECT_TRUE(more <= 0 || more <= won)
      << more << " % more bytes for " << won << " % of the cycles";
  o.more_bytes_percent = 1e6;
  const TuneReport free = tune(o);
  EXPECT_LE(free.network.cost.cycles, thrifty.network.cost.cycles);
  o.more_bytes_percent = 0;
  EXPECT_LE(traded(tune(o).network).first, 0);
}

TEST_F(TunerTest, WhatDoesNotFitOrIsNothingIsSaid) {
  LoweredGraph nothing;
  EXPECT_THAT(refusal([&] { tune_network(nothing, "none", config(), options("a.db", 1)); }),
              HasSubstr("none has nothing to tune: no kernel of it runs on the accelerator"));
}

}  // namespace
}  // namespace vta::explore
