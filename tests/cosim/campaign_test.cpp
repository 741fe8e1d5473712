#include <gmock/gmock.h>

#include <filesystem>

#include "base/file.h"
#include "sim/cosim/campaign.h"
#include "sim/cosim/program_text.h"
#include "tests/cosim/cosim_fixture.h"

namespace vta::cosim {
namespace {

using ::testing::HasSubstr;
using vta::testing::Fault;
using vta::testing::faulty_maker;
using vta::testing::FaultyDevice;
using vta::testing::is_multiply;

class Campaign : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "cosim_" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  CampaignOptions options(Fault fault,
                          const FaultyDevice::IsFaulty& is_faulty = is_multiply) const {
    CampaignOptions o;
    for (const char* name : {"tiny", "1x8"})
      o.machines.push_back({named_config(name), {"good", "bad"}, {}});
    o.make_device = faulty_maker(fault, is_faulty);
    o.programs = 40;
    o.seed = 9;
    o.save_folder = folder_;
    o.shrink_seconds = 0;
    return o;
  }

  std::string folder_;
};

TEST_F(Campaign, CountsProgramsOfEveryConfiguration) {
  const CampaignResult r = run_campaign(options(Fault::None), 0);
  EXPECT_EQ(r.programs, 40);
  EXPECT_TRUE(r.differences.empty());
  ASSERT_EQ(r.configs.size(), 2U);
  EXPECT_EQ(r.configs[0].programs, 20);
  EXPECT_EQ(r.configs[1].name, "1x8");
  EXPECT_EQ(r.insns, r.configs[0].insns + r.configs[1].insns);
  EXPECT_GT(r.cycles, 0);
  EXPECT_GT(r.errors, 3);
}

TEST_F(Campaign, ResultsDoNotDependOnTheNumberOfJobs) {
  CampaignOptions one = options(Fault::None), three = one;
  one.jobs = 1;
  three.jobs = 3;
  const CampaignResult a = run_campaign(one, 0), b = run_campaign(three, 0);
  EXPECT_EQ(a.insns, b.insns);
  EXPECT_EQ(a.cycles, b.cycles);
  for (size_t c = 0; c < a.classes.size(); ++c)
    EXPECT_EQ(a.classes[c].hits, b.classes[c].hits) << a.classes[c].name;
}

TEST_F(Campaign, DifferencesAreSavedAndReplayable) {
  CampaignOptions o = options(Fault::LateCompletion);
  o.most_differences = 2;
  o.shrink_seconds = 60;
  const CampaignResult r = run_campaign(o, 0);
  EXPECT_TRUE(r.stopped);
  ASSERT_GE(r.differences.size(), 2U);
  const FoundDifference& d = r.differences.front();
  EXPECT_EQ(d.kind, "completion cycle");
  EXPECT_LE(d.insns, 3);
  const std::string text = read_text_file(d.file);
  EXPECT_THAT(text, HasSubstr("of seed 9"));
  Bench bench(o.machines.front().backends, o.make_device);
  EXPECT_TRUE(bench.run(parse_program(text, d.file)).difference);
}

TEST_F(Campaign, ABackendThatAbortsIsBlamedAndTheRestRuns) {
  CampaignOptions o = options(Fault::Aborts, [](const Insn& n) {
    return is_multiply(n) && n.use_imm != 0 && n.imm == 32767;
  });
  o.most_differences = 1000;
  const CampaignResult r = run_campaign(o, 0);
  EXPECT_EQ(r.programs, 40);
  ASSERT_FALSE(r.differences.empty());
  EXPECT_LT(r.differences.size(), 40U);
  EXPECT_THAT(r.differences.front().text, HasSubstr("signal 6"));
  EXPECT_TRUE(std::filesystem::exists(r.differences.front().file));
}

TEST_F(Campaign, ARunThatDoesNotEndIsFoundAndTheRestRuns) {
  CampaignOptions o = options(Fault::NeverEnds, [](const Insn& n) {
    return is_multiply(n) && n.use_imm != 0 && n.imm == 32767;
  });
  o.most_differences = 1000;
  const CampaignResult r = run_campaign(o, 0);
  EXPECT_EQ(r.programs, 40);
  ASSERT_FALSE(r.differences.empty());
  EXPECT_THAT(r.differences.front().text, HasSubstr("did not end"));
}

TEST_F(Campaign, ABackendThatCannotBeMadeEndsIt) {
  CampaignOptions o = options(Fault::None);
  o.make_device = [](const std::string&, const VtaConfig&, int64_t) -> std::unique_ptr<Device> {
    throw DeviceError("no such thing");
  };
  try {
    run_campaign(o, 0);
    FAIL();
  } catch (const DeviceError& e) {
    EXPECT_THAT(e.what(), HasSubstr("no such thing"));
  }
}

// What the generator does to itself, a worker does to itself alone.
TEST_F(Campaign, AWorkerThatDiesIsReportedWithItsProgramAndSignal) {
  CampaignOptions o = options(Fault::Aborts, [](const Insn& n) { return is_multiply(n); });
  o.most_differences = 1000;
  const CampaignResult r = run_campaign(o, 0);
  EXPECT_EQ(r.programs, 40);
  ASSERT_GT(r.differences.size(), 20U);
  for (const FoundDifference& d : r.differences) {
    EXPECT_EQ(d.kind, "failure");
    EXPECT_THAT(d.text, HasSubstr("ended with signal 6"));
    EXPECT_EQ(parse_program(read_text_file(d.file), d.file),
              generate_program(o.machines[static_cast<size_t>(d.program % 2)].config, o.memory,
                               o.seed, d.program));
  }
}

TEST_F(Campaign, AGeneratorThatDiesTakesNobodyAlong) {
  CampaignOptions o = options(Fault::None);
  o.memory = MemoryChoice::Fixed;
  o.machines.back().config.mem_max_outstanding = 0;  // illegal: the generator divides by it
  o.most_differences = 1000;
  const CampaignResult r = run_campaign(o, 0);
  EXPECT_EQ(r.programs, 40);
  EXPECT_EQ(r.configs.front().differences, 0);
  EXPECT_EQ(r.configs.back().differences, 20);
  EXPECT_THAT(r.differences.front().text, HasSubstr("so does making the program (--seed 9"));
  EXPECT_EQ(r.differences.front().file, "");
}

TEST_F(Campaign, DevicesThatEndTheProcessAreNamedOnce) {
  CampaignOptions o = options(Fault::None);
  o.make_device = [](const std::string&, const VtaConfig&, int64_t) -> std::unique_ptr<Device> {
    std::abort();
  };
  try {
    run_campaign(o, 0);
    FAIL();
  } catch (const DeviceError& e) {
    EXPECT_THAT(e.what(), HasSubstr("making its devices ended with signal 6"));
  }
}

TEST_F(Campaign, AStretchOfTheSeriesIsTheSamePrograms) {
  CampaignOptions o = options(Fault::LateCompletion);
  o.most_differences = 1000;
  const CampaignResult all = run_campaign(o, 0);
  ASSERT_FALSE(all.differences.empty());
  const FoundDifference& one = all.differences.back();
  o.first_program = one.program;
  o.programs = 1;
  const CampaignResult again = run_campaign(o, 0);
  ASSERT_EQ(again.differences.size(), 1U);
  EXPECT_EQ(again.differences.front().config, one.config);
  EXPECT_EQ(again.differences.front().text, one.text);
}

TEST_F(Campaign, RareClassesAreNamedWithTheirHits) {
  const CampaignResult r = run_campaign(options(Fault::None), 1000);
  EXPECT_EQ(r.rare.size(), r.classes.size());
  EXPECT_THAT(r.rare.front(), HasSubstr(" ("));
}

}  // namespace
}  // namespace vta::cosim
