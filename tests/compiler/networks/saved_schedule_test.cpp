// Networks under schedules that were saved: the program is the very same.
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>

#include "tests/compiler/networks/network_fixture.h"

namespace vta {
namespace {

CompileResult compiled_with(const Graph& graph, CompileOptions options,
                            const NetworkSchedule& schedule) {
  const std::string path =
      fmt::format("{}network_schedule_{}.json", ::testing::TempDir(), getpid());
  options.recipe.set("schedule", path);
  std::ofstream(path) << schedule.text();
  return compile_graph(graph, options);
}

void expect_same_program(const Program& a, const Program& b) {
  EXPECT_EQ(a.insns, b.insns);
  EXPECT_EQ(a.uops, b.uops);
  EXPECT_EQ(a.constants, b.constants);
  EXPECT_EQ(a.steps.size(), b.steps.size());
  EXPECT_EQ(a.device_macs, b.device_macs);
}

class SavedNetworks : public ::testing::TestWithParam<const char*> {};

// With pools, gathered windows, dense layers, residual sums.
TEST_P(SavedNetworks, CompileToTheSameProgram) {
  const Graph graph = testing::zoo_network(GetParam());
  for (const char* config : {"default", "1x16.32"})
    for (const char* schedule : {"fast", "reference"}) {
      SCOPED_TRACE(fmt::format("{} {}", config, schedule));
      CompileOptions options = testing::options_for(config, schedule);
      options.recipe.set("all_int8", "true");
      const CompileResult first = compile_graph(graph, options);
      const CompileResult again = compiled_with(graph, options, first.schedule);
      expect_same_program(first.program, again.program);
      EXPECT_EQ(first.schedule.text(), again.schedule.text());
      EXPECT_TRUE(again.schedule.notes.empty());
    }
}

INSTANTIATE_TEST_SUITE_P(Zoo, SavedNetworks,
                         ::testing::Values("resnet18_v1", "resnet18_v2", "mobilenet_v2",
                                           "squeezenet1_1", "resnet8_tiny"),
                         [](const auto& p) { return std::string(p.param); });

TEST(SavedFacts, EachIsCarriedOutAndExact) {
  const Graph graph = testing::zoo_network("resnet18_v1");
  CompileOptions options = testing::options_for("default");
  options.recipe.set("all_int8", "true");
  const CompileResult fast = compile_graph(graph, options);
  const auto with = [&](const std::function<void(ScheduleFacts&)>& edit) {
    NetworkSchedule schedule = fast.schedule;
    edit(schedule.facts);
    return compiled_with(graph, options, schedule).program;
  };
  const auto host_ops = [](const Program& program) {
    std::vector<std::string> ops;
    for (const Step& step : program.steps)
      if (const auto* host = std::get_if<HostOpStep>(&step))
        ops.push_back(host->op);
    return ops;
  };
  const Program residuals = with([](ScheduleFacts& f) { f.fuse_residuals = false; });
  EXPECT_EQ(residuals.kernels.size(), fast.program.kernels.size() + 8);
  const Program pools = with([](ScheduleFacts& f) { f.fuse_pools = false; });
  EXPECT_EQ(pools.kernels.size(), fast.program.kernels.size() + 1);
  const Program followers = with([](ScheduleFacts& f) { f.fuse_followers = false; });
  EXPECT_EQ(followers.kernels.size(), fast.program.kernels.size());  // it has none
  const Program windows = with([](ScheduleFacts& f) { f.gather_windows = false; });
  EXPECT_EQ(std::ranges::count(host_ops(fast.program), "nn.im2col"), 1);
  EXPECT_EQ(std::ranges::count(host_ops(windows), "nn.im2col"), 0);
}

TEST(SavedFacts, FollowersAndBatchNormsAreCarriedOut) {
  const Graph graph = testing::zoo_network("resnet18_v2");
  CompileOptions options = testing::options_for("default");
  options.recipe.set("all_int8", "true");
  const CompileResult fast = compile_graph(graph, options);
  const auto kernels_with = [&](bool ScheduleFacts::*fact) {
    NetworkSchedule schedule = fast.schedule;
    schedule.facts.*fact = false;
    return compiled_with(graph, options, schedule).program.kernels.size();
  };
  const size_t apart = kernels_with(&ScheduleFacts::fuse_followers);
  EXPECT_GT(apart, fast.program.kernels.size());
  EXPECT_LT(kernels_with(&ScheduleFacts::batch_norms), apart);
}

TEST(SavedFacts, GroupsAreCarriedOut) {
  const Graph graph = testing::zoo_network("mobilenet_v2");
  CompileOptions options = testing::options_for("default");
  options.recipe.set("all_int8", "true");
  const CompileResult fast = compile_graph(graph, options);
  NetworkSchedule schedule = fast.schedule;
  schedule.facts.grouped_convolutions = false;
  EXPECT_LT(compiled_with(graph, options, schedule).program.device_macs, fast.program.device_macs);
}

// Whatever is combined: every kernel is exact.
TEST(SavedFacts, AllCombinationsAreExact) {
  const Graph graph = testing::zoo_network("resnet8_tiny");
  for (int bits = 0; bits < 64; ++bits) {
    SCOPED_TRACE(bits);
    CompileOptions options = testing::options_for("tiny");
    options.recipe.set("all_int8", "true");
    NetworkSchedule schedule;
    schedule.config = options.config.name();
    ScheduleFacts& f = schedule.facts;
    f.epilogue = (bits & 1) != 0 ? EpilogueStyle::Short : EpilogueStyle::Published;
    f.fuse_residuals = (bits & 2) != 0;
    f.fuse_pools = (bits & 4) != 0;
    f.gather_windows = (bits & 8) != 0;
    f.merge_tasks = (bits & 1) != 0;
    f.fuse_followers = (bits & 4) != 0;
    f.batch_norms = (bits & 2) != 0;
    f.widen_alu_operands = (bits & 16) != 0;
    f.search_reuse = (bits & 32) != 0;
    options.recipe.set("schedule", ::testing::TempDir() + "facts.json");
    std::ofstream(schedule_of(options.recipe)) << schedule.text();
    testing::expect_exact(testing::run_network(graph, options).report, 8);
    ASSERT_FALSE(HasFailure());
  }
}

}  // namespace
}  // namespace vta
