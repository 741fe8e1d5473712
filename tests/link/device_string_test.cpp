#include "link/device_string.h"

#include <gmock/gmock.h>

#include <random>

#include "base/error.h"

namespace vta {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(DeviceString, HasASchemeAPlaceAndKeys) {
  const DeviceString device = parse_device("board:///dev/uio0,timeout_ms=100,reset=1");
  EXPECT_EQ(device.scheme, "board");
  EXPECT_EQ(device.place, "/dev/uio0");
  EXPECT_EQ(device.keys, (std::vector<std::pair<std::string, std::string>>{{"timeout_ms", "100"},
                                                                           {"reset", "1"}}));
  EXPECT_EQ(device.get_int("timeout_ms", 7, 1, 1000), 100);
  EXPECT_EQ(device.get_int("other", 7, 1, 1000), 7);
  EXPECT_TRUE(device.get_flag("reset"));
  EXPECT_FALSE(device.get_flag("other"));
  EXPECT_EQ(device.get("other", "else"), "else");
}

TEST(DeviceString, SchemeAloneIsEnough) {
  const DeviceString device = parse_device("fsim");
  EXPECT_EQ(device.scheme, "fsim");
  EXPECT_TRUE(device.place.empty());
  EXPECT_TRUE(device.keys.empty());
}

TEST(DeviceString, AValueMayHoldEqualsAndAPlaceColons) {
  const DeviceString device = parse_device("tcp://host:1234,what=a=b");
  EXPECT_EQ(device.place, "host:1234");
  EXPECT_EQ(device.get("what", ""), "a=b");
}

TEST(DeviceString, WhatIsNotOneIsNamed) {
  const auto refused = [](const char* text, const char* message) {
    EXPECT_THAT([text] { parse_device(text); }, ThrowsMessage<UsageError>(HasSubstr(message)))
        << text;
  };
  refused("", "device '' has no scheme");
  refused(",a=b", "device ',a=b' has no scheme");
  refused("://x", "has no scheme");
  refused("board://", "no place behind '://'");
  refused("board://,a=b", "no place behind '://'");
  refused("csim,", "'' is not KEY=VALUE");
  refused("csim,,a=b", "'' is not KEY=VALUE");
  refused("csim,kernels", "'kernels' is not KEY=VALUE");
  refused("csim,kernels=", "'kernels=' is not KEY=VALUE");
  refused("csim,=avx2", "'=avx2' is not KEY=VALUE");
  refused("csim,a=1,b=2,a=3", "a is given twice");
}

TEST(DeviceString, NumbersAreWholeAndInTheirRange) {
  for (const char* value : {"0", "11", "1x", "x", "1.5", " 1", "99999999999999999999", "-1"})
    EXPECT_THAT([&] { parse_device(fmt::format("d,n={}", value)).get_int("n", 1, 1, 10); },
                ThrowsMessage<UsageError>(AllOf(HasSubstr(fmt::format("n={}", value)),
                                                HasSubstr("integer from 1 to 10"))));
  EXPECT_THROW(parse_device("d,n=2").get_flag("n"), UsageError);
  EXPECT_EQ(parse_device("d,n=1").get_int("n", 5, 1, 10), 1);
  EXPECT_EQ(parse_device("d,n=10").get_int("n", 5, 1, 10), 10);
}

TEST(DeviceString, AddedTwiceIsAContradiction) {
  DeviceString device = parse_device("csim,kernels=avx2");
  EXPECT_THAT([&] { device.add("kernels", "portable"); },
              ThrowsMessage<UsageError>(
                  AllOf(HasSubstr("has kernels=avx2 already"), HasSubstr("kernels=portable"))));
  device.add("timing_only", "1");
  EXPECT_EQ(device.text(), "csim,kernels=avx2,timing_only=1");
}

TEST(DeviceString, TextIsReadBackAsWhatItWas) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937_64 random(seed);
  const auto word = [&](std::string_view letters) {
    std::string out;
    for (uint64_t n = 1 + random() % 8; n > 0; --n)
      out += letters[random() % letters.size()];
    return out;
  };
  for (int round = 0; round < 1000; ++round) {
    DeviceString device;
    device.scheme = word("abcxyz019_");
    if (random() % 2 == 0)
      device.place = word("abc/:.=0");
    for (uint64_t n = random() % 4; n > 0; --n)
      if (const std::string key = word("abc_0"); !device.has(key))
        device.add(key, word("abc=:/0."));
    const DeviceString again = parse_device(device.text());
    EXPECT_EQ(again.scheme, device.scheme) << device.text();
    EXPECT_EQ(again.place, device.place) << device.text();
    EXPECT_EQ(again.keys, device.keys) << device.text();
  }
}

}  // namespace
}  // namespace vta
