#include <cstdlib>
#include <memory>

#include "base/image.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace vta {

std::vector<std::byte> png_bytes(const Image& image) {
  constexpr int kChannels = 3;
  const auto width = static_cast<int>(image.width), height = static_cast<int>(image.height);
  int size = 0;
  const std::unique_ptr<unsigned char, void (*)(void*)> png(
      stbi_write_png_to_mem(image.rgb.data(), width * kChannels, width, height, kChannels, &size),
      std::free);
  if (png == nullptr)
    throw ResourceError("no memory for a picture");
  const auto* data = reinterpret_cast<const std::byte*>(png.get());
  return {data, data + size};
}

}  // namespace vta
