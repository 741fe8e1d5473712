#include "compiler/passes/pass.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "compiler/passes/im2col.h"
#include "compiler/passes/partition.h"
#include "tests/compiler/error_text.h"
#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Graph relu_graph() {
  return parse_graph("def @main(%x: Tensor[(4), float32]) {\n  %0 = copy(%x);\n  nn.relu(%0)\n}",
                     "test.ir");
}

std::vector<const Pass*> passes_named(std::initializer_list<const char*> names) {
  std::vector<const Pass*> passes;
  for (const char* name : names)
    passes.push_back(&find_pass(name));
  return passes;
}

// Names of the passes that ran.
std::vector<std::string> ran(std::initializer_list<const char*> names, PipelineOptions options,
                             int64_t opt_level = 3) {
  std::vector<std::string> seen;
  options.observe = [&](std::string_view name, double seconds, const Graph& graph) {
    seen.emplace_back(name);
    EXPECT_GE(seconds, 0.0);
    EXPECT_GT(graph.size(), 0);
  };
  PassContext context;
  context.opt_level = opt_level;
  run_passes(relu_graph(), passes_named(names), context, options);
  return seen;
}

TEST(Registry, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (const Pass& pass : all_passes()) {
    EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
    EXPECT_EQ(&find_pass(pass.name), &pass);
    EXPECT_FALSE(pass.summary.empty());
  }
}

TEST(Registry, UnknownNameListsThePasses) {
  EXPECT_THAT(
      error_text<UsageError>([] { find_pass("fold_all"); }),
      HasSubstr(
          "unknown pass 'fold_all': known are take_quantized, channels_first, canonicalize, "));
}

TEST(Registry, PipelineLeavesOutWhatRunsByNameOnly) {
  for (const Pass* pass : pipeline())
    EXPECT_NE(pass->name, "quantize_partition");
  EXPECT_EQ(pipeline().front()->name, "take_quantized");
}

TEST(Registry, StagesComeInTheirOrder) {
  EXPECT_TRUE(std::ranges::is_sorted(all_passes(), {}, &Pass::stage));
  EXPECT_EQ(passes_of(Stage::Float, Stage::Lower), pipeline());
  EXPECT_THAT(passes_of(Stage::Quantize, Stage::Gather),
              ElementsAre(&find_pass("quantize"), &find_pass("constant_channels"),
                          &find_pass("drop_channels"), &find_pass("whole_heads"),
                          &find_pass("attention_powers"), &find_pass("im2col")));
}

TEST(Registry, LevelsAreThePublishedOnes) {
  const std::vector<std::pair<const char*, int64_t>> published = {
      {"simplify_inference", 0}, {"fuse_operators", 1},    {"fold_constants", 2},
      {"fold_scale_axis", 3},    {"channels_first", 3},    {"combine_parallel_conv2d", 3},
      {"canonicalize", 3},       {"fold_scale_forward", 3}};
  for (const auto& [name, level] : published)
    EXPECT_EQ(find_pass(name).opt_level, level) << name;
  for (const char* needed : {"dead_code", "quantize", "partition", "pack_layout"})
    EXPECT_EQ(find_pass(needed).opt_level, 0) << needed;
}

TEST(Registry, FormerNamesAreRead) {
  EXPECT_EQ(&find_pass("canonicalise"), &find_pass("canonicalize"));
  EXPECT_EQ(&find_pass("take_quantised"), &find_pass("take_quantized"));
  PipelineOptions options;
  options.skip = {"canonicalise"};
  EXPECT_FALSE(options.runs(find_pass("canonicalize"), 3));
  EXPECT_TRUE(options.runs(find_pass("dead_code"), 3));
  options.skip = {};
  options.also = {"canonicalise"};
  EXPECT_TRUE(options.runs(find_pass("canonicalize"), 0));
  EXPECT_EQ(error_text<UsageError>([] { find_pass(""); }).substr(0, 15), "unknown pass ''");
}

TEST(Registry, WhatRunsIsByLevelAndByName) {
  PipelineOptions options;
  EXPECT_TRUE(options.runs(im2col, 1));
  EXPECT_FALSE(options.runs(im2col, 0));
  options.also = {"im2col"};
  EXPECT_TRUE(options.runs(im2col, 0));
  options.also = {};
  options.skip = {"im2col"};
  EXPECT_FALSE(options.runs(im2col, 3));
  EXPECT_TRUE(options.runs(partition, 0));
}

// The passes of the pipeline that ran, over stages from `first` on.
std::vector<std::string> ran_from(Stage first, PipelineOptions options, bool& stopped) {
  std::vector<std::string> seen;
  options.observe = [&](std::string_view name, double, const Graph&) { seen.emplace_back(name); };
  PassContext context;
  PassRun run(relu_graph(), pipeline(), context, options, first);
  for (const Stage stage : {Stage::Float, Stage::Quantize, Stage::Gather, Stage::Lower})
    run.run(stage);
  stopped = run.stopped();
  return seen;
}

TEST(PassRun, BeginsAtTheStageThatTheGraphIsReadyFor) {
  bool stopped = true;
  EXPECT_THAT(
      ran_from(Stage::Gather, {}, stopped),
      ElementsAre("constant_channels", "drop_channels", "whole_heads", "attention_powers", "im2col",
                  "realize_integers", "partition", "pack_layout", "fuse_operators"));
  EXPECT_FALSE(stopped);
  EXPECT_EQ(ran_from(Stage::Float, {}, stopped).size(), pipeline().size());
}

TEST(PassRun, StopsAtAPassThatTheGraphIsBehind) {
  bool stopped = false;
  PipelineOptions options;
  options.stop_after = "canonicalize";
  EXPECT_THAT(ran_from(Stage::Lower, options, stopped), IsEmpty());
  EXPECT_TRUE(stopped);
  options.stop_after = "im2col";
  EXPECT_THAT(ran_from(Stage::Quantize, options, stopped),
              ElementsAre("quantize", "constant_channels", "drop_channels", "whole_heads",
                          "attention_powers", "im2col"));
  EXPECT_TRUE(stopped);
}

TEST(RunPasses, RunInTheGivenOrderAndAreObserved) {
  EXPECT_THAT(ran({"dead_code", "canonicalize", "dead_code"}, {}),
              ElementsAre("dead_code", "canonicalize", "dead_code"));
}

TEST(RunPasses, StopAfterEndsTheRun) {
  PipelineOptions options;
  options.stop_after = "canonicalize";
  EXPECT_THAT(ran({"dead_code", "canonicalize", "dead_code"}, options),
              ElementsAre("dead_code", "canonicalize"));
}

TEST(RunPasses, StopAfterAFormerNameEndsTheRun) {
  PipelineOptions options;
  options.stop_after = "canonicalise";
  EXPECT_THAT(ran({"dead_code", "canonicalize", "dead_code"}, options),
              ElementsAre("dead_code", "canonicalize"));
}

TEST(RunPasses, SkipLeavesOut) {
  PipelineOptions options;
  options.skip = {"canonicalize"};
  EXPECT_THAT(ran({"dead_code", "canonicalize"}, options), ElementsAre("dead_code"));
}

TEST(RunPasses, HigherLevelsDoNotRun) {
  EXPECT_THAT(ran({"fold_constants", "combine_parallel_conv2d", "dead_code"}, {}, 2),
              ElementsAre("fold_constants", "dead_code"));
}

TEST(RunPasses, WhatIsAskedForRunsAtEveryLevel) {
  PipelineOptions options;
  options.also = {"canonicalize"};
  EXPECT_THAT(ran({"fold_constants", "canonicalize", "dead_code"}, options, 0),
              ElementsAre("canonicalize", "dead_code"));
}

TEST(RunPasses, UnknownNamesInOptionsAreRefused) {
  PipelineOptions skip, stop, absent, also, both, by_name;
  also.also = {"everything"};
  both.also = both.skip = {"dead_code"};
  by_name.also = {"quantize_partition"};
  EXPECT_THAT(error_text<UsageError>([&] { ran({"dead_code"}, also); }),
              HasSubstr("unknown pass 'everything': known are take_quantized, channels_first, "));
  EXPECT_THAT(error_text<UsageError>([&] { ran({"dead_code"}, both); }),
              HasSubstr("pass 'dead_code' is both requested and skipped"));
  EXPECT_THAT(error_text<UsageError>([&] { ran({"dead_code"}, by_name); }),
              HasSubstr("vta opt LISTING.ir --passes runs it by name"));
  skip.skip = {"nothing"};
  stop.stop_after = "nowhere";
  absent.stop_after = "canonicalize";
  EXPECT_THAT(error_text<UsageError>([&] { ran({"dead_code"}, skip); }),
              HasSubstr("unknown pass 'nothing'"));
  EXPECT_THAT(error_text<UsageError>([&] { ran({"dead_code"}, stop); }),
              HasSubstr("unknown pass 'nowhere'"));
  EXPECT_THAT(error_text<UsageError>([&] { ran({"dead_code"}, absent); }),
              HasSubstr("cannot stop after pass 'canonicalize'"));
}

TEST(RunPasses, DumpsEveryStepAsAListing) {
  const std::filesystem::path dir = std::filesystem::path(testing::TempDir()) / "vta_dump_test";
  std::filesystem::remove_all(dir);
  PipelineOptions options;
  options.dump_dir = dir.string();
  ran({"dead_code", "canonicalize"}, options);
  expect_listing(parse_graph(read_text_file((dir / "00_input.ir").string()), "dump"),
                 print_graph(relu_graph()));
  EXPECT_TRUE(std::filesystem::exists(dir / "01_dead_code.ir"));
  EXPECT_THAT(read_text_file((dir / "02_canonicalize.ir").string()), HasSubstr("nn.relu(%x)"));
  std::filesystem::remove_all(dir);
}

TEST(RunPasses, AnUnwritableDumpDirectoryIsNamed) {
  PipelineOptions options;
  options.dump_dir = "/proc/vta_no_such_directory";
  EXPECT_THAT(error_text<OutputError>([&] { ran({"dead_code"}, options); }),
              HasSubstr("cannot write '/proc/vta_no_such_directory/00_input.ir'"));
}

TEST(RunPasses, AnInvalidResultIsABugOfThePass) {
  const Pass broken = {"broken", Stage::Float, 0, "loses the outputs",
                       [](const Graph& g, PassContext&) {
                         Graph copy = g;
                         copy.set_outputs({});
                         return copy;
                       }};
  const std::vector<const Pass*> passes = {&broken};
  PassContext context;
  EXPECT_THAT(error_text<InternalError>([&] { run_passes(relu_graph(), passes, context); }),
              HasSubstr("pass broken made an invalid graph"));
}

TEST(RunPasses, AnInvalidInputIsReportedBeforeAnyPass) {
  Graph g = relu_graph();
  g.set_outputs({});
  PassContext context;
  EXPECT_THAT(
      error_text<CompileError>([&] { run_passes(g, passes_named({"dead_code"}), context); }),
      HasSubstr("no outputs"));
}

}  // namespace
}  // namespace vta
