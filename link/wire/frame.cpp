#include "link/wire/frame.h"

#include <array>
#include <cstring>

namespace vta::wire {
namespace {

constexpr std::array<char, 4> kMagic = {'V', 'T', 'A', 'L'};

}  // namespace

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::Hello:
      return "Hello";
    case Kind::Write:
      return "Write";
    case Kind::Read:
      return "Read";
    case Kind::Fill:
      return "Fill";
    case Kind::Scratchpad:
      return "Scratchpad";
    case Kind::Launch:
      return "Launch";
    case Kind::Info:
      return "Info";
    case Kind::Done:
      return "Done";
    case Kind::Data:
      return "Data";
    case Kind::Report:
      return "Report";
    case Kind::Failed:
      return "Failed";
    case Kind::Events:
      return "Events";
    case Kind::ReadBack:
      return "ReadBack";
  }
  return nullptr;
}

std::vector<std::byte> frame(Kind kind, std::span<const std::byte> payload) {
  VTA_CHECK(payload.size() <= kMostPayload, "a message {} of {} bytes", kind_name(kind),
            payload.size());
  ByteWriter out;
  out.raw(kMagic.data(), kMagic.size());
  out(kVersion, kind, static_cast<uint64_t>(payload.size()));
  out.raw(payload.data(), payload.size());
  return out.take();
}

Header parse_header(std::span<const std::byte> bytes) {
  if (bytes.size() < kHeaderBytes)
    throw DeviceError(
        fmt::format("link: a message of {} bytes: its header has {}", bytes.size(), kHeaderBytes));
  if (std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0)
    throw DeviceError("link: the received bytes are no message: they do not begin with VTAL");
  ByteReader reader(bytes.subspan(kMagic.size(), kHeaderBytes - kMagic.size()), "link: header",
                    ExitCode::Device);
  const auto version = reader.value<uint16_t>();
  if (version != kVersion)
    throw DeviceError(
        fmt::format("link: the other end speaks version {} of the messages, this program {}",
                    version, kVersion));
  const auto kind = reader.value<uint16_t>();
  if (kind_name(static_cast<Kind>(kind)) == nullptr)
    throw DeviceError(fmt::format("link: a message of unknown kind {}", kind));
  const auto bytes_of_payload = reader.value<uint64_t>();
  if (bytes_of_payload > kMostPayload)
    throw DeviceError(fmt::format("link: a message {} of {} bytes; the most are {}",
                                  kind_name(static_cast<Kind>(kind)), bytes_of_payload,
                                  kMostPayload));
  return {static_cast<Kind>(kind), bytes_of_payload};
}

ByteReader payload_reader(Kind kind, std::span<const std::byte> payload) {
  return {payload, fmt::format("link: message {}", kind_name(kind)), ExitCode::Device};
}

Message parse_frame(std::span<const std::byte> frame) {
  const Header header = parse_header(frame);
  const auto payload = frame.subspan(kHeaderBytes);
  if (payload.size() != header.payload_bytes)
    throw DeviceError(fmt::format("link: message {} has {} bytes, its header says {}",
                                  kind_name(header.kind), payload.size(), header.payload_bytes));
  return {header.kind, payload};
}

}  // namespace vta::wire
