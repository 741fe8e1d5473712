#include "explore/report/columns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "base/error.h"
#include "explore/report/document.h"
#include "tests/explore/report/decode_page.h"

namespace vta::explore {
namespace {

DecodedPage there_and_back(std::vector<Column> columns) {
  ReportDocument document;
  ColumnTable table("t");
  for (Column& column : columns)
    table.add(std::move(column));
  document.tables.push_back(std::move(table));
  return decode_section(data_section(document));
}

std::vector<int64_t> random_values(std::mt19937_64& random, size_t count) {
  const int bits = static_cast<int>(random() % 53) + 1;
  std::vector<int64_t> values;
  for (size_t i = 0; i < count; ++i) {
    const auto magnitude = static_cast<int64_t>(random() & ((uint64_t{1} << bits) - 1));
    values.push_back(random() % 2 == 0 ? magnitude : -magnitude);
  }
  return values;
}

TEST(Columns, RandomIntegersComeBack) {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    const std::vector<int64_t> values = random_values(random, random() % 50);
    EXPECT_EQ(there_and_back({{"c", values}}).integers("t", "c"), values) << "trial " << trial;
  }
}

TEST(Columns, ExtremesComeBack) {
  const int64_t most = (int64_t{1} << 53) - 1;
  const std::vector<int64_t> values = {most, -most, 0, most, -1, 1};
  EXPECT_EQ(there_and_back({{"c", values}}).integers("t", "c"), values);
}

TEST(Columns, RealsComeBackToTheBit) {
  const std::vector<double> values = {0.1, -0.0, 1e300, std::numeric_limits<double>::denorm_min(),
                                      std::numeric_limits<double>::infinity()};
  const std::vector<double> back = there_and_back({{"c", values}}).numbers("t", "c");
  ASSERT_EQ(back.size(), values.size());
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(std::bit_cast<uint64_t>(back[i]), std::bit_cast<uint64_t>(values[i]));
}

TEST(Columns, TextsComeBackWhateverTheyContain) {
  const std::vector<std::string> values = {"", "a", "</script><script>alert(1)</script>", "a",
                                           "\"quoted\", \xc3\xa9\xe2\x82\xac\n"};
  EXPECT_EQ(there_and_back({{"c", values}}).texts("t", "c"), values);
}

TEST(Columns, SeveralColumnsDoNotMix) {
  const DecodedPage page = there_and_back({{"a", std::vector<int64_t>{1, 300, -70000}},
                                           {"b", std::vector<std::string>{"x", "y", "x"}},
                                           {"c", std::vector<double>{0.5, 1.5, 2.5}},
                                           {"d", std::vector<int64_t>{5, 5, 5}}});
  EXPECT_EQ(page.integers("t", "a"), (std::vector<int64_t>{1, 300, -70000}));
  EXPECT_EQ(page.texts("t", "b"), (std::vector<std::string>{"x", "y", "x"}));
  EXPECT_EQ(page.numbers("t", "c"), (std::vector<double>{0.5, 1.5, 2.5}));
  EXPECT_EQ(page.integers("t", "d"), (std::vector<int64_t>{5, 5, 5}));
}

TEST(Columns, ConstantTakesNoBytes) {
  std::string bytes;
  ColumnTable table("t");
  table.add({"same", std::vector<int64_t>(1000, 123456789)});
  pack_table(table, bytes);
  EXPECT_EQ(bytes.size(), 0u);
}

TEST(Columns, ColumnsOfOtherLengthsAreABug) {
  ColumnTable table("t");
  table.add({"a", std::vector<int64_t>{1, 2}});
  EXPECT_THROW(table.add({"b", std::vector<int64_t>{1}}), InternalError);
}

TEST(Columns, WhatABrowserCannotCountIsABug) {
  std::string bytes;
  ColumnTable table("t");
  table.add({"a", std::vector<int64_t>{int64_t{1} << 53}});
  EXPECT_THROW(pack_table(table, bytes), InternalError);
}

TEST(Base64, KnownTexts) {  // RFC 4648, section 10
  EXPECT_EQ(base64_text(""), "");
  EXPECT_EQ(base64_text("f"), "Zg==");
  EXPECT_EQ(base64_text("fo"), "Zm8=");
  EXPECT_EQ(base64_text("foo"), "Zm9v");
  EXPECT_EQ(base64_text("foob"), "Zm9vYg==");
  EXPECT_EQ(base64_text("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64_text("foobar"), "Zm9vYmFy");
}

}  // namespace
}  // namespace vta::explore
