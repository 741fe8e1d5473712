#include "base/frame.h"

#include <cstdint>
#include <cstring>

#include "base/error.h"
#include "base/hash.h"

namespace vta {
namespace {

constexpr size_t kHeadBytes = 4 + 8;
constexpr size_t kMostBytes = size_t{1} << 30;

}  // namespace

std::string framed(std::string_view text) {
  VTA_CHECK(text.size() <= kMostBytes, "a text of {} bytes", text.size());
  const auto length = static_cast<uint32_t>(text.size());
  const uint64_t checksum = hash64(text);
  std::string bytes(kHeadBytes, '\0');
  std::memcpy(bytes.data(), &length, 4);
  std::memcpy(bytes.data() + 4, &checksum, 8);
  return bytes.append(text);
}

FrameEnd take_frame(std::string_view& bytes, std::string& text) {
  if (bytes.size() < kHeadBytes)
    return FrameEnd::Cut;
  uint32_t length = 0;
  uint64_t checksum = 0;
  std::memcpy(&length, bytes.data(), 4);
  std::memcpy(&checksum, bytes.data() + 4, 8);
  if (length > kMostBytes)
    return FrameEnd::Damaged;
  if (bytes.size() - kHeadBytes < length)
    return FrameEnd::Cut;
  const std::string_view found = bytes.substr(kHeadBytes, length);
  if (hash64(found) != checksum)
    return FrameEnd::Damaged;
  text = found;
  bytes.remove_prefix(kHeadBytes + length);
  return FrameEnd::Whole;
}

}  // namespace vta
