#include "explore/host/host_timeline.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "compiler/text/text.h"
#include "explore/host/step_runner.h"
#include "tests/explore/small_run.h"

namespace vta::explore {
namespace {

using testing::HasSubstr;

HostCosts plain_host() {
  HostCosts host;
  host.name = "h";
  host.steps["launch"] = {.ns = 1e6};
  host.steps["other"] = {.ns = 2e3};
  return host;
}

test::SmallRun run_at_100_mhz(const test::SmallRunOptions& options = {}) {
  test::SmallRun run = test::small_run(options);
  run.program.config.clock = {.mhz = 100};
  return run;
}

HostTimeline timeline_of(const test::SmallRun& run, const HostCosts& host) {
  return host_timeline(run.program, run.stats.launch_cycles, host, "csim");
}

TEST(HostTimeline, StepsAddUpToTheLatency) {
  for (const auto& skipped : {std::set<int64_t>{0}, std::set<int64_t>{0, 3, 6}}) {
    const test::SmallRun run = run_at_100_mhz({.skip_conv = skipped});
    const HostTimeline t = timeline_of(run, find_host("cortex-a9"));
    double host = 0, device = 0;
    int64_t cycles = 0, launches = 0;
    for (const TimedStep& step : t.steps) {
      host += step.host_ms;
      device += step.device_ms;
      cycles += step.cycles;
      launches += step.launch ? 1 : 0;
      EXPECT_GE(step.host_ms, step.memory_ms);
    }
    EXPECT_EQ(launches, run.stats.launches);
    EXPECT_EQ(cycles, run.stats.timing->cycles);
    EXPECT_DOUBLE_EQ(host, t.host_ms);
    EXPECT_DOUBLE_EQ(device, t.device_ms);
    EXPECT_NEAR(device, static_cast<double>(cycles) / 1e5, 1e-9);
    EXPECT_DOUBLE_EQ(t.latency_ms(), t.host_ms + t.device_ms);
    const boost::json::object json = host_timeline_json(t);
    double end = 0;
    for (const auto& step : json.at("steps").as_array()) {
      EXPECT_DOUBLE_EQ(step.at("start_ms").to_number<double>(), end);
      end += step.at("host_ms").to_number<double>() + step.at("device_ms").to_number<double>();
    }
    EXPECT_NEAR(end, json.at("latency_ms").to_number<double>(), 1e-9);
  }
}

TEST(HostTimeline, AStepIsItsFiguresTimesItsNumbers) {
  const test::SmallRun run = run_at_100_mhz();
  HostCosts host = plain_host();
  host.steps["nn.conv2d"] = {
      .ns = 5, .bytes_per_second = 1e9, .ns_per_element = 2, .ns_per_mac = 0.5};
  host.steps["pack"] = {.ns_per_element = 3};
  for (const TimedStep& step : timeline_of(run, host).steps) {
    const auto& w = step.work;
    if (w.name == "nn.conv2d") {  // (1, 3, 32, 32), 3x3 windows, 16 channels
      EXPECT_EQ(w.macs, 32 * 32 * 16 * 27);
      EXPECT_EQ(w.elements, 32 * 32 * 16);
      EXPECT_EQ(w.bytes, 4 * (3 * 1024 + 16 * 27 + 16 * 1024));
      EXPECT_NEAR(step.memory_ms * 1e6, static_cast<double>(w.bytes), 1e-6);
      EXPECT_NEAR(
          step.host_ms * 1e6,
          5 + static_cast<double>(w.bytes + 2 * w.elements) + 0.5 * static_cast<double>(w.macs),
          1e-6);
    } else if (w.name == "pack") {
      EXPECT_EQ(w.elements, 32 * 32 * 16);
      EXPECT_NEAR(step.host_ms * 1e6, 3.0 * 32 * 32 * 16, 1e-6);
    } else if (w.name == "nn.batch_flatten") {
      EXPECT_EQ(w.bytes + w.elements + w.macs, 0);
    }
    if (step.launch) {
      EXPECT_DOUBLE_EQ(step.host_ms, 1);
    }
  }
}

TEST(HostTimeline, OverlapAndCoresMakeTheRate) {
  HostTimeline t;
  t.host_ms = 8, t.memory_ms = 2, t.device_ms = 5;
  EXPECT_DOUBLE_EQ(t.images_per_second(), 1e3 / 13);
  t.host.cores = 4;
  EXPECT_DOUBLE_EQ(t.images_per_second(), 1e3 / 13);  // one image is on one core
  t.host.overlap = true;
  EXPECT_DOUBLE_EQ(t.images_per_second(), 1e3 / 5);  // 6 / 4 + 2 on the host
  t.host.cores = 1;
  EXPECT_DOUBLE_EQ(t.images_per_second(), 1e3 / 8);
  t.images = 2;
  EXPECT_DOUBLE_EQ(t.images_per_second(), 2e3 / 8);
  EXPECT_EQ(HostTimeline{}.images_per_second(), 0);
}

TEST(HostTimeline, ABatchHasOneLatency) {
  const test::SmallRun run = run_at_100_mhz({.config = "2x16", .images = 2});
  const HostTimeline t = timeline_of(run, plain_host());
  EXPECT_EQ(t.images, 2);
  EXPECT_NEAR(t.images_per_second() * t.latency_ms(), 2e3, 1e-6);
}

TEST(HostTimeline, ANetworkOnTheHostNeedsNoClock) {
  CompileOptions options;
  options.recipe.set("host_only", "true");
  const Program program = compile_model(test::small_model(), options).program;
  const HostTimeline t = host_timeline(program, {}, plain_host(), "fsim");
  EXPECT_GT(t.host_ms, 0);
  EXPECT_EQ(t.device_ms, 0);
  EXPECT_FALSE(t.clock.mhz);
  EXPECT_THAT(host_timeline_text(t), HasSubstr("ms on h (estimated): host"));
}

TEST(HostTimeline, InInt8FromEndToEndItPacksAndUnpacks) {
  CompileOptions options;
  options.config.clock = {.mhz = 100};
  Graph graph = parse_graph(R"(def @main(%data: Tensor[(1, 16, 8, 8), int8]) {
  %0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(16, 16, 1, 1), int8] */, channels=16, kernel_size=[1, 1], out_dtype="int32");
  %1 = right_shift(%0, 6 /* ty=int32 */);
  %2 = clip(%1, a_min=-127f, a_max=127f);
  cast(%2, dtype="int8")
})",
                            "int8.ir");
  fill_constants(graph, 1);
  TimedRun run = timed_run(compile_graph(std::move(graph), options).program, "csim");
  const HostTimeline t = host_timeline(run.program, run.stats.launch_cycles, plain_host(), "csim");
  for (const TimedStep& step : t.steps)
    EXPECT_THAT(step.work.name, testing::AnyOf("pack", "unpack", "convert", "launch"));
  EXPECT_GT(t.device_ms, 0);
}

std::string refusal(const Program& program, const std::vector<int64_t>& cycles) {
  try {
    host_timeline(program, cycles, plain_host(), "fsim");
  } catch (const UsageError& e) {
    return e.what();
  }
  return "";
}

TEST(HostTimeline, CyclesAndAClockMustBeThere) {
  const test::SmallRun run = test::small_run();
  EXPECT_THAT(refusal(run.program, {}), HasSubstr("needs cycles of 1 launches, and backend fsim"));
  EXPECT_THAT(refusal(run.program, run.stats.launch_cycles), HasSubstr("needs a clock"));
}

// Every step runs alone, and again.
TEST(StepRunner, RunsTheHostsStepsWithoutADevice) {
  const Program program = test::small_program({.skip_conv = {0, 3}});
  StepRunner runner(program);
  for (int k = 0; k < 2; ++k) {
    runner.begin();
    for (size_t i = 0; i < program.steps.size(); ++i) {
      runner.run(i);
      runner.run(i);
    }
  }
}

}  // namespace
}  // namespace vta::explore
