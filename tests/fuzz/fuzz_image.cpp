// A picture, decoded, and what a classifier sees of it.
#include "base/image.h"
#include "tests/fuzz/fuzz_limits.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return vta::fuzz::within_limits(data, size, [](std::span<const std::byte> bytes) {
    const vta::Image image = vta::parse_image(bytes, "fuzz");
    vta::classifier_view(image, 32, 24);
  });
}
