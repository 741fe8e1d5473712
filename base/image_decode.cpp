// The only file that sees the decoder. It is built without the undefined-behaviour sanitizer: the
// decoder shifts negative numbers.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>

#include "base/file.h"
#include "base/image.h"
#include "base/image_ppm.h"
#include "base/plural.h"
#include "base/resource_policy.h"
#include "base/round.h"

namespace vta {
namespace {

// What the decoder may allocate at once. A PNG of a few pixels can hold gigabytes of compressed
// zeros, which the decoder would unpack before it looked at them.
thread_local size_t t_allocation_limit = 0;

void* bounded_realloc(void* memory, size_t bytes) {
  return bytes <= t_allocation_limit ? std::realloc(memory, bytes) : nullptr;
}

}  // namespace
}  // namespace vta

#define STBI_MALLOC(bytes) vta::bounded_realloc(nullptr, bytes)
#define STBI_REALLOC(memory, bytes) vta::bounded_realloc(memory, bytes)
#define STBI_FREE(memory) std::free(memory)
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>

namespace vta {
namespace {

using Bytes = std::span<const std::byte>;

size_t byte_at(Bytes bytes, size_t i) {
  return static_cast<size_t>(bytes[i]);
}

bool is_png(Bytes bytes) {
  constexpr unsigned char kPngMagic[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  return bytes.size() >= sizeof kPngMagic &&
         std::memcmp(bytes.data(), kPngMagic, sizeof kPngMagic) == 0;
}

bool is_jpeg(Bytes bytes) {
  return bytes.size() >= 3 && byte_at(bytes, 0) == 0xff && byte_at(bytes, 1) == 0xd8 &&
         byte_at(bytes, 2) == 0xff;
}

// Chunks (length, type, data, checksum) up to IEND are all there.
bool png_is_complete(Bytes bytes) {
  size_t at = 8;
  while (at + 12 <= bytes.size()) {
    const size_t length = byte_at(bytes, at) << 24 | byte_at(bytes, at + 1) << 16 |
                          byte_at(bytes, at + 2) << 8 | byte_at(bytes, at + 3);
    if (std::memcmp(bytes.data() + at + 4, "IEND", 4) == 0)
      return true;
    if (length > bytes.size())
      return false;
    at += 12 + length;
  }
  return false;
}

// The end marker follows the first scan. The decoder would make up the missing part instead. Marker
// segments before the scan are skipped whole: thumbnails in them have end markers of their own.
bool jpeg_is_complete(Bytes bytes) {
  constexpr size_t kStartOfScan = 0xda, kEnd = 0xd9;
  size_t at = 2;
  while (at + 4 <= bytes.size() && byte_at(bytes, at) == 0xff) {
    const size_t marker = byte_at(bytes, at + 1);
    if (marker == kStartOfScan)
      break;
    at += 2 + (byte_at(bytes, at + 2) << 8 | byte_at(bytes, at + 3));
  }
  for (; at + 2 <= bytes.size(); ++at)
    if (byte_at(bytes, at) == 0xff && byte_at(bytes, at + 1) == kEnd)
      return true;
  return false;
}

constexpr size_t kHeaderBytes = size_t{1} << 20;

// The largest piece that a picture of this size needs while it is decoded: 16-bit RGBA, twice over
// because buffers of unpacked bytes are doubled as they grow, in whole blocks of 32 pixels.
size_t decoder_bytes(int64_t width, int64_t height, std::string_view origin) {
  const ResourcePolicy& policy = resources().policy();
  if (std::max(width, height) > policy.max_image_side)
    throw ResourceError(fmt::format("image '{}' is {} x {} pixels: a side may have {}", origin,
                                    width, height, policy.max_image_side));
  constexpr int64_t kBytesPerPixel = 16, kBlock = 32;
  const int64_t bytes = align_up(width, kBlock) * align_up(height, kBlock) * kBytesPerPixel;
  const int64_t kept = width * height * 3;
  resources().require_bytes(3 * kept,
                            fmt::format("image '{}' of {} x {} pixels", origin, width, height));
  return kHeaderBytes + static_cast<size_t>(bytes);
}

// The decoder calls what is too large for it damaged: the header's own size says which.
void require_png_size(Bytes bytes, std::string_view origin) {
  constexpr size_t kWidth = 16, kHeight = 20;  // behind the first chunk's length and name
  constexpr int64_t kMostDecodedBytes = int64_t{1} << 30, kMostChannels = 4;
  const auto number = [&](size_t at) {
    int64_t value = 0;
    for (size_t k = at; k < at + 4; ++k)
      value = value << 8 | static_cast<int64_t>(byte_at(bytes, k));
    return value;
  };
  if (bytes.size() < kHeight + 4 || std::memcmp(bytes.data() + 12, "IHDR", 4) != 0)
    return;
  const int64_t width = number(kWidth), height = number(kHeight);
  decoder_bytes(width, height, origin);
  if (width * height > kMostDecodedBytes / kMostChannels)
    throw ResourceError(fmt::format("image '{}' is {} x {} pixels: {} can be decoded", origin,
                                    width, height, kMostDecodedBytes / kMostChannels));
}

}  // namespace

Image parse_image(std::span<const std::byte> bytes, std::string_view origin) {
  const auto refuse = [&](std::string_view why) {
    return InputError(fmt::format("image '{}' {}", origin, why));
  };
  if (bytes.empty())
    throw refuse("is empty");
  if (is_ppm(bytes))
    return parse_ppm(bytes, origin);
  if (!is_png(bytes) && !is_jpeg(bytes))
    throw refuse("is neither PNG nor JPEG nor PPM");
  if (is_png(bytes) ? !png_is_complete(bytes) : !jpeg_is_complete(bytes))
    throw refuse(fmt::format("is truncated ({})", counted(std::ssize(bytes), "byte")));
  if (bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max()))
    throw refuse(
        fmt::format("is a file of {} bytes: 2 GiB and more cannot be decoded", bytes.size()));
  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const auto size = static_cast<int>(bytes.size());
  int width = 0, height = 0, channels = 0;
  t_allocation_limit = kHeaderBytes;
  const bool known = stbi_info_from_memory(data, size, &width, &height, &channels) != 0;
  if (!known && is_png(bytes))
    require_png_size(bytes, origin);
  if (!known)
    throw refuse(fmt::format("is damaged: {}", stbi_failure_reason()));
  t_allocation_limit = decoder_bytes(width, height, origin);
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(data, size, &width, &height, &channels, 3), stbi_image_free);
  if (pixels == nullptr)
    throw refuse(fmt::format("is damaged: {}", stbi_failure_reason()));
  const size_t count = static_cast<size_t>(width) * static_cast<size_t>(height) * 3;
  return {width, height, {pixels.get(), pixels.get() + count}};
}

Image read_image(const std::string& path) {
  return parse_image(read_file(path), path);
}

}  // namespace vta
