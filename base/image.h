// Pictures: PNG, JPEG and PPM in, the tensors that image classifiers take out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/tensor.h"

namespace vta {

struct Image {
  int64_t width = 0, height = 0;
  std::vector<uint8_t> rgb;  // rows from the top, three bytes per pixel
};

// InputError names the file and why: unreadable, none of these, truncated, damaged.
Image read_image(const std::string& path);
Image parse_image(std::span<const std::byte> bytes, std::string_view origin);

// A PNG file of 8 bits per channel.
std::vector<std::byte> png_bytes(const Image& image);

// Bilinear; a smaller result averages every pixel that it covers (triangle filter).
Image resized(const Image& image, int64_t width, int64_t height);
// The shorter side becomes `size`, the other keeps the proportions.
Image resized_shorter_side(const Image& image, int64_t size);
Image centre_crop(const Image& image, int64_t width, int64_t height);
// The usual view of classifiers for width x height: the shorter side scaled to 256/224 of the
// extent, then the centre. An image of exactly this size is not changed.
Image classifier_view(const Image& image, int64_t width, int64_t height);

// x = (pixel / 255 - mean) / deviation, per channel.
struct Normalization {
  std::array<double, 3> mean{0.485, 0.456, 0.406};  // ImageNet's
  std::array<double, 3> deviation{0.229, 0.224, 0.225};
};
// uint8 (N, H, W, 3) to float32 (N, 3, H, W).
Tensor normalized(const Tensor& pixels, const Normalization& normalization = {});

}  // namespace vta
