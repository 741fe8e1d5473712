// vta run --host: from image to answer.
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;

using VtaRunHostTime = NetworkCommand;

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

TEST_F(VtaRunHostTime, IsTheFirstLine) {
  const ApartResult run =
      run_vta_apart("run " + model() + " --backend csim --host cortex-a9 --clock 100");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(std::regex_match(
      first_line(run.out),
      std::regex("Image to answer, an estimate +[0-9.]+ ms on cortex-a9 \\(estimated\\) at 100 "
                 "MHz: host [0-9.]+, accelerator [0-9.]+; [0-9.]+ images a second sustained, with "
                 "overlap")))
      << run.out;
}

TEST_F(VtaRunHostTime, WithoutAClockTakesTheEstimatedOne) {
  const ApartResult run =
      run_vta_apart("run " + model() + " --backend csim --timing-only --host cortex-a53 --details");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(first_line(run.out), HasSubstr(" MHz (estimated): host "));
  EXPECT_THAT(run.out, HasSubstr("\nestimate "));
}

TEST_F(VtaRunHostTime, JsonAddsUp) {
  const boost::json::object run =
      json_of("run " + model() + " --backend csim --host cortex-a9 --clock 100");
  const boost::json::object& t = run.at("host_time").as_object();
  double host = 0, device = 0;
  int64_t cycles = 0;
  for (const auto& step : t.at("steps").as_array()) {
    host += step.at("host_ms").to_number<double>();
    device += step.at("device_ms").to_number<double>();
    if (step.as_object().contains("cycles"))
      cycles += step.at("cycles").as_int64();
  }
  EXPECT_EQ(cycles, run.at("cycles").as_int64());
  EXPECT_NEAR(device, run.at("times").at("milliseconds").to_number<double>(), 1e-9);
  EXPECT_NEAR(host, t.at("host_ms").to_number<double>(), 1e-9);
  EXPECT_NEAR(host + device, t.at("latency_ms").to_number<double>(), 1e-9);
  EXPECT_TRUE(t.at("estimate").as_bool());
}

TEST_F(VtaRunHostTime, HostsAreListedShownAndMeasured) {
  EXPECT_THAT(run_vta_apart("host list").out,
              testing::AllOf(HasSubstr("cortex-a9 "), HasSubstr("estimated figures"),
                             HasSubstr("measured ")));
  const ApartResult shown = run_vta_apart("host show cortex-a53");
  EXPECT_EQ(boost::json::parse(shown.out).at("name"), "cortex-a53");
  expect_failure("host show no_such_host", 4, "known are cortex-a9, cortex-a53, measured");
  ASSERT_EQ(run_vta_apart("host measure --runs 1 -o " + path("here.json")).exit_code, 0);
  const auto file = boost::json::parse(read_text_file(path("here.json")));
  EXPECT_EQ(file.at("basis"), "measured");
  for (const char* row :
       {"launch", "other", "pack", "unpack", "nn.conv2d", "nn.im2col", "cast:int8"})
    EXPECT_TRUE(file.at("steps").as_object().contains(row)) << row;
  const auto run =
      json_of("run " + model() + " --backend csim --timing-only --host " + path("here.json"));
  EXPECT_EQ(run.at("host_time").at("basis"), "measured");
  EXPECT_GT(run.at("host_time").at("host_ms").to_number<double>(), 0);
}

TEST_F(VtaRunHostTime, ComparisonsHaveBothSides) {
  const std::string ways = " --host cortex-a9 --clock 100";
  const std::string runs = "run " + model() + " --backend csim --timing-only" + ways;
  const auto a = json_of(runs + " --config default"), b = json_of(runs + " --config 1x32");
  const auto both =
      json_of("compare --model " + model() + " --config default --config 1x32" + ways);
  write_text_file(path("a.json"), boost::json::serialize(a));
  write_text_file(path("b.json"), boost::json::serialize(b));
  const auto kept = json_of("compare " + path("a.json") + " " + path("b.json"));
  EXPECT_EQ(kept.at("host_time"), both.at("host_time"));
  for (const auto& [side, run] : {std::pair{"a", &a}, {"b", &b}})
    for (const char* figure : {"latency_ms", "host_ms", "device_ms", "images_per_second"})
      EXPECT_EQ(both.at("host_time").at(side).at(figure), run->at("host_time").at(figure))
          << side << " " << figure;
  EXPECT_THAT(run_vta_apart("compare " + path("a.json") + " " + path("b.json")).out,
              testing::StartsWith("From image to answer, estimates: latency "));
  expect_failure("compare " + path("a.json") + " " + path("b.json") + " --host cortex-a9", 2,
                 "--host needs --model");
  // Of one side alone it says nothing.
  boost::json::object without = a;
  without.erase("host_time");
  write_text_file(path("c.json"), boost::json::serialize(without));
  EXPECT_FALSE(json_of("compare " + path("c.json") + " " + path("b.json")).contains("host_time"));
  boost::json::object bad = a;
  bad.at("host_time").as_object()["latency_ms"] = -1;
  write_text_file(path("c.json"), boost::json::serialize(bad));
  expect_failure("compare " + path("c.json") + " " + path("b.json"), 3,
                 "host_time: latency_ms = -1: legal are 0 to");
}

TEST_F(VtaRunHostTime, SaysWhatItNeeds) {
  expect_failure("run " + model() + " --host cortex-a9", 2,
                 "--host needs cycles: backend fsim models no time; use --backend csim");
  expect_failure("run " + model() + " --host cortex-a8", 4,
                 "'cortex-a8' is neither a host's file nor a known host");
  write_text_file(path("h.json"), R"({"name": "h", "source": "s", "basis": "no"})");
  expect_failure("run " + model() + " --host " + path("h.json"), 4, "basis = 'no'");
  // Nothing is launched: no cycles are needed, and no clock.
  const ApartResult alone = run_vta_apart("run " + model() + " --host-only --host cortex-a9");
  EXPECT_EQ(alone.exit_code, 0) << alone.err;
  EXPECT_THAT(first_line(alone.out), HasSubstr(", accelerator 0.000; "));
}

}  // namespace
}  // namespace vta
