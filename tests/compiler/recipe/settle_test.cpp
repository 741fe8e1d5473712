// Each rule between settings, and between settings and a schedule.
#include "compiler/recipe/settle.h"

#include <gmock/gmock.h>

#include <set>

#include "base/file.h"
#include "tests/compiler/error_text.h"

namespace vta {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Settled settled(const std::string& text, bool samples = false) {
  const Recipe recipe = text.empty() ? Recipe() : parse_recipe(text);
  SchedulePolicy policy = SchedulePolicy::named(schedule_of(recipe));
  return settle(recipe, policy, samples);
}

std::string refusal(const std::string& text, bool samples = false, Face face = Face::Members) {
  Recipe recipe = text.empty() ? Recipe() : parse_recipe(text);
  recipe.face = face;
  return error_text<UsageError>([&] {
    SchedulePolicy policy = SchedulePolicy::named(schedule_of(recipe));
    settle(recipe, policy, samples);
  });
}

TEST(Settle, NothingSaidIsFast) {
  const Settled s = settled("");
  EXPECT_EQ(s.schedule, "fast");
  EXPECT_EQ(s.facts, ScheduleFacts());
  EXPECT_EQ(s.quant.mode, QuantMode::Global);
  EXPECT_EQ(s.quant.global_scale, 8);
  EXPECT_THAT(s.quant.skip_conv, ElementsAre(0));
  EXPECT_TRUE(s.quant.all_of_quantized_models);
  EXPECT_EQ(s.placement.offer, Placement::Offer::Everything);
  EXPECT_EQ(s.opt_level, 3);
  EXPECT_EQ(s.model.batch, 1);
  EXPECT_FALSE(s.free.all_int8);
}

TEST(Settle, SamplesMakeItAutoButForReference) {
  EXPECT_EQ(settled("", true).quant.mode, QuantMode::Auto);
  EXPECT_EQ(settled("max", true).quant.mode, QuantMode::Max);
  EXPECT_THAT(refusal("schedule=reference", true), HasSubstr("this is global"));
}

TEST(Settle, SamplesAndModesGoTogether) {
  for (const char* mode : {"max", "percentile", "auto"}) {
    EXPECT_EQ(
        refusal(mode, false, Face::Options),
        fmt::format("--quant {} needs --calib FILE: it takes the scales from sample inputs", mode));
    EXPECT_EQ(
        refusal(mode, false, Face::Keywords),
        fmt::format("quant {} needs calibration: it takes the scales from sample inputs", mode));
  }
  for (const char* mode : {"global", "model", "keep"})
    EXPECT_EQ(refusal(mode, true, Face::Options),
              fmt::format("--calib belongs to --quant auto, max and percentile, this is {}", mode));
  EXPECT_EQ(refusal("max,scale=4", true), "scale belongs to quant global, this is max");
  EXPECT_EQ(refusal("percentile=99", false, Face::Options),
            "--percentile belongs to --quant percentile, this is global");
}

TEST(Settle, FormsAreTheSchedulesUnlessSaid) {
  const Settled reference = settled("schedule=reference");
  EXPECT_EQ(reference.quant.residual, ResidualSum::Int8);
  EXPECT_EQ(reference.quant.batch_norms, BatchNorms::Host);
  EXPECT_FALSE(reference.quant.grouped_on_device || reference.quant.dilated_on_device ||
               reference.quant.concats_on_device);
  const Settled host =
      settled("residual=int8,batch_norm=host,grouped_conv=host,dilated_conv=host,concat=host");
  EXPECT_EQ(host.quant.residual, ResidualSum::Int8);
  EXPECT_EQ(host.quant.batch_norms, BatchNorms::Host);
  EXPECT_FALSE(host.facts.fuse_residuals || host.facts.batch_norms ||
               host.facts.grouped_convolutions || host.facts.dilated_convolutions ||
               host.facts.concatenations);
  EXPECT_EQ(settled("residual=int32").facts, ScheduleFacts());
}

TEST(Settle, FormsThatAScheduleLacksAreRefused) {
  for (const auto& [setting, words] :
       {std::pair{"residual=int32", "adds clipped int8 operands"},
        {"batch_norm=accelerator", "leaves batch norms of sums on the host"},
        {"grouped_conv=accelerator", "leaves convolutions with groups on the host"},
        {"dilated_conv=accelerator", "leaves dilated convolutions on the host"},
        {"concat=accelerator", "leaves concatenations on the host"}})
    EXPECT_THAT(refusal(std::string("schedule=reference,") + setting),
                HasSubstr(std::string("schedule 'reference' ") + words));
}

TEST(Settle, WithoutFusionResidualSumsAreInt8) {
  EXPECT_EQ(settled("opt_level=0").quant.residual, ResidualSum::Int8);
  EXPECT_EQ(settled("skip=fuse_operators").quant.residual, ResidualSum::Int8);
  EXPECT_EQ(settled("opt_level=0,pass=fuse_operators").quant.residual, ResidualSum::Int32);
  EXPECT_THAT(refusal("opt_level=0,residual=int32", false, Face::Options),
              HasSubstr("need --pass fuse_operators, or --opt-level 1 and more, with 'fast'"));
}

TEST(Settle, WindowsAreGatheredWhereThePassRuns) {
  EXPECT_TRUE(settled("").facts.gather_windows);
  EXPECT_FALSE(settled("skip=im2col").facts.gather_windows);
  EXPECT_FALSE(settled("host_only").facts.gather_windows);
}

TEST(Settle, AllInt8LeavesNothingInFloatButWhatIsNamed) {
  const Settled all = settled("all_int8");
  EXPECT_TRUE(all.quant.dense_on_device && all.quant.pools_on_device);
  EXPECT_THAT(all.quant.skip_conv, IsEmpty());
  const Settled but = settled("all_int8,skip_conv=0;fc");
  EXPECT_THAT(but.quant.skip_conv, ElementsAre(0));
  EXPECT_THAT(but.quant.skip_names, ElementsAre("fc"));
  EXPECT_FALSE(but.quant.all_of_quantized_models);
  EXPECT_THAT(settled("skip_conv=").quant.skip_conv, IsEmpty());
  EXPECT_THAT(settled("all_int8=false").quant.skip_conv, ElementsAre(0));
}

TEST(Settle, AllInt8IsFreeWhereNothingSaysWhatStaysInFloat) {
  EXPECT_TRUE(settled("auto", true).free.all_int8);
  for (const char* said :
       {"all_int8", "all_int8=false", "dense_on_device", "skip_conv=0", "region=conv2d..dense"})
    EXPECT_FALSE(settled(std::string("auto,") + said, true).free.all_int8) << said;
  EXPECT_TRUE(settled("auto,dense_on_device=false", true).free.all_int8);
  EXPECT_FALSE(settled("max", true).free.all_int8);
  EXPECT_FALSE(settled("auto,schedule=reference", true).free.all_int8);
}

// A schedule of a file is for the forms that it was made of.
TEST(Settle, NoFormIsFreeWithAScheduleOfAFile) {
  const std::string path = testing::TempDir() + "settle_schedule.json";
  write_text_file(path, R"({
    "schema": "vta.schedule", "schema_version": 2, "config": "1x16_i8w8a32_15_15_18_17",
    "policy": {"epilogue": "short", "fuse_residuals": true, "fuse_pools": true,
               "fuse_followers": true, "batch_norms": true, "grouped_convolutions": true,
               "dilated_convolutions": true, "concatenations": true, "gather_windows": true,
               "widen_alu_operands": false, "merge_tasks": true, "search_reuse": true},
    "layers": []})");
  const FreeForms free = settled("auto,schedule=" + path, true).free;
  EXPECT_FALSE(free.all_int8);
  EXPECT_FALSE(free.batch_norms);
}

TEST(Settle, BatchNormsAreFreeUnlessSaid) {
  EXPECT_TRUE(settled("auto", true).free.batch_norms);
  EXPECT_FALSE(settled("auto,batch_norm=accelerator", true).free.batch_norms);
}

TEST(Settle, PlacementsExcludeEachOther) {
  EXPECT_EQ(settled("host_only").placement.offer, Placement::Offer::Nothing);
  EXPECT_EQ(settled("region=conv2d..dense").placement.region.text(), "conv2d..dense");
  EXPECT_THAT(refusal("host_only,region=conv2d..dense", false, Face::Options),
              HasSubstr("--host-only excludes --region"));
  EXPECT_THAT(refusal("region=conv2d"), HasSubstr("conv2d"));
}

// Keys of measured values hold it: two forms of one network must not share one.
TEST(Settle, EveryFormHasAPlaceInTheText) {
  const std::string all = forms_text(settled("").facts);
  std::set<std::string> texts = {all};
  for (const char* said : {"residual=int8", "batch_norm=host", "grouped_conv=host",
                           "dilated_conv=host", "concat=host"}) {
    const std::string text = forms_text(settled(said).facts);
    EXPECT_EQ(text.size(), all.size()) << said;
    EXPECT_TRUE(texts.insert(text).second) << said << ": " << text;
  }
}

TEST(Settle, FormsSaidAgainAreTheSame) {
  for (const std::string text : {"", "schedule=reference", "opt_level=0", "concat=host"}) {
    const Settled first = settled(text);
    const Recipe recipe = with_forms(text.empty() ? Recipe() : parse_recipe(text), first.facts);
    SchedulePolicy policy = SchedulePolicy::named(schedule_of(recipe));
    EXPECT_EQ(settle(recipe, policy, false).facts, first.facts) << text;
  }
}

// What sweeps share graphs by: reference's forms, said for fast, are reference's graph.
TEST(GraphForm, IsWhatTheGraphDependsOn) {
  const auto form = [](const std::string& text, bool samples = false) {
    return graph_form(parse_recipe(text), settled(text, samples)).text();
  };
  EXPECT_EQ(form("global,schedule=reference"),
            form("global,residual=int8,batch_norm=host,grouped_conv=host,dilated_conv=host,concat="
                 "host"));
  EXPECT_EQ(form("global,host_only"), form("global"));
  EXPECT_NE(form("global,opt_level=2"), form("global"));
  EXPECT_THAT(form("auto", true), ::testing::Not(HasSubstr("batch_norm")));
  EXPECT_THAT(form("auto,batch_norm=host", true), HasSubstr("batch_norm=host"));
}

TEST(QuantizationText, SaysWhatWasAskedFor) {
  const auto text = [](const std::string& recipe, QuantMode mode, int64_t samples = 0) {
    return quantization_text(recipe.empty() ? Recipe() : parse_recipe(recipe), mode, samples);
  };
  EXPECT_EQ(text("", QuantMode::Global), "global, scale 8");
  EXPECT_EQ(text("scale=0.5,residual=int8,batch_norm=host,grouped_conv=host,dilated_conv=host,"
                 "concat=host",
                 QuantMode::Global),
            "global, scale 0.5, int8 residual sums, batch norms on the host, grouped convolutions "
            "on the host, dilated convolutions on the host, concatenations on the host");
  EXPECT_EQ(text("residual=int32", QuantMode::Max, 1), "max of 1 sample");
  EXPECT_EQ(text("percentile=99", QuantMode::Percentile, 2), "percentile 99 of 2 samples");
  EXPECT_EQ(text("", QuantMode::Auto, 12), "auto of 12 samples");
  EXPECT_EQ(text("residual=int8", QuantMode::Keep), "the model's own integers, on the host");
  EXPECT_EQ(text("residual=int8", QuantMode::Model), "the model's own integers");
}

}  // namespace
}  // namespace vta
