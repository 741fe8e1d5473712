// The clock is a label: read, printed and checked, and of no consequence.
#include "config/clock.h"

#include <gmock/gmock.h>

#include <limits>

#include "base/error.h"
#include "config/memory_preset.h"
#include "config/vta_config.h"

namespace vta {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

VtaConfig clocked(double mhz) {
  VtaConfig config;
  config.clock.mhz = mhz;
  return config;
}

TEST(Clock, IsAbsentUnlessGivenAndSurvivesTheFile) {
  EXPECT_EQ(VtaConfig{}.clock.mhz, std::nullopt);
  EXPECT_THAT(VtaConfig{}.to_json(), ::testing::Not(HasSubstr("CLOCK_MHZ")));
  for (const double mhz : {0.001, 0.5, 100.0, 187.5, 1.0 / 3, 10'000.0}) {
    const std::string text = clocked(mhz).to_json();
    EXPECT_EQ(parse_config(text, "f").clock.mhz, mhz) << text;
  }
}

TEST(Clock, IsInNoHashAndInNoEquality) {
  const VtaConfig with = clocked(100), without;
  EXPECT_EQ(with, without);
  EXPECT_EQ(with, clocked(200));
  EXPECT_EQ(with.hash(), without.hash());
  EXPECT_EQ(with.name(), without.name());
  EXPECT_EQ(with.identity_json(), without.to_json());
  EXPECT_NE(with.to_json(), without.to_json());
  EXPECT_EQ(apply_memory(with, "ddr").clock.mhz, 100);
}

TEST(Clock, OfTheOptionIsANumberInRange) {
  EXPECT_EQ(parse_clock("100").mhz, 100);
  EXPECT_EQ(parse_clock("187.5").mhz, 187.5);
  EXPECT_FALSE(parse_clock("100").estimated);
  for (const char* text : {"", "0", "-1", "nan", "inf", "-inf", "1e9", "0.0009", "100 MHz", "0x10",
                           " 5", "1,5", "fast"})
    EXPECT_THAT([&] { parse_clock(text); },
                ThrowsMessage<UsageError>(HasSubstr(
                    fmt::format("--clock is '{}', legal are 0.001 to 10000 (MHz)", text))));
}

TEST(Clock, OfTheOptionMayBeLeftToAnEstimate) {
  const ClockLabel clock = parse_clock("auto");
  EXPECT_TRUE(clock.estimated);
  EXPECT_TRUE(clock.given());
  EXPECT_EQ(clock.mhz, std::nullopt);
  EXPECT_FALSE(ClockLabel{}.given());
}

TEST(Clock, OfTheKeyIsANumberInRange) {
  const auto with_clock = [](const std::string& value) {
    std::string text = VtaConfig{}.to_json();
    return text.replace(text.rfind("\n}"), 2, fmt::format(",\n  \"CLOCK_MHZ\": {}\n}}", value));
  };
  EXPECT_EQ(parse_config(with_clock("125"), "f").clock.mhz, 125);
  for (const char* value : {"0", "-100", "10001", "1e300"})
    EXPECT_THAT([&] { parse_config(with_clock(value), "f"); },
                ThrowsMessage<ConfigError>(AllOf(HasSubstr("CLOCK_MHZ"), HasSubstr("0.001..10000"),
                                                 HasSubstr("leave CLOCK_MHZ out"))));
  EXPECT_THAT([&] { parse_config(with_clock("\"fast\""), "f"); },
              ThrowsMessage<ConfigError>(HasSubstr("CLOCK_MHZ must be a number")));
  EXPECT_THROW(clocked(std::numeric_limits<double>::quiet_NaN()).validate(), ConfigError);
}

}  // namespace
}  // namespace vta
