#include "compiler/quant/report/report_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <cmath>

#include "base/json.h"

namespace vta {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kHostile = "</td><script>alert(1)</script>\"'&\x1b";

QuantReportDocument small_document(const std::string& name) {
  QuantReportDocument d;
  d.network = name;
  d.machine = "default";
  d.measure = "agreement";
  ValueReport value{.id = 3, .name = name, .op = "nn.relu", .is_int8 = true};
  value.exponent = -4;
  value.sqnr_db = HUGE_VAL;
  value.histogram = {-127, 254, {1, 0, 4, 2}};
  ValueReport host{.id = 5, .name = name + "2", .op = "nn.conv2d"};
  host.sqnr_db = -HUGE_VAL;
  d.report.values = {value, host};
  LayerReport quiet{.id = 2, .name = name, .op = "nn.conv2d"};
  quiet.place = LayerPlace::Accelerator;
  quiet.value = 0;
  quiet.gain_db = -0.25;
  quiet.weights = {.exponents = {-3, -1}, .channels = 2, .dead_channels = 1};
  quiet.bias_correction = {0, 0.5};
  LayerReport loud{.id = 5, .name = "loud", .op = "nn.conv2d"};
  loud.value = 1;
  loud.gain_db = 7.5;
  loud.why = name;
  LayerReport never{.id = 8, .name = "never", .op = "nn.dense"};
  d.report.layers = {quiet, loud, never};
  d.report.modes = {{name, LogitScore{.sqnr_db = 12, .agreement = 50}, ""}, {"max", {}, name}};
  d.steps = d.warnings = d.notes = {name};
  return d;
}

TEST(QuantReportJson, IsAsDocumented) {
  const auto json =
      parse_json(json_text(quant_report_json(small_document("n"))), "report").as_object();
  const auto& ranked = json.at("ranking").as_array();
  ASSERT_EQ(ranked.size(), 2U);  // of the third it is not known
  EXPECT_EQ(ranked[0].at("layer").as_string(), "loud");
  EXPECT_EQ(ranked[0].at("gain_db").as_double(), 7.5);
  EXPECT_TRUE(ranked[0].at("in_float").as_bool());
  EXPECT_FALSE(ranked[1].at("in_float").as_bool());
  const auto& value = json.at("values").at(0);
  EXPECT_TRUE(value.at("sqnr_db").is_null());
  EXPECT_EQ(value.at("form").as_string(), "int8");
  EXPECT_EQ(value.at("step").at("least").to_number<double>(), 0.0625);
  EXPECT_EQ(value.at("histogram").at("counts").as_array().size(), 4U);
  EXPECT_EQ(json.at("values").at(1).as_object().if_contains("exponent"), nullptr);
  const auto& layer = json.at("layers").at(0);
  EXPECT_EQ(layer.at("place").as_string(), "accelerator");
  EXPECT_EQ(layer.at("value").as_string(), "n");
  EXPECT_EQ(layer.at("weights").at("dead_channels").as_int64(), 1);
  EXPECT_TRUE(json.at("layers").at(2).at("value").is_null());
  EXPECT_TRUE(json.at("layers").at(2).at("gain_db").is_null());
  EXPECT_TRUE(json.at("modes").at(1).at("sqnr_db").is_null());
}

int64_t count_of(const std::string& text, const std::string& what) {
  int64_t count = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++count;
  return count;
}

TEST(QuantReportPage, NamesAreNoMarkupAndNothingIsLoaded) {
  const std::string page = quant_report_page(small_document(kHostile));
  EXPECT_EQ(count_of(page, "<script"), 1);
  EXPECT_EQ(count_of(page, "alert(1)"), count_of(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_GT(count_of(page, "alert(1)"), 8);
  EXPECT_EQ(page.find('\x1b'), std::string::npos);
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char* loaded : {"http:", "https:", "src=", "url(", "@import", "<link"})
    EXPECT_THAT(page, Not(HasSubstr(loaded)));
}

TEST(QuantReportPage, SaysWhatTheNumbersAre) {
  const std::string page = quant_report_page(small_document("net"));
  EXPECT_THAT(page, HasSubstr("<p class=\"warning\">net</p>"));
  EXPECT_THAT(page, HasSubstr("+7.50 dB, float"));
  EXPECT_THAT(page, HasSubstr(">exact</td>"));
  EXPECT_THAT(page, HasSubstr(">none left</td>"));
  EXPECT_THAT(page, HasSubstr("2^-3 to 2^-1"));
  EXPECT_THAT(page, HasSubstr("1 of 2"));
  EXPECT_LT(page.find(">loud<"), page.find("<h2>Layers"));  // drawn first
  EXPECT_THAT(page, HasSubstr("class=\"out\""));
}

}  // namespace
}  // namespace vta
