// A message: a header of 16 bytes and its payload (base/archive.h). docs/link.md is the description
// for whoever writes the other end.
//
//   0  'V' 'T' 'A' 'L'
//   4  version, 16 bits
//   6  kind, 16 bits
//   8  bytes of the payload, 64 bits
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/archive.h"
#include "sim/counters.h"

namespace vta::wire {

inline constexpr uint16_t kVersion = 4;
static_assert(sizeof(Counters) == 13 * sizeof(int64_t),
              "a report has all counters: with others, messages are of another version");
inline constexpr size_t kHeaderBytes = 16;
// No message is longer: a header that asks for more is damaged. Data go in pieces.
inline constexpr uint64_t kMostPayload = uint64_t{1} << 26;
inline constexpr size_t kPieceBytes = size_t{1} << 22;

enum class Kind : uint16_t {
  // The driver's side asks.
  Hello = 1,       // empty
  Write = 2,       // address, bytes
  Read = 3,        // address, count
  Fill = 4,        // address, count, value
  Scratchpad = 5,  // memory type, first, count
  Launch = 6,      // request, whether events are wanted
  // The device's side answers with one of these ...
  Info = 64,    // backend, JSON of the configuration, memory, has values
  Done = 65,    // empty: written, filled
  Data = 66,    // bytes: read
  Report = 67,  // of a launch
  Failed = 68,  // class of the error, text
  // ... and before a report with any number of these.
  Events = 69,    // of the run (events.h)
  ReadBack = 70,  // index in the request, bytes: appended to what came before
};
const char* kind_name(Kind kind);

struct Header {
  Kind kind = Kind::Hello;
  uint64_t payload_bytes = 0;
};

std::vector<std::byte> frame(Kind kind, std::span<const std::byte> payload);

// Of at least kHeaderBytes. DeviceError: no message, another version, an unknown kind, a payload
// above kMostPayload.
Header parse_header(std::span<const std::byte> bytes);

// DeviceError for what is no such message's.
ByteReader payload_reader(Kind kind, std::span<const std::byte> payload);

// A whole message: what it is, and what it holds, which is in `frame`. DeviceError as parse_header,
// and where its length is another than its header says.
struct Message {
  Kind kind;
  std::span<const std::byte> payload;
  ByteReader reader() const { return payload_reader(kind, payload); }
};
Message parse_frame(std::span<const std::byte> frame);

// Carries whole messages to the other end and back, in order.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual void send(std::span<const std::byte> frame) = 0;
  virtual std::vector<std::byte> receive() = 0;
};

}  // namespace vta::wire
