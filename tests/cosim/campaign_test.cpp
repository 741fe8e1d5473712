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
    o.configs = {named_config("tiny"), named_config("1x8")};
    o.backends = {"good", "bad"};
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
  Bench bench(o.backends, o.make_device);
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

TEST_F(Campaign, RareClassesAreNamedWithTheirHits) {
  const CampaignResult r = run_campaign(options(Fault::None), 1000);
  EXPECT_EQ(r.rare.size(), r.classes.size());
  EXPECT_THAT(r.rare.front(), HasSubstr(" ("));
}

}  // namespace
}  // namespace vta::cosim
