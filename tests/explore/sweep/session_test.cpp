#include "explore/sweep/session.h"

#include <set>

#include "explore/store/digest.h"
#include "explore/store/reader.h"
#include "explore/store/row_codec.h"
#include "explore/sweep/local_runner.h"
#include "explore/sweep/setup.h"
#include "tests/explore/sweep/sweep_fixture.h"

namespace vta::explore {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// In this process, in the order asked for or the reverse; counts, and gives up after `most`.
class FakeRunner : public PointRunner {
 public:
  FakeRunner(const Space& space, Evaluator& evaluator) : space_(space), evaluator_(evaluator) {}

  void run(const std::vector<int64_t>& indices, const OnOutcome& on_outcome) override {
    ++runs;
    std::vector<int64_t> order = indices;
    if (backwards)
      std::reverse(order.begin(), order.end());
    for (const int64_t index : order) {
      if (std::ssize(asked) == most)
        throw IncompleteError("enough");
      asked.insert(index);
      on_outcome({index,
                  fails.contains(index) ? Outcome(Failed{"bad luck"})
                                        : evaluate_index(space_, evaluator_, index),
                  0.1, 0});
    }
  }
  void finish() override { finished = true; }

  std::set<int64_t> asked, fails;
  int64_t most = -1;
  int runs = 0;
  bool backwards = false, finished = false;

 private:
  const Space& space_;
  Evaluator& evaluator_;
};

struct Sweep {
  explicit Sweep(const std::string& spec)
      : space(load_space(spec)), evaluator(space.spec().networks), runner(space, evaluator) {}
  SweepSummary run(const std::string& database, bool resume = false) {
    return run_sweep({.database = database, .resume = resume}, space, evaluator, runner);
  }
  Space space;
  Evaluator evaluator;
  FakeRunner runner;
};

// What a database keeps of the counters.
Counters kept(Counters counters) {
  counters.insn_count = {};
  return counters;
}

class SessionTest : public SweepTest {};

TEST_F(SessionTest, ADatabaseThatWasRemovedIsNotSaidToHoldWhatIsDone) {
  // After the last point, and without one more.
  class Removing : public PointRunner {
   public:
    explicit Removing(std::string file) : file_(std::move(file)) {}
    void run(const std::vector<int64_t>&, const OnOutcome&) override {
      std::filesystem::remove(file_);
      throw IncompleteError("interrupted");
    }

   private:
    std::string file_;
  };
  Sweep sweep(small_spec());
  Removing runner(path("a.db"));
  EXPECT_THAT(refusal<OutputError>([&] {
                run_sweep({.database = path("a.db")}, sweep.space, sweep.evaluator, runner);
              }),
              HasSubstr("a.db was removed or replaced while it was written"));
}

TEST_F(SessionTest, StoresPointsAndWhatIsNone) {
  Sweep sweep(small_spec());
  const SweepSummary summary = sweep.run(path("a.db"));
  EXPECT_EQ(summary.space_points, 6);
  EXPECT_EQ(summary.points, 4);
  EXPECT_EQ(summary.illegal, 2);
  EXPECT_EQ(summary.evaluated, 4);
  EXPECT_TRUE(sweep.runner.finished);
  SweepReader reader(path("a.db"));
  EXPECT_EQ(reader.header(), header_of(sweep.space));
  ASSERT_EQ(reader.networks().size(), 1U);
  EXPECT_EQ(reader.networks()[0].name, "digits");
  for (const PointRow& row : reader.points()) {
    const PointSpec spec = std::get<PointSpec>(sweep.space.point(row.idx));
    EXPECT_EQ(row.spec, spec);
    PointResult whole = std::get<PointResult>(sweep.evaluator.evaluate(spec));
    EXPECT_EQ(row.result.timing.cycles, whole.timing.cycles);
    EXPECT_EQ(row.result.timing.units, whole.timing.units);
    EXPECT_EQ(row.result.timing.bus_beats, whole.timing.bus_beats);
    EXPECT_TRUE(row.result.counters == kept(whole.counters));
    for (LayerResult& layer : whole.layers)
      layer.counters = kept(layer.counters);
    EXPECT_TRUE(reader.layers(row.idx) == whole.layers);
    PointResult read = row.result;
    read.layers = reader.layers(row.idx);
    EXPECT_TRUE(outside_of(read) == whole.timing.outside);
    EXPECT_GT(row.cost.lut, 0);
  }
}

TEST_F(SessionTest, TheOrderOfOutcomesDoesNotMatter) {
  Sweep a(small_spec()), b(small_spec());
  b.runner.backwards = true;
  a.run(path("a.db"));
  b.run(path("b.db"));
  EXPECT_EQ(sweep_digest(path("a.db")).hash, sweep_digest(path("b.db")).hash);
}

TEST_F(SessionTest, ResumingComputesWhatIsMissingOnly) {
  Sweep whole(small_spec());
  whole.run(path("whole.db"));
  for (const int64_t most : {0, 1, 3}) {
    const std::string file = path(fmt::format("{}.db", most));
    Sweep first(small_spec());
    first.runner.most = most;
    EXPECT_EQ(refusal<IncompleteError>([&] { first.run(file); }), "enough");
    EXPECT_FALSE(first.runner.finished);
    EXPECT_EQ(SweepReader(file).count("point"), most);
    Sweep second(small_spec());
    const SweepSummary summary = second.run(file, true);
    EXPECT_EQ(summary.evaluated, 4 - most);
    for (const int64_t index : second.runner.asked)
      EXPECT_FALSE(first.runner.asked.contains(index));
    EXPECT_EQ(sweep_digest(file).hash, sweep_digest(path("whole.db")).hash);
  }
}

class ResumeTest : public SweepTest {
 protected:
  void SetUp() override {
    SweepTest::SetUp();
    std::filesystem::copy_file(VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx", path("own.onnx"));
    write_text_file(path("own.json"),
                    fmt::format(R"({{"networks": [{{"name": "own", "model": "{}"}}],
                      "axes": {{"LOG_BUS_WIDTH": [6, 8]}}}})",
                                path("own.onnx")));
  }
  // Other weights, or none.
  void change_network() const {
    std::string bytes = read_text_file(path("own.onnx"));
    bytes[bytes.size() / 2] ^= 1;
    write_text_file(path("own.onnx"), bytes);
  }
};

TEST_F(ResumeTest, WhatIsDoneImportsNoNetwork) {
  Sweep first(path("own.json")), again(path("own.json"));
  EXPECT_EQ(first.run(path("a.db")).points, 2);
  EXPECT_EQ(first.evaluator.infos().front(), SweepReader(path("a.db")).networks().front());
  const std::string digest = sweep_digest(path("a.db")).hash;
  const SweepSummary summary = again.run(path("a.db"), true);
  EXPECT_EQ(summary.points, 2);
  EXPECT_EQ(summary.evaluated, 0);
  EXPECT_EQ(again.evaluator.infos().front().hash, "");
  EXPECT_EQ(again.runner.runs, 0);
  EXPECT_TRUE(again.runner.finished);
  EXPECT_EQ(sweep_digest(path("a.db")).hash, digest);
}

TEST_F(ResumeTest, WhatIsDoneNeedsNoFileButNoOtherEither) {
  Sweep first(path("own.json")), again(path("own.json")), without(path("own.json"));
  first.run(path("a.db"));
  change_network();
  EXPECT_THAT(refusal<InputError>([&] { again.run(path("a.db"), true); }),
              HasSubstr("was made with another network 'own'"));
  std::filesystem::remove(path("own.onnx"));
  EXPECT_EQ(without.run(path("a.db"), true).points, 2);
}

TEST_F(ResumeTest, WhatIsMissingNeedsTheSameFile) {
  Sweep first(path("own.json")), again(path("own.json")), without(path("own.json"));
  first.runner.most = 1;
  EXPECT_EQ(refusal<IncompleteError>([&] { first.run(path("a.db")); }), "enough");
  change_network();
  EXPECT_THAT(refusal<InputError>([&] { again.run(path("a.db"), true); }),
              HasSubstr("was made with another network 'own'"));
  std::filesystem::remove(path("own.onnx"));
  EXPECT_THAT(refusal<Error>([&] { without.run(path("a.db"), true); }), HasSubstr("own.onnx"));
}

TEST_F(SessionTest, AFailedPointIsTriedAgain) {
  Sweep whole(small_spec());
  whole.run(path("whole.db"));
  const int64_t unlucky = *whole.runner.asked.begin();
  Sweep first(small_spec()), second(small_spec());
  first.runner.fails = {unlucky};
  EXPECT_EQ(first.run(path("a.db")).failed, 1);
  EXPECT_THAT(SweepReader(path("a.db")).failures(), ElementsAre(FailureRow{unlucky, "bad luck"}));
  EXPECT_EQ(second.run(path("a.db"), true).failed, 0);
  EXPECT_THAT(second.runner.asked, ElementsAre(unlucky));
  EXPECT_EQ(sweep_digest(path("a.db")).hash, sweep_digest(path("whole.db")).hash);
}

TEST_F(SessionTest, WithoutResumeADatabaseWithPointsIsRefused) {
  Sweep first(small_spec()), again(small_spec());
  first.run(path("a.db"));
  EXPECT_THAT(refusal<InputError>([&] { again.run(path("a.db")); }),
              AllOf(HasSubstr("has 4 points already"), HasSubstr("--resume")));
  EXPECT_THAT(again.runner.asked, IsEmpty());
}

TEST_F(SessionTest, AnotherSpecificationIsRefusedNamingTheDifference) {
  Sweep first(small_spec());
  first.run(path("a.db"));
  Sweep other(spec("other.json", R"("LOG_BLOCK": [3, 4, 5], "LOG_BUS_WIDTH": [6, 9])"));
  EXPECT_THAT(refusal<InputError>([&] { other.run(path("a.db"), true); }),
              HasSubstr("axes.LOG_BUS_WIDTH is [6,8] there and [6,9] here"));
}

TEST_F(SessionTest, GenerationsThatNeedResultsAreResumedToTheSameEnd) {
  const std::string text = spec(
      "pareto.json",
      R"("LOG_BLOCK": [3, 4, 5], "LOG_BUS_WIDTH": [6, 7, 8, 9], "memory": ["read=16", "read=40"])",
      R"("sampling": {"method": "pareto", "points": 12, "population": 4, "seed": 3})");
  Sweep whole(text);
  const SweepSummary summary = whole.run(path("whole.db"));
  EXPECT_LE(summary.points, 12);
  EXPECT_GT(whole.runner.runs, 1);
  for (const int64_t most : {1, 5, 7}) {
    const std::string file = path(fmt::format("{}.db", most));
    Sweep first(text), second(text);
    first.runner.most = most;
    EXPECT_EQ(refusal<IncompleteError>([&] { first.run(file); }), "enough");
    second.run(file, true);
    EXPECT_EQ(sweep_digest(file).hash, sweep_digest(path("whole.db")).hash);
  }
}

TEST_F(SessionTest, ProcessesFindTheSame) {
  Sweep sweep(small_spec());
  sweep.run(path("a.db"));
  LocalRunner runner(
      [&](int64_t index) { return evaluate_index(sweep.space, sweep.evaluator, index); },
      {.jobs = 2});
  run_sweep({.database = path("b.db")}, sweep.space, sweep.evaluator, runner);
  EXPECT_EQ(sweep_digest(path("a.db")).hash, sweep_digest(path("b.db")).hash);
}

TEST_F(SessionTest, FrontsAreOfOneNetworkEach) {
  Sweep sweep(small_spec());
  sweep.run(path("a.db"));
  std::vector<PointRow> points = SweepReader(path("a.db")).points();
  const std::vector<int64_t> front = pareto_points(sweep.space.spec().objectives, points);
  EXPECT_THAT(summarize(path("a.db")).pareto, testing::ElementsAreArray(front));
  const size_t count = points.size();
  for (size_t k = 0; k < count; ++k) {  // a network that is worse everywhere
    PointRow worse = points[k];
    worse.idx += 100;
    worse.spec.network = "slow";
    worse.result.timing.cycles *= 2;
    points.push_back(worse);
  }
  EXPECT_EQ(pareto_points(sweep.space.spec().objectives, points).size(), 2 * front.size());
}

TEST_F(SessionTest, ImagesFollowTheBatchAxis) {
  const auto images = [&](const std::string& axes, const std::string& more) {
    return images_of(load_space(spec("x.json", axes, more)).spec());
  };
  EXPECT_THAT(images(R"("LOG_BATCH": [0, 2])", R"("images": "batch")"), ElementsAre(1, 4));
  EXPECT_THAT(images(R"("LOG_BUS_WIDTH": [6, 7])", R"("images": "batch")"), ElementsAre(1));
  EXPECT_THAT(images(R"("LOG_BATCH": [0, 2])", R"("images": [3])"), ElementsAre(3));
}

TEST_F(SessionTest, WhatIsNoPointIsNotEvaluated) {
  Sweep sweep(small_spec());
  EXPECT_THAT(std::get<Failed>(evaluate_index(sweep.space, sweep.evaluator, 6)).reason,
              HasSubstr("outside of the space of 6"));
  for (int64_t index = 0; index < 6; ++index) {
    if (!sweep.space.exclusion(index))
      continue;
    EXPECT_THAT(std::get<Failed>(evaluate_index(sweep.space, sweep.evaluator, index)).reason,
                HasSubstr("is no point"));
  }
}

}  // namespace
}  // namespace vta::explore
