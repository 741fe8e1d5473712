#include "explore/sweep/import.h"

#include <sys/stat.h>

#include <array>

#include "explore/store/digest.h"
#include "explore/store/reader.h"
#include "explore/sweep/local_runner.h"
#include "explore/sweep/session.h"
#include "explore/sweep/setup.h"
#include "tests/explore/sweep/sweep_fixture.h"

namespace vta::explore {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

class ImportTest : public SweepTest {
 protected:
  static std::string digits() { return VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx"; }
  std::string garbage() const {
    write_text_file(path("other.onnx"), "this is no network");
    return path("other.onnx");
  }
  static SweepSummary sweep(const std::string& spec, const std::string& database,
                            bool resume = false) {
    const Space space = load_space(spec);
    Evaluator evaluator(space.spec().networks);
    LocalRunner runner([&](int64_t index) { return evaluate_index(space, evaluator, index); },
                       {.jobs = 2});
    return run_sweep({.database = database, .resume = resume}, space, evaluator, runner);
  }
};

TEST_F(ImportTest, ATrialGivesWhatAnImportHereGives) {
  const NetworkSpec network{.name = "digits", .model = digits()};
  const NetworkTrial trial = try_import(network, std::array<int64_t, 2>{1, 2});
  EXPECT_EQ(trial.failure, "");
  Evaluator evaluator({network});
  evaluator.prepare({1});
  const NetworkInfo info = evaluator.infos().front();
  EXPECT_EQ(trial.info.name, info.name);
  EXPECT_EQ(trial.info.model, info.model);
  EXPECT_EQ(trial.info.hash, info.hash);
  EXPECT_EQ(trial.info.quantization, info.quantization);
}

TEST_F(ImportTest, AFailedTrialSaysWhyAndOfWhatKind) {
  const NetworkTrial none =
      try_import({.name = "n", .model = path("none.onnx")}, std::array<int64_t, 1>{1});
  EXPECT_THAT(none.failure,
              AllOf(HasSubstr("network 'n' cannot be imported"), HasSubstr("none.onnx")));
  EXPECT_EQ(none.code, ExitCode::BadInput);
  const NetworkTrial zoo = try_import({.name = "n", .zoo = "resnet1x"}, std::array<int64_t, 1>{1});
  EXPECT_THAT(zoo.failure, HasSubstr("resnet1x"));
  EXPECT_EQ(zoo.code, ExitCode::Usage);
}

// From a pipe into which nobody writes, an import reads for ever.
TEST_F(ImportTest, OneThatDoesNotEndIsEnded) {
  ASSERT_EQ(mkfifo(path("endless.onnx").c_str(), 0600), 0);
  const NetworkTrial trial =
      try_import({.name = "n", .model = path("endless.onnx")}, std::array<int64_t, 1>{1}, 0.3);
  EXPECT_THAT(trial.failure, HasSubstr("network 'n' cannot be imported: "));
  if (trial.failure.find("not done after 0.3 seconds") != std::string::npos)
    EXPECT_EQ(trial.code, ExitCode::ResourceLimit);
  else
    EXPECT_EQ(trial.code, ExitCode::BadInput) << "a pipe is refused at once: " << trial.failure;
}

TEST_F(ImportTest, TheOtherNetworksGoOnAndWhatFailedIsRecorded) {
  const SweepSummary summary = sweep(two_networks(garbage()), path("a.db"));
  EXPECT_EQ(summary.points, 4);
  EXPECT_EQ(summary.failed, 4);
  SweepReader reader(path("a.db"));
  ASSERT_EQ(reader.networks().size(), 1U);
  EXPECT_EQ(reader.networks()[0].name, "digits");
  EXPECT_THAT(reader.failures(),
              Each(Field(&FailureRow::reason, AllOf(HasSubstr("network 'other' cannot be imported"),
                                                    HasSubstr("other.onnx")))));
  for (const PointRow& row : reader.points())
    EXPECT_EQ(row.spec.network, "digits");
}

TEST_F(ImportTest, OnceItCanBeImportedResumingEndsAsIfItAlwaysCould) {
  const std::string spec = two_networks(garbage());
  sweep(spec, path("a.db"));
  fs::copy_file(digits(), path("other.onnx"), fs::copy_options::overwrite_existing);
  const SweepSummary resumed = sweep(spec, path("a.db"), true);
  EXPECT_EQ(resumed.evaluated, 4);
  EXPECT_EQ(resumed.failed, 0);
  sweep(spec, path("whole.db"));
  EXPECT_EQ(sweep_digest(path("a.db")).hash, sweep_digest(path("whole.db")).hash);
}

// What is done needs no network; one that is a pipe now is not waited for.
TEST_F(ImportTest, ResumingWhatIsDoneWaitsForNoPipe) {
  fs::copy_file(digits(), path("other.onnx"));
  const std::string spec = two_networks(path("other.onnx"));
  sweep(spec, path("a.db"));
  fs::remove(path("other.onnx"));
  ASSERT_EQ(mkfifo(path("other.onnx").c_str(), 0600), 0);
  const SweepSummary resumed = sweep(spec, path("a.db"), true);
  EXPECT_EQ(resumed.evaluated, 0);
  EXPECT_EQ(resumed.points, 8);
}

TEST_F(ImportTest, ResumingLooksAtEveryDatabaseThatItIsToReuse) {
  const Space space = load_space(two_networks(digits()));
  Evaluator evaluator(space.spec().networks);
  LocalRunner runner([&](int64_t index) { return evaluate_index(space, evaluator, index); },
                     {.jobs = 2});
  run_sweep({.database = path("a.db")}, space, evaluator, runner);
  const SweepOptions options{.database = path("a.db"), .resume = true, .reuse = {path("none.db")}};
  EXPECT_THAT(refusal<Error>([&] { run_sweep(options, space, evaluator, runner); }),
              HasSubstr("none.db"));
}

TEST_F(ImportTest, WithoutAnyNetworkThereIsNothingToGoOnWith) {
  const std::string text = two_networks(path("none.onnx"));
  const Space both = load_space(text);
  Evaluator evaluator(both.spec().networks);
  EXPECT_THAT(refusal<Error>([&] { import_networks(both, evaluator, {"other"}); }),
              HasSubstr("none.onnx"));
  EXPECT_THAT(import_networks(both, evaluator),
              ElementsAre(testing::Pair("other", HasSubstr("none.onnx"))));
}

TEST_F(ImportTest, APointOfAFailedNetworkIsNotEvaluated) {
  const Space space = load_space(two_networks(garbage()));
  Evaluator evaluator(space.spec().networks);
  const NetworkFailures failures = import_networks(space, evaluator);
  for (int64_t index = 0; index < space.size(); ++index) {
    if (space.exclusion(index))
      continue;
    const Outcome outcome = evaluate_imported(space, evaluator, failures, index);
    if (space.network(index).name == "digits")
      EXPECT_TRUE(std::holds_alternative<PointResult>(outcome));
    else
      EXPECT_THAT(std::get<Failed>(outcome).reason, HasSubstr("network 'other'"));
  }
  EXPECT_THAT(std::get<Failed>(evaluate_imported(space, evaluator, failures, 99)).reason,
              HasSubstr("outside of the space"));
}

}  // namespace
}  // namespace vta::explore
