// vta report as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>

#include "base/file.h"
#include "base/json.h"
#include "tests/cli/run_vta.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

std::string temporary(const std::string& name) {
  return testing::TempDir() + "/vta_report_" + name;
}

// A run of a small network for its cycles alone; `more` are options of vta run.
std::string run_json(const std::string& name, const std::string& more = "") {
  const std::string path = temporary(name);
  const CommandResult run =
      run_vta("run " + std::string(VTA_SOURCE_DIR) +
              "/tests/data/digits_resnet8.onnx --backend csim --timing-only --json " + more +
              " 2>/dev/null >" + path);
  EXPECT_EQ(run.exit_code, 0) << run.text;
  return path;
}

std::string with_timeline(const std::string& path, const boost::json::value& timeline) {
  boost::json::object document = load_json(path).as_object();
  document["timeline"] = timeline;
  const std::string out = path + ".timeline";
  write_text_file(out, json_text(document));
  return out;
}

void expect_refused(const std::string& arguments, int exit_code, const std::string& words) {
  const std::string output = temporary("refused.html");
  std::filesystem::remove(output);
  const CommandResult result = run_vta("report " + arguments + " -o " + output);
  EXPECT_EQ(result.exit_code, exit_code) << arguments;
  EXPECT_THAT(result.text, HasSubstr(words));
  EXPECT_FALSE(std::filesystem::exists(output));
}

TEST(VtaReport, OneAndTwoRunsBecomeAFile) {
  const std::string a = run_json("a.json"), b = run_json("b.json", "--memory bus=32");
  const std::string one = temporary("one.html"), two = temporary("two.html");
  EXPECT_EQ(run_vta("report " + a + " -o " + one).exit_code, 0);
  EXPECT_EQ(run_vta("report " + a + " " + b + " -o " + two).exit_code, 0);
  EXPECT_THAT(read_text_file(one), HasSubstr("</html>"));
  EXPECT_THAT(read_text_file(two), HasSubstr("</html>"));
}

TEST(VtaReport, GoalsAreOfSweeps) {
  const std::string a = run_json("goal.json");
  expect_refused(a + " --min-fps 30", 2,
                 "--max-ms and --min-fps choose among the points of a sweep");
  expect_refused(a + " --max-ms 0", 2, "--max-ms");
  expect_refused(a + " --max-ms 3 --min-fps 30", 2, "--min-fps");
}

TEST(VtaReport, AGoalThatNothingReachesIsSaidAtOnce) {
  const std::string database = temporary("goal.db");
  ASSERT_EQ(
      run_vta("sweep " + std::string(VTA_SOURCE_DIR) + "/config/sweeps/quick.json --db " + database)
          .exit_code,
      0);
  const std::string report = "report " + database + " --clock 100 -o " + temporary("goal.html");
  const CommandResult missed = run_vta(report + " --min-fps 1000000");
  EXPECT_EQ(missed.exit_code, 0);
  EXPECT_THAT(missed.text, HasSubstr("nothing that fits the device takes at most 0.001 ms"));
  EXPECT_THAT(run_vta(report + " --max-ms 100000").text,
              testing::Not(HasSubstr("nothing that fits")));
  EXPECT_THAT(run_vta(report).text, testing::Not(HasSubstr("nothing that fits")));
}

TEST(VtaReport, HelpHasExamplesAndExitCodes) {
  const CommandResult help = run_vta("report --help");
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.text, HasSubstr("vta report sweep.db -o sweep.html"));
  EXPECT_THAT(help.text, HasSubstr("Exit codes"));
}

TEST(VtaReport, WrongCommandLinesAreRefused) {
  const std::string run = run_json("usage.json");
  EXPECT_EQ(run_vta("report").exit_code, 2);
  EXPECT_EQ(run_vta("report " + run).exit_code, 2);  // no -o
  expect_refused(run + " " + run + " " + run, 2, "");
  expect_refused(run + " --all-layers", 2, "--all-layers is for the database of a sweep");
}

TEST(VtaReport, DatabaseBesideAnotherInputIsRefused) {
  const std::string run = run_json("beside.json");
  const std::string database = temporary("beside.db");
  write_text_file(database, "SQLite format 3\nand nothing else");
  expect_refused(run + " " + database, 2,
                 "'" + database + "' is the database of a sweep, which is reported alone");
  expect_refused(database, 3, database);  // it is none
}

TEST(VtaReport, TheDeviceIsANameOrAFile) {
  const std::string run = run_json("device.json");
  const std::string own = temporary("own_device.json");
  write_text_file(own, R"({"name": "own", "lut": 9, "ff": 9, "dsp": 9, "bram36": 9})");
  const std::string page = temporary("device.html");
  EXPECT_EQ(run_vta("report " + run + " --device artix7_35t -o " + page).exit_code, 0);
  EXPECT_EQ(run_vta("report " + run + " --device " + own + " -o " + page).exit_code, 0);
  expect_refused(run + " --device virtex", 4, "'virtex' is neither a device's file nor a known");
  write_text_file(own, R"({"name": "own", "lut": -1, "ff": 9, "dsp": 9, "bram36": 9})");
  expect_refused(run + " --device " + own, 4, "lut = -1 is out of range");
}

TEST(VtaReport, WrongFilesAreNamed) {
  expect_refused("nowhere.json", 3, "nowhere.json");
  const std::string text = temporary("text.json");
  write_text_file(text, "{\"cycles\": 1");
  expect_refused(text, 3, text);
  write_text_file(text, "{}");
  expect_refused(text, 3, text);
}

TEST(VtaReport, MalformedTimelinesAreNamed) {
  const std::string run = run_json("timeline.json");
  const auto units = [](int values) {
    const boost::json::array track(values, 0.5);
    return boost::json::object{
        {"fetch", track}, {"load", track}, {"compute", track}, {"store", track}};
  };
  boost::json::object good = {
      {"bin_cycles", 4}, {"bins", 2}, {"cycles", 8}, {"units", units(2)}, {"bus", {0.5, 1}}};
  const std::string page = temporary("timeline.html");
  EXPECT_EQ(run_vta("report " + with_timeline(run, good) + " -o " + page).exit_code, 0);
  boost::json::object bad = good;
  bad["units"] = units(3);
  expect_refused(with_timeline(run, bad), 3, "timeline: units: fetch has 3 values for 2 bins");
  bad = good;
  bad["bus"] = {0.5, "x"};
  expect_refused(with_timeline(run, bad), 3, "bus has a string, expected numbers");
  bad = good;
  bad["bin_cycles"] = 0;
  expect_refused(with_timeline(run, bad), 3, "bin_cycles");
}

TEST(VtaReport, UnwritableOutputIsNamed) {
  const std::string run = run_json("unwritable.json");
  const CommandResult result = run_vta("report " + run + " -o /nowhere/report.html");
  EXPECT_EQ(result.exit_code, 9);
  EXPECT_THAT(result.text, HasSubstr("/nowhere/report.html"));
}

}  // namespace
}  // namespace vta
