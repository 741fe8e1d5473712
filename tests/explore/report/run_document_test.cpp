#include "explore/report/run_document.h"

#include <gmock/gmock.h>

#include <gtest/gtest.h>
#include <cmath>

#include <boost/json.hpp>

#include "base/json.h"
#include "tests/explore/report/decode_page.h"
#include "tests/explore/report/large_sweep.h"

namespace vta::explore {
namespace {

using ::testing::HasSubstr;

// A run that is the point of a made-up sweep.
ReportedRun run_of(size_t point, const std::string& label) {
  const PointRow row = large_points(point + 1).back();
  ReportedRun run;
  run.label = label;
  run.record.origin = label;
  run.record.model = "net.onnx";
  run.record.schedule = row.spec.schedule;
  run.record.backend = "csim";
  run.record.config = row.spec.config;
  run.record.images = row.spec.images;
  run.record.result = row.result;
  return run;
}

DecodedPage page_of(std::span<const ReportedRun> runs) {
  return decode_page(report_page(run_document(runs)));
}

TEST(RunDocument, OneRunIsOnePointWithAllLayers) {
  const std::vector<ReportedRun> runs = {run_of(5, "a.json")};
  const DecodedPage page = page_of(runs);
  EXPECT_EQ(page.header.at("kind"), "run");
  EXPECT_EQ(page.header.at("title"), "Run of net.onnx");
  const PointResult& result = runs[0].record.result;
  EXPECT_EQ(page.integers("point", "cycles"), std::vector<int64_t>{result.timing.cycles});
  ASSERT_EQ(page.integers("layer", "cycles").size(), result.layers.size());
  for (size_t k = 0; k < result.layers.size(); ++k)
    EXPECT_EQ(page.integers("layer", "cycles")[k], result.layers[k].timing.cycles);
  EXPECT_GT(page.integers("point", "lut")[0], 0);
}

TEST(RunDocument, ARunWithAHostSaysHowLongAnAnswerTakes) {
  std::vector<ReportedRun> runs = {run_of(5, "a.json")};
  const auto origin = [&] { return json_text(page_of(runs).header.at("origin")); };
  EXPECT_THAT(origin(), ::testing::Not(HasSubstr("from image to answer")));
  runs[0].answer = HostAnswer{.host = "h",
                              .basis = "estimated",
                              .latency_ms = 3,
                              .host_ms = 1,
                              .device_ms = 2,
                              .images_per_second = 500};
  EXPECT_THAT(origin(), HasSubstr("a.json, from image to answer, an estimate"));
  EXPECT_THAT(origin(), HasSubstr("3.000 ms on h (estimated): host 1.000, accelerator 2.000; "
                                  "500.00 images a second"));
}

TEST(RunDocument, TimesOfOneRunStayWhereTheOtherHasNoClock) {
  std::vector<ReportedRun> runs = {run_of(4, "a.json"), run_of(5, "b.json")};
  runs[0].record.config.clock.mhz = 100;
  const DecodedPage page = page_of(runs);
  const std::vector<double> ms = page.numbers("point", "ms_per_image");
  ASSERT_EQ(ms.size(), 2u);
  EXPECT_DOUBLE_EQ(ms[0], static_cast<double>(page.integers("point", "cycles")[0]) / 1e5 /
                              static_cast<double>(page.integers("point", "images")[0]));
  EXPECT_TRUE(std::isnan(ms[1]));
  EXPECT_TRUE(std::isnan(page.numbers("point", "clock_mhz")[1]));
}

TEST(RunDocument, TwoPipesHaveArea) {
  std::vector<ReportedRun> runs = {run_of(5, "a.json"), run_of(5, "b.json")};
  runs[1].record.config.acc_overlap = 1;
  const DecodedPage page = page_of(runs);
  const std::vector<int64_t> luts = page.integers("point", "lut");
  ASSERT_EQ(luts.size(), 2u);
  EXPECT_GT(luts[1], luts[0]);
}

TEST(RunDocument, TwoRunsHaveTheirDifferencesInWords) {
  const std::vector<ReportedRun> runs = {run_of(4, "a.json"), run_of(5, "b.json")};
  ASSERT_EQ(runs[0].record.config.log_bus_width + 1, runs[1].record.config.log_bus_width);
  const DecodedPage page = page_of(runs);
  EXPECT_EQ(page.header.at("kind"), "compare");
  EXPECT_EQ(page.header.at("title"), "a.json and b.json");
  EXPECT_EQ(page.integers("point", "cycles").size(), 2u);
  const auto& words = page.header.at("difference_words").as_array();
  EXPECT_THAT(std::string(words.at(0).as_string()), HasSubstr("LOG_BUS_WIDTH"));
  EXPECT_THAT(std::string(words.at(1).as_string()), HasSubstr("MACs on the accelerator: a.json "));
  EXPECT_THAT(std::string(words.at(2).as_string()), HasSubstr("From a.json to b.json: "));
  int64_t sum = 0;
  for (const boost::json::value& d : page.header.at("differences").as_array())
    sum += d.at("b").as_int64() - d.at("a").as_int64();
  EXPECT_EQ(sum, page.integers("point", "cycles")[1] - page.integers("point", "cycles")[0]);
}

TEST(RunDocument, EqualRunsSayThatNothingDiffers) {
  const std::vector<ReportedRun> runs = {run_of(3, "a.json"), run_of(3, "b.json")};
  const DecodedPage page = page_of(runs);
  EXPECT_EQ(page.header.at("difference_words").at(0), "Both runs have the same settings.");
}

TEST(RunDocument, TimelinesBelongToTheirRun) {
  std::vector<ReportedRun> runs = {run_of(3, "a.json"), run_of(3, "b.json")};
  runs[1].timeline = boost::json::object{{"bins", 3}};
  const DecodedPage page = page_of(runs);
  EXPECT_FALSE(page.header.at("timelines").as_object().contains("0"));
  EXPECT_EQ(page.header.at("timelines").at("1").at("bins"), 3);
}

}  // namespace
}  // namespace vta::explore
