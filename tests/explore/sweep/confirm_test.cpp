#include "explore/sweep/confirm.h"

#include <cstdlib>
#include <filesystem>

#include "base/process.h"
#include "explore/store/reader.h"
#include "explore/sweep/local_runner.h"
#include "explore/sweep/session.h"
#include "explore/sweep/setup.h"
#include "sim/factory/device_factory.h"
#include "sim/tsim/model_cache.h"
#include "tests/explore/sweep/sweep_fixture.h"

namespace vta::explore {
namespace {

using ::testing::Each;
using ::testing::Field;
using ::testing::HasSubstr;

// csim once more in the RTL's place: it agrees.
SecondOpinion agreeing() {
  return {.build = [](const VtaConfig&) { return true; },
          .make =
              [](const VtaConfig& config, int64_t bytes) {
                return make_device("csim", config, {.memory_bytes = bytes, .timing_only = true});
              }};
}

// A memory that is slower by a cycle.
SecondOpinion disagreeing() {
  return {.build = [](const VtaConfig&) { return false; },
          .make =
              [](VtaConfig config, int64_t bytes) {
                ++config.mem_read_latency;
                return make_device("csim", config, {.memory_bytes = bytes, .timing_only = true});
              }};
}

class ConfirmTest : public SweepTest {
 protected:
  void sweep(const std::string& spec) {
    space_.emplace(load_space(spec));
    evaluator_.emplace(space_->spec().networks);
    LocalRunner runner([&](int64_t index) { return evaluate_index(*space_, *evaluator_, index); },
                       {.jobs = 1});
    summary_ = run_sweep({.database = path("a.db")}, *space_, *evaluator_, runner);
  }
  ConfirmSummary confirm(const ConfirmOptions& options) {
    return confirm_pareto(options, *space_, *evaluator_);
  }
  std::vector<ConfirmationRow> rows() const { return SweepReader(path("a.db")).confirmations(); }

  std::optional<Space> space_;
  std::optional<Evaluator> evaluator_;
  SweepSummary summary_;
};

TEST_F(ConfirmTest, EqualCyclesAreRecordedWithWhatTheyTook) {
  sweep(small_spec());
  const ConfirmSummary summary = confirm({.database = path("a.db"), .opinion = agreeing()});
  EXPECT_EQ(summary.confirmed, std::ssize(summary_.pareto));
  EXPECT_EQ(summary.different + summary.unconfirmed, 0);
  EXPECT_THAT(rows(), Each(Field(&ConfirmationRow::status, "confirmed")));
  for (const ConfirmationRow& row : rows())
    EXPECT_EQ(row.csim_cycles, SweepReader(path("a.db")).point(row.idx)->result.timing.cycles);
  const std::vector<ConfirmEffortRow> efforts = SweepReader(path("a.db")).confirm_efforts();
  EXPECT_EQ(std::ssize(efforts), summary.confirmed);
  EXPECT_THAT(efforts, Each(Field(&ConfirmEffortRow::built, true)));
  EXPECT_THAT(efforts, Each(Field(&ConfirmEffortRow::run_peak_mb, testing::Gt(0))));
}

TEST_F(ConfirmTest, ADifferenceNamesTheFirstLayer) {
  sweep(small_spec());
  const ConfirmSummary summary = confirm({.database = path("a.db"), .opinion = disagreeing()});
  EXPECT_EQ(summary.different, std::ssize(summary_.pareto));
  for (const ConfirmationRow& row : rows()) {
    EXPECT_EQ(row.status, "different");
    EXPECT_NE(row.csim_cycles, row.tsim_cycles);
    EXPECT_THAT(row.reason, HasSubstr("layer 0 (conv2d_"));
  }
}

TEST_F(ConfirmTest, LargePointsAreLeftOutWithTheReason) {
  sweep(small_spec());
  const ConfirmSummary summary =
      confirm({.database = path("a.db"), .most_macs = 0, .above = 1, .opinion = agreeing()});
  EXPECT_EQ(summary.confirmed, 1);
  EXPECT_EQ(summary.unconfirmed, std::ssize(summary_.pareto) - 1);
  for (const ConfirmationRow& row : rows()) {
    if (row.status == "unconfirmed") {
      EXPECT_THAT(row.reason, HasSubstr("MACs: above 0, and not among the 1 smallest above"));
    }
  }
}

TEST_F(ConfirmTest, WhatIsConfirmedIsNotRunAgain) {
  sweep(small_spec());
  confirm({.database = path("a.db"), .opinion = agreeing()});
  const ConfirmSummary again = confirm({.database = path("a.db"), .opinion = disagreeing()});
  EXPECT_EQ(again.confirmed, std::ssize(summary_.pareto));
}

TEST_F(ConfirmTest, WhatCannotBeBuiltOrRunIsUnconfirmed) {
  sweep(small_spec());
  SecondOpinion opinion = agreeing();
  opinion.build = [](const VtaConfig&) -> bool { throw UsageError("verilator is missing"); };
  confirm({.database = path("a.db"), .opinion = opinion});
  EXPECT_THAT(rows(), Each(Field(&ConfirmationRow::reason, "no model: verilator is missing")));
  opinion = agreeing();
  opinion.make = [](const VtaConfig&, int64_t) -> std::unique_ptr<Device> {
    throw DeviceError("out of order");
  };
  EXPECT_EQ(confirm({.database = path("a.db"), .opinion = opinion}).confirmed, 0);
  EXPECT_THAT(rows(), Each(Field(&ConfirmationRow::reason, "no run: out of order")));
}

TEST_F(ConfirmTest, StoppingKeepsWhatIsConfirmed) {
  sweep(small_spec());
  ASSERT_GT(std::ssize(summary_.pareto), 1);
  ConfirmOptions options{.database = path("a.db"), .opinion = agreeing()};
  options.stop = [&] { return !rows().empty(); };
  EXPECT_THAT(refusal<IncompleteError>([&] { confirm(options); }), HasSubstr("interrupted"));
  EXPECT_EQ(std::ssize(rows()), 1);
}

// A build that would go on for long ends at once, and says nothing about its point.
TEST_F(ConfirmTest, StoppingEndsTheBuildThatIsUnderWay) {
  sweep(small_spec());
  ConfirmOptions options{.database = path("a.db"), .opinion = agreeing()};
  options.opinion.build = [](const VtaConfig&) {
    return run_process({"sleep", "1000"}, "/dev/null") == 0;
  };
  int asked = 0;
  options.stop = [&] { return ++asked > 1; };
  EXPECT_THAT(refusal<IncompleteError>([&] { confirm(options); }), HasSubstr("interrupted"));
  EXPECT_TRUE(rows().empty());
}

TEST_F(ConfirmTest, TheRtlItselfAgrees) {
  sweep(spec("tiny.json", R"("memory": ["ideal8", "read=16,write=4"])", R"("base": "tiny")"));
  const ConfirmSummary summary = confirm({.database = path("a.db")});
  EXPECT_EQ(summary.confirmed, std::ssize(summary_.pareto));
  EXPECT_GE(summary.confirmed, 1);
}

// In a cache that has the model which a device takes, and no other.
TEST_F(ConfirmTest, TheModelThatIsBuiltIsTheOneThatRuns) {
  ::setenv("VTA_TSIM_QUICK", "1", 1);
  const VtaConfig config = named_config("tiny");
  const CachedModel model = find_or_build_model(model_recipe(config, model_options()));
  const std::filesystem::path entry = std::filesystem::path(model.library).parent_path();
  const std::filesystem::path cache = path("cache");
  std::filesystem::create_directories(cache / "tsim");
  std::filesystem::copy(entry, cache / "tsim" / entry.filename());
  const std::string usual = std::getenv("VTA_CACHE_DIR");
  ::setenv("VTA_CACHE_DIR", cache.c_str(), 1);
  EXPECT_FALSE(rtl_opinion().build(config));
  ::setenv("VTA_CACHE_DIR", usual.c_str(), 1);
}

TEST(ResultDifference, NamesWhatDiffersFirst) {
  PointResult a;
  a.layers.resize(2);
  a.layers[0].name = "conv2d_0";
  a.layers[1].name = "dense_1";
  PointResult b = a;
  EXPECT_EQ(result_difference(a, b), "");
  b.timing.bus_beats = 1;
  EXPECT_EQ(result_difference(a, b), "0 beats of the bus on csim, 1 on tsim");
  b.timing.cycles = 5;
  EXPECT_EQ(result_difference(a, b), "the run takes 0 cycles on csim, 5 on tsim");
  b.layers[1].counters.inp_load_nbytes = 7;
  EXPECT_EQ(result_difference(a, b),
            "layer 1 (dense_1) has other counters: 0 bytes on csim, 7 on tsim");
  b.layers[0].timing.units[2][1] = 3;
  EXPECT_THAT(result_difference(a, b),
              HasSubstr("units of layer 0 (conv2d_0) are in other states"));
  b.layers[0].timing.cycles = 9;
  EXPECT_EQ(result_difference(a, b), "layer 0 (conv2d_0) takes 0 cycles on csim, 9 on tsim");
  b.layers.pop_back();
  EXPECT_EQ(result_difference(a, b), "2 layers on csim, 1 on tsim");
}

}  // namespace
}  // namespace vta::explore
