// The only file that sees the decoder. It is built without the undefined-behaviour sanitizer: the
// decoder shifts negative numbers.
#include <cstring>
#include <memory>

#include "base/file.h"
#include "base/image.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>

namespace vta {
namespace {

constexpr int64_t kMaxPixels = int64_t{1} << 28;

using Bytes = std::span<const std::byte>;

size_t byte_at(Bytes bytes, size_t i) {
  return static_cast<size_t>(bytes[i]);
}

bool is_png(Bytes bytes) {
  constexpr unsigned char kMagic[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  return bytes.size() >= sizeof kMagic && std::memcmp(bytes.data(), kMagic, sizeof kMagic) == 0;
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

}  // namespace

Image parse_image(std::span<const std::byte> bytes, std::string_view origin) {
  const auto refuse = [&](std::string_view why) {
    return InputError(fmt::format("image '{}' {}", origin, why));
  };
  if (bytes.empty())
    throw refuse("is empty");
  if (!is_png(bytes) && !is_jpeg(bytes))
    throw refuse("is neither PNG nor JPEG");
  if (is_png(bytes) ? !png_is_complete(bytes) : !jpeg_is_complete(bytes))
    throw refuse(fmt::format("is truncated ({} bytes)", bytes.size()));
  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const auto size = static_cast<int>(bytes.size());
  int width = 0, height = 0, channels = 0;
  if (stbi_info_from_memory(data, size, &width, &height, &channels) == 0)
    throw refuse(fmt::format("is damaged: {}", stbi_failure_reason()));
  if (static_cast<int64_t>(width) * height > kMaxPixels)
    throw refuse(fmt::format("is too large: {} x {}", width, height));
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
