#include "config/dram_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

std::string text_of(std::string_view name) {
  for (const NamedDram& named : named_drams())
    if (named.name == name)
      return std::string(named.json);
  return "";
}

// ddr3-1066 with `from` replaced.
std::string refusal(const std::string& from, const std::string& to) {
  std::string text = text_of("ddr3-1066");
  const size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  text.replace(place, from.size(), to);
  try {
    parse_dram(text, "m.json");
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "";
}

TEST(DramFile, TimesAreClocksRoundedUp) {
  const DramTiming t = load_dram("ddr3-1066").timing;
  EXPECT_EQ(t.burst, 4);
  EXPECT_EQ(t.rcd, 7);    // 13.125 ns of 1.875
  EXPECT_EQ(t.rrd_s, 6);  // 10 ns, more than 4 clocks
  EXPECT_EQ(t.faw, 27);
  EXPECT_EQ(t.rfc, 86);
  EXPECT_EQ(t.refi, 4160);
}

TEST(DramFile, KnownOnesHaveASourceAndTheirSize) {
  for (const NamedDram& named : named_drams()) {
    const DramConfig dram = load_dram(std::string(named.name));
    EXPECT_EQ(dram.name, named.name);
    EXPECT_THAT(dram.source, HasSubstr("JEDEC"));
  }
  EXPECT_EQ(load_dram("ddr3-1600").organization.capacity_bytes(), int64_t{512} << 20);
  EXPECT_EQ(load_dram("ddr4-2400").organization.capacity_bytes(), int64_t{4} << 30);
  EXPECT_EQ(load_dram("lpddr4-3200").organization.capacity_bytes(), int64_t{1} << 30);
  EXPECT_EQ(load_dram("ddr4-2400").organization.transaction_bytes, 64);
}

TEST(DramFile, MistakesNameTheMemberItsValueAndWhatIsLegal) {
  EXPECT_THAT(refusal("\"tCL\": {\"clocks\": 7}", "\"tCL\": {\"clocks\": -1}"), HasSubstr("-1"));
  EXPECT_THAT(refusal("\"tCL\": {\"clocks\": 7}", "\"tCL\": {}"),
              HasSubstr("tCL is empty: legal are clocks, ns or both"));
  EXPECT_THAT(refusal("\"tCL\": {\"clocks\": 7}", "\"tCL\": {\"ns\": -2}"),
              HasSubstr("ns = -2: legal are 0 to 1000000 clocks"));
  EXPECT_THAT(refusal("\"tCL\": {\"clocks\": 7}", "\"tCL\": {\"clocks\": 0}"),
              HasSubstr("tCL is 0 clocks: at least 1 is legal"));
  EXPECT_THAT(refusal("\"tRCD\"", "\"tRDC\""), HasSubstr("tRDC"));
  EXPECT_THAT(refusal("\"banks\": 8, \"rows\": 16384, \"columns\": 1024",
                      "\"banks\": 1, \"rows\": 1, \"columns\": 512"),
              HasSubstr("2048 bytes in all: at least 4096 are legal, the longest burst"));
  EXPECT_THAT(refusal("\"banks\": 8", "\"banks\": 6"),
              HasSubstr("banks = 6: legal are powers of two"));
  EXPECT_THAT(refusal("\"fr-fcfs\"", "\"fifo\""),
              HasSubstr("scheduler = 'fifo': legal are fcfs, fr-fcfs"));
  EXPECT_THAT(refusal("\"open\"", "\"ajar\""), HasSubstr("rows = 'ajar': legal are open, closed"));
  EXPECT_THAT(
      refusal("\"row-bank-rank-column\"", "\"column-row\""),
      HasSubstr("mapping = 'column-row': legal are row-bank-rank-column, row-rank-bank-column, "
                "row-column-bank-group, bank-row-column"));
  EXPECT_THAT(refusal("\"write_low\": 0.2", "\"write_low\": 0.9"),
              HasSubstr("write_low = 0.9 is above write_high = 0.8"));
  EXPECT_THAT(refusal("\"write_high\": 0.8", "\"write_high\": 2"),
              HasSubstr("write_high = 2: legal are 0 to 1"));
  EXPECT_THAT(refusal("\"tRAS\": {\"ns\": 37.5}", "\"tRAS\": {\"ns\": 90}"),
              HasSubstr("tRAS of 48 clocks is above tRC of 27"));
  EXPECT_THAT(refusal("\"tREFI\": {\"ns\": 7800}", "\"tREFI\": {\"ns\": 200}"),
              HasSubstr("is above tREFI of 107"));
}

TEST(DramFile, UnknownNamesListTheKnownOnes) {
  try {
    load_dram("ddr3-1067");
    FAIL();
  } catch (const ConfigError& e) {
    EXPECT_THAT(e.what(), HasSubstr("'ddr3-1067' is neither a DRAM's file nor a known DRAM"));
    EXPECT_THAT(e.what(), HasSubstr("ddr3-1066"));
  }
}

}  // namespace
}  // namespace vta
