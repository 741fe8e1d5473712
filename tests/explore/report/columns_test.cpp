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

// The sum is wrong in two rows; what it is made of comes before and after it.
TEST(Columns, WhatNearlyFollowsFromOthersIsStoredAsTheRest) {
  std::mt19937_64 random(9);
  std::vector<int64_t> a, b, c, sum, twice;
  for (int64_t i = 0; i < 500; ++i) {
    a.push_back(static_cast<int64_t>(random() % 100'000'000));
    b.push_back(static_cast<int64_t>(random() % 100'000'000));
    c.push_back(i);
    sum.push_back(a.back() - b.back() + (i == 7 || i == 400 ? 3 : 0));
    twice.push_back(2 * sum.back());
  }
  const auto document_of = [&](bool expected) {
    ColumnTable table("t");
    table.add({"a", a});
    table.add({"sum", sum});
    table.add({"b", b});
    table.add({"twice", twice});
    table.add({"c", c});
    table.add({"x", std::vector<std::string>(a.size(), "x")});
    if (expected) {
      table.expect("sum", {"a"}, {"b"});
      table.expect("twice", {"sum", "sum"});
      table.expect("c", {"none"});    // nothing is expected of what the table lacks,
      table.expect("c", {"x"});       // nor of texts,
      table.expect("c", {"a", "a"});  // and what is no help is not used
    }
    ReportDocument document;
    document.tables.push_back(std::move(table));
    return document;
  };
  const std::string section = data_section(document_of(true));
  EXPECT_LT(section.size(), data_section(document_of(false)).size() * 2 / 3);
  const DecodedPage page = decode_section(section);
  EXPECT_EQ(page.integers("t", "a"), a);
  EXPECT_EQ(page.integers("t", "b"), b);
  EXPECT_EQ(page.integers("t", "sum"), sum);
  EXPECT_EQ(page.integers("t", "twice"), twice);
  EXPECT_EQ(page.integers("t", "c"), c);
  for (const auto& column : page.header.at("tables").at(0).at("columns").as_array())
    EXPECT_EQ(column.as_object().contains("plus"),
              column.at("name") == "sum" || column.at("name") == "twice");
}

// A reader computes them in the order of the table.
TEST(Columns, WhatIsExpectedFollowsFromWhatIsThere) {
  ColumnTable table("t");
  for (const char* name : {"first", "a", "b", "c", "d"})
    table.add({name, std::vector<int64_t>{1, 2}});
  table.expect("b", {"a"}, {"c"});
  EXPECT_THROW(table.expect("first", {"b"}), InternalError);
  EXPECT_THROW(table.expect("a", {"d"}), InternalError);
  EXPECT_THROW(table.expect("b", {"d"}), InternalError);
  EXPECT_THROW(table.expect("c", {"d"}), InternalError);
  table.expect("d", {"b", "b"});
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
