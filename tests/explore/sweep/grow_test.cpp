// A sweep that grows: what is stored is not computed again, and the end is that of a fresh one.
#include <set>

#include "compiler/schedule/policy.h"
#include "explore/store/digest.h"
#include "explore/store/merge.h"
#include "explore/store/reader.h"
#include "explore/sweep/plan.h"
#include "explore/sweep/session.h"
#include "explore/sweep/setup.h"
#include "tests/explore/sweep/sweep_fixture.h"

namespace vta::explore {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// In this process.
class PlainRunner : public PointRunner {
 public:
  PlainRunner(const Space& space, Evaluator& evaluator) : space_(space), evaluator_(evaluator) {}
  void run(const std::vector<int64_t>& indices, const OnOutcome& on_outcome) override {
    for (const int64_t index : indices)
      on_outcome({index, evaluate_index(space_, evaluator_, index), 0.1, 0});
  }

 private:
  const Space& space_;
  Evaluator& evaluator_;
};

class GrowTest : public SweepTest {
 protected:
  SweepSummary sweep(const std::string& spec, const std::string& database,
                     const std::vector<std::string>& reuse = {}) {
    const Space space = load_space(spec);
    Evaluator evaluator(space.spec().networks);
    PlainRunner runner(space, evaluator);
    return run_sweep({.database = path(database), .reuse = reuse}, space, evaluator, runner);
  }
  std::string digest(const std::string& database) { return sweep_digest(path(database)).hash; }
  // 4 legal points.
  std::string small() { return small_spec(); }
  // 12, in another order; the 4 of small() are among them.
  std::string larger() {
    return spec("larger.json",
                R"("MEM_GAP": [0, 1], "LOG_BUS_WIDTH": [7, 6, 8], "LOG_BLOCK": [5, 4])",
                R"("objectives": ["dsp", "cycles_per_image"])");
  }
};

TEST_F(GrowTest, OtherAxesAndObjectivesTakeOverWhatIsThere) {
  EXPECT_EQ(sweep(small(), "small.db").evaluated, 4);
  const SweepSummary grown = sweep(larger(), "grown.db", {path("small.db")});
  EXPECT_EQ(grown.points, 12);
  EXPECT_EQ(grown.reused, 4);
  EXPECT_EQ(grown.evaluated, 8);
  sweep(larger(), "fresh.db");
  EXPECT_EQ(digest("grown.db"), digest("fresh.db"));
}

TEST_F(GrowTest, AnotherSamplingTakesOverWhatIsThere) {
  const auto sampled = [&](const std::string& name, const std::string& method) {
    return spec(name, R"("MEM_GAP": [0, 1, 2], "LOG_BUS_WIDTH": [6, 7, 8], "LOG_BLOCK": [4, 5])",
                fmt::format(R"("sampling": {{"method": {}}})", method));
  };
  const std::string all = sampled("all.json", R"("exhaustive")");
  const std::string some = sampled("some.json", R"("random", "points": 5)");
  const std::string guided = sampled("guided.json", R"("pareto", "points": 9, "population": 4)");
  EXPECT_EQ(sweep(some, "some.db").evaluated, 5);
  const SweepSummary whole = sweep(all, "all.db", {path("some.db")});
  EXPECT_EQ(whole.reused, 5);
  EXPECT_EQ(whole.evaluated, whole.points - 5);
  EXPECT_EQ(sweep(guided, "guided.db", {path("all.db")}).evaluated, 0);
  sweep(guided, "fresh.db");
  EXPECT_EQ(digest("guided.db"), digest("fresh.db"));
}

TEST_F(GrowTest, ACollectionIsTakenOverToo) {
  sweep(small(), "small.db");
  sweep(larger(), "larger.db");
  const std::vector<std::string> parts = {path("small.db"), path("larger.db")};
  EXPECT_EQ(merge_sweeps(path("all.db"), parts).points, 12);
  EXPECT_EQ(sweep(larger(), "again.db", {path("all.db")}).evaluated, 0);
  EXPECT_EQ(digest("again.db"), digest("larger.db"));
}

TEST_F(GrowTest, WithItselfOrAMissingDatabaseItIsRefused) {
  EXPECT_THAT(refusal<InputError>([&] { sweep(small(), "a.db", {path("a.db")}); }),
              HasSubstr("cannot take points from itself"));
  EXPECT_THAT(refusal<InputError>([&] { sweep(small(), "a.db", {path("none.db")}); }),
              HasSubstr("none.db"));
}

TEST_F(GrowTest, ARefusalToContinueNamesTheWay) {
  sweep(small(), "a.db");
  const Space space = load_space(larger());
  Evaluator evaluator(space.spec().networks);
  PlainRunner runner(space, evaluator);
  EXPECT_THAT(refusal<InputError>([&] {
                run_sweep({.database = path("a.db"), .resume = true}, space, evaluator, runner);
              }),
              AllOf(HasSubstr("another specification"), HasSubstr("--reuse " + path("a.db"))));
}

class PlanTest : public SweepTest {};

TEST_F(PlanTest, OfASmallSpaceIsExact) {
  const SweepPlan plan =
      plan_sweep(load_space(two_networks(path("none.onnx"), R"("images": [1, 2])")));
  EXPECT_TRUE(plan.exact);
  EXPECT_EQ(plan.looked_at, 24);
  EXPECT_EQ(plan.points, 16);
  EXPECT_EQ(plan.exclusions.count(kIllegal), 8);
  ASSERT_EQ(plan.networks.size(), 2U);
  EXPECT_EQ(plan.networks[0].failure, "");
  EXPECT_NE(plan.networks[0].info.hash, "");
  EXPECT_THAT(plan.networks[1].failure, HasSubstr("none.onnx"));
}

// The sweep makes its file when it needs it; the settings are looked at, too.
TEST_F(PlanTest, OfTheZooNothingIsMade) {
  write_text_file(path("zoo.json"), R"({"networks": [
      {"name": "large", "zoo": "vgg11"}, {"name": "none", "zoo": "vgg12"},
      {"name": "torn", "zoo": "vgg11", "schedule": "reference", "residual": "int32"}],
    "axes": {"LOG_BUS_WIDTH": [6, 8]}})");
  const SweepPlan plan = plan_sweep(load_space(path("zoo.json")));
  ASSERT_EQ(plan.networks.size(), 3U);
  EXPECT_EQ(plan.networks[0].failure, "");
  EXPECT_EQ(plan.networks[0].info.model, "zoo:vgg11");
  EXPECT_EQ(plan.networks[0].info.hash, "");
  EXPECT_THAT(plan.networks[1].failure, HasSubstr("vgg12"));
  EXPECT_THAT(plan.networks[2].failure, HasSubstr("of 'fast'"));
}

TEST_F(PlanTest, FilesAreImportedForEveryNumberOfImages) {
  const std::string listing = path("fixed.ir");
  write_text_file(listing, read_text_file(VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx"));
  const SweepPlan plan = plan_sweep(load_space(two_networks(listing)));
  EXPECT_EQ(plan.networks[0].failure, "");
  EXPECT_EQ(plan.networks[0].code, ExitCode::Ok);
  EXPECT_THAT(plan.networks[1].failure, HasSubstr("fixed.ir"));
  EXPECT_NE(plan.networks[1].code, ExitCode::Ok);
}

// 2.5 * 10^11 machines: walking them would take days.
constexpr const char* kLargeAxes = R"("LOG_BLOCK": [4, 5], "MEM_BURST_BEATS": [16, 33],
  "MEM_READ_LATENCY": {"from": 0, "to": 999}, "MEM_WRITE_LATENCY": {"from": 0, "to": 999},
  "MEM_GAP": {"from": 0, "to": 249}, "CMD_QUEUE_DEPTH": {"from": 2, "to": 251})";

TEST_F(PlanTest, ALargeSpaceIsNotWalked) {
  const SweepPlan plan = plan_sweep(load_space(spec("large.json", kLargeAxes)));
  EXPECT_FALSE(plan.exact);
  EXPECT_EQ(plan.looked_at, 50'000);
  const double half = 0.5 * 2 * 2 * 1e6 * 250 * 250;
  EXPECT_NEAR(static_cast<double>(plan.points), half, 0.05 * half);
}

TEST_F(PlanTest, OfARandomSampleItIsTheSampleItself) {
  const SweepPlan plan = plan_sweep(load_space(
      spec("large.json", kLargeAxes, R"("sampling": {"method": "random", "points": 300})")));
  EXPECT_TRUE(plan.exact);
  EXPECT_EQ(plan.points, 300);
  EXPECT_EQ(plan.looked_at, 300 + plan.exclusions.count());
}

TEST_F(PlanTest, OfAGuidedSampleItIsTheMost) {
  const SweepPlan plan = plan_sweep(load_space(
      spec("large.json", kLargeAxes, R"("sampling": {"method": "pareto", "points": 300})")));
  EXPECT_FALSE(plan.exact);
  EXPECT_EQ(plan.points, 300);
  EXPECT_LT(plan.looked_at, 300);
}

// A schedule without layers: everything is searched.
void write_schedule(const std::string& file, bool reuse) {
  write_text_file(file, fmt::format(R"({{"schema": "vta.schedule", "schema_version": 2,
      "config": "1x16", "layers": [], "policy": {{"epilogue": "short", "fuse_residuals": true,
      "fuse_pools": true, "fuse_followers": true, "batch_norms": true,
      "grouped_convolutions": true, "dilated_convolutions": true, "concatenations": true, "gather_windows": true, "widen_alu_operands": false, "merge_tasks": true,
      "search_reuse": {}}}}})",
                                    reuse));
}

TEST_F(GrowTest, ASavedScheduleIsRunUnderItsIdentity) {
  write_schedule(path("mine.json"), true);
  const std::string both = spec("both.json", "", R"("schedules": ["fast", "mine.json"])");
  sweep(both, "a.db");
  SweepReader reader(path("a.db"));
  const std::vector<PointRow> points = reader.points();
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].spec.schedule, "fast");
  EXPECT_EQ(points[1].spec.schedule, pinned_schedule(path("mine.json")));
  EXPECT_EQ(reader.header().schedules,
            (std::vector{points[0].spec.schedule, points[1].spec.schedule}));
  EXPECT_EQ(points[0].result.timing.cycles, points[1].result.timing.cycles);
}

TEST_F(GrowTest, AScheduleThatChangedIsNeitherContinuedNorReused) {
  write_schedule(path("mine.json"), true);
  const std::string mine = spec("mine_spec.json", "", R"("schedules": ["mine.json"])");
  sweep(mine, "a.db");
  const Space before = load_space(mine);
  write_schedule(path("mine.json"), false);
  EXPECT_THAT(refusal<InputError>([&] {
                const Space space = load_space(mine);
                Evaluator evaluator(space.spec().networks);
                PlainRunner runner(space, evaluator);
                run_sweep({.database = path("a.db"), .resume = true}, space, evaluator, runner);
              }),
              AllOf(HasSubstr("cannot continue"), HasSubstr("mine.json' has changed: identity ")));
  EXPECT_EQ(sweep(mine, "b.db", {path("a.db")}).reused, 0);
  EXPECT_NE(SweepReader(path("a.db")).points()[0].result.timing.cycles,
            SweepReader(path("b.db")).points()[0].result.timing.cycles);
  // Nor is it run by who began before.
  Evaluator evaluator(before.spec().networks);
  const Outcome outcome = evaluate_index(before, evaluator, 0);
  ASSERT_TRUE(std::holds_alternative<Failed>(outcome));
  EXPECT_THAT(std::get<Failed>(outcome).reason, HasSubstr("mine.json' has changed"));
}

TEST_F(GrowTest, AScheduleThatCannotBeReadIsRefusedBeforeAnythingRuns) {
  const std::string mine = spec("mine_spec.json", "", R"("schedules": ["mine.json"])");
  EXPECT_THAT(refusal<InputError>([&] { load_space(mine); }), HasSubstr(path("mine.json")));
}

}  // namespace
}  // namespace vta::explore
