#include "link/wire/frame.h"

#include <gmock/gmock.h>

#include "link/wire/describe.h"

namespace vta::wire {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::vector<std::byte> raw_bytes(std::initializer_list<int> values) {
  std::vector<std::byte> out;
  for (const int value : values)
    out.push_back(std::byte(value));
  return out;
}

// By hand, as another program would write it.
TEST(Frame, IsAHeaderAndAPayload) {
  const std::vector<std::byte> payload = raw_bytes({1, 2, 3});
  const std::vector<std::byte> sent = frame(Kind::Data, payload);
  EXPECT_EQ(sent, raw_bytes({'V', 'T', 'A', 'L', 4, 0, 66, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3}));
  const Message message = parse_frame(sent);
  EXPECT_EQ(message.kind, Kind::Data);
  EXPECT_TRUE(std::ranges::equal(message.payload, payload));
}

TEST(Frame, NumbersAreLittleEndianAndCountsComeFirst) {
  ByteWriter out;
  out(uint16_t{0x1234}, int32_t{-2}, true, std::string("ab"), std::optional<uint8_t>(),
      std::optional<uint8_t>(9), std::vector<uint16_t>{7}, Unit::Store);
  EXPECT_EQ(out.take(),
            raw_bytes({0x34, 0x12, 0xfe, 0xff, 0xff, 0xff, 1, 2, 0, 0, 0, 0, 0, 0, 0, 'a',
                       'b',  0,    1,    9,    1,    0,    0, 0, 0, 0, 0, 0, 7, 0, 2}));
}

TEST(Frame, DamagedHeadersAreRefused) {
  const std::vector<std::byte> whole = frame(Kind::Done, {});
  const auto refused = [&](size_t at, int value, const char* message) {
    std::vector<std::byte> damaged = whole;
    damaged[at] = std::byte(value);
    EXPECT_THAT([&] { parse_frame(damaged); }, ThrowsMessage<DeviceError>(HasSubstr(message)));
  };
  refused(0, 'X', "are no message");
  refused(4, 1, "speaks version 1 of the messages, this program 4");
  refused(6, 250, "unknown kind 250");
  refused(8, 1, "message Done has 0 bytes, its header says 1");
  refused(12, 1, "message Done of 4294967296 bytes; the most are 67108864");
  EXPECT_THAT([&] { parse_header(std::span(whole).first(15)); },
              ThrowsMessage<DeviceError>(HasSubstr("a message of 15 bytes")));
}

TEST(Frame, EveryKindHasAName) {
  int known = 0;
  for (int number = 0; number < 256; ++number) {
    const auto kind = static_cast<Kind>(number);
    if (kind_name(kind) == nullptr)
      continue;
    EXPECT_EQ(parse_frame(frame(kind, {})).kind, kind);
    ++known;
  }
  EXPECT_EQ(known, 13);
}

TEST(Archive, ValuesThatAreNoneAreRefused) {
  const auto refused = [](auto value, const std::vector<std::byte>& from, const char* message) {
    EXPECT_THAT(
        [&] {
          ByteReader in(from, "message Test", ExitCode::Device);
          in(value);
          in.end();
        },
        ThrowsMessage<DeviceError>(AllOf(HasSubstr("message Test"), HasSubstr(message))));
  };
  refused(bool{}, raw_bytes({2}), "2, legal are 0 and 1");
  refused(uint32_t{}, raw_bytes({1, 2, 3}), "ends 1 bytes before");
  refused(uint8_t{}, raw_bytes({1, 2}), "1 of its 2 bytes are left over");
  refused(IsaError{}, raw_bytes({200}), "200 is no error code");
  refused(MemoryType{}, raw_bytes({6}), "6 is no memory type");
  refused(Unit{}, raw_bytes({3}), "3 is no unit");
  refused(std::string{}, raw_bytes({5, 0, 0, 0, 0, 0, 0, 0, 'a'}), "ends 4 bytes before");
  refused(std::vector<Counters>{}, std::vector<std::byte>(8, std::byte{0xff}),
          "ends 8 bytes before");
}

}  // namespace
}  // namespace vta::wire
