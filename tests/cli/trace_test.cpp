// vta trace and vta run --timeline as a user runs them.
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

class TraceCommand : public NetworkCommand {};

TEST_F(TraceCommand, WritesATraceAndSaysHowLargeItIs) {
  const boost::json::object plain = json_of("trace " + model() + " -o " + path("t.json"));
  const boost::json::object trace = boost::json::parse(read_text_file(path("t.json"))).as_object();
  EXPECT_EQ(plain.at("text_bytes"), plain.at("file_bytes"));
  EXPECT_EQ(trace.at("traceEvents").as_array().size(),
            static_cast<size_t>(plain.at("events").as_int64()));
  EXPECT_EQ(trace.at("otherData").at("cycles"), plain.at("cycles"));
  const boost::json::object packed =
      json_of("trace " + model() + " --level insns -o " + path("t.json.gz"));
  EXPECT_EQ(packed.at("cycles"), plain.at("cycles"));
  EXPECT_EQ(packed.at("instructions"), plain.at("instructions"));
  EXPECT_EQ(packed.at("bursts").as_int64(), 0);
  EXPECT_LT(packed.at("file_bytes").as_int64(), packed.at("text_bytes").as_int64());
}

TEST_F(TraceCommand, ItsCyclesAreThoseOfARun) {
  const std::string memory = " --memory ddr,bus=16,read=60 ";
  const auto run = json_of("run " + model() + memory + "--backend csim --timing-only");
  const auto trace = json_of("trace " + model() + memory + "-o " + path("t.json.gz"));
  EXPECT_EQ(trace.at("cycles"), run.at("cycles"));
}

TEST_F(TraceCommand, TakesPrograms) {
  ASSERT_EQ(run_vta("compile " + model() + " -o " + path("p.vta")).exit_code, 0);
  const auto from_model = json_of("trace " + model() + " -o " + path("a.json"));
  const auto from_program = json_of("trace " + path("p.vta") + " -o " + path("b.json"));
  EXPECT_EQ(from_program.at("cycles"), from_model.at("cycles"));
  EXPECT_EQ(from_program.at("events"), from_model.at("events"));
  expect_failure("trace " + path("p.vta") + " --schedule reference -o " + path("c.json"), 2,
                 "--schedule");
}

// The host's slices and the launches fill the time axis, one behind the other, to the latency.
TEST_F(TraceCommand, WithAHostItEndsWhereTheLatencyDoes) {
  const std::string options = " --skip-conv 0,3 --host cortex-a9 --clock 50";
  const auto run = json_of("run " + model() + options + " --backend csim --timing-only");
  const auto printed = json_of("trace " + model() + options + " -o " + path("t.json"));
  const boost::json::object trace = boost::json::parse(read_text_file(path("t.json"))).as_object();
  const double latency_ms = run.at("host_time").at("latency_ms").to_number<double>();
  constexpr double kCycleMs = 1 / 50e3;
  EXPECT_NEAR(printed.at("axis_ms").to_number<double>(), latency_ms, kCycleMs);
  EXPECT_EQ(printed.at("cycles"), run.at("cycles"));
  double last_us = 0, host_us = 0, begin_us = 0;
  int64_t steps = 0;
  for (const auto& event : trace.at("traceEvents").as_array()) {
    const std::string phase(event.at("ph").as_string());
    if (phase != "B" && phase != "E")
      continue;
    const double at = event.at("ts").to_number<double>();
    if (event.at("pid").as_int64() != 0) {
      last_us = std::max(last_us, at);
      continue;
    }
    if (phase == "B") {
      EXPECT_GE(at + 1e-3, last_us);  // behind all before it
      begin_us = at;
      ++steps;
    } else {
      host_us += at - begin_us;
    }
    last_us = std::max(last_us, at);
  }
  EXPECT_NEAR(last_us / 1e3, latency_ms, kCycleMs);
  EXPECT_NEAR(host_us / 1e3, run.at("host_time").at("host_ms").to_number<double>(),
              static_cast<double>(steps) * kCycleMs);
  EXPECT_EQ(trace.at("otherData").at("mhz").to_number<double>(), 50);
  const std::string refused = "trace " + model() + " --host cortex-a9 -o " + path("u.json");
  expect_failure(refused + " --mhz 100", 2, "leave --mhz out");
  expect_failure(refused + " --kernel conv2d_1", 2, "leave --kernel and --cycles out");
  expect_failure(refused + " --clock 2000", 2, "the clock is 2000 MHz");
}

TEST_F(TraceCommand, PartsAreSmaller) {
  const auto all = json_of("trace " + model() + " -o " + path("a.json"));
  const auto kernel = json_of("trace " + model() + " --kernel conv2d_1 -o " + path("k.json"));
  const auto cycles = json_of("trace " + model() + " --cycles 1000:2000 -o " + path("c.json"));
  for (const auto& part : {kernel, cycles}) {
    EXPECT_EQ(part.at("cycles"), all.at("cycles"));
    EXPECT_GT(part.at("instructions").as_int64(), 0);
    EXPECT_LT(part.at("events").as_int64(), all.at("events").as_int64());
  }
}

TEST_F(TraceCommand, RefusesWhatItCannotDo) {
  const std::string trace = "trace " + model() + " ";
  expect_failure(trace + "-o " + path("t.trace"), 2, ".json.gz");
  expect_failure(trace + "-o " + path("no/such/folder.json"), 9, "No such file");
  expect_failure(trace + "--kernel conv2d_99 -o " + path("t.json"), 2, "the nearest is conv2d_");
  expect_failure(trace + "--cycles 9:3 -o " + path("t.json"), 2, "expected A:B");
  expect_failure(trace + "--kernel conv2d_1 --cycles 1:2 -o " + path("t.json"), 2,
                 "give only one of them");
  expect_failure(trace + "--level all -o " + path("t.json"), 2, "--level");
  expect_failure(trace + "--mhz 0 -o " + path("t.json"), 2, "--mhz");
  expect_failure(trace + "--window 0 -o " + path("t.json"), 2, "--window");
  expect_failure(trace + "--memory fast -o " + path("t.json"), 2, "fast");
  expect_failure("trace " + path("none.onnx") + " -o " + path("t.json"), 3, "none.onnx");
}

TEST_F(TraceCommand, TimelineIsAMemberOfTheRun) {
  const auto run = json_of("run " + model() + " --backend csim --timing-only --timeline");
  const auto& timeline = run.at("timeline").as_object();
  EXPECT_EQ(timeline.at("cycles"), run.at("cycles"));
  const auto bins = static_cast<size_t>(timeline.at("bins").as_int64());
  EXPECT_GT(bins, 256u);
  double beats = 0;
  for (const auto& share : timeline.at("bus").as_array())
    beats += share.to_number<double>();
  EXPECT_EQ(beats * static_cast<double>(timeline.at("bin_cycles").as_int64()),
            static_cast<double>(run.at("timing").at("bus_beats").as_int64()));
  for (const auto& [unit, shares] : timeline.at("units").as_object())
    EXPECT_EQ(shares.as_array().size(), bins) << unit;
  EXPECT_FALSE(json_of("run " + model() + " --backend csim --timing-only").contains("timeline"));
}

TEST_F(TraceCommand, TimelineOfTheLastOfSeveralRuns) {
  const auto once = json_of("run " + model() + " --backend csim --timeline --verify");
  const auto thrice = json_of("run " + model() + " --backend csim --timeline --repeat 3");
  EXPECT_EQ(once.at("timeline"), thrice.at("timeline"));
}

TEST_F(TraceCommand, TimelineNeedsStartsAndJson) {
  expect_failure("run " + model() + " --json --timeline", 2, "use --backend csim");
  expect_failure("run " + model() + " --backend csim --timeline", 2, "use it with --json");
}

}  // namespace
}  // namespace vta
