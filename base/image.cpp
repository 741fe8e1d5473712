#include "base/image.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/resource_policy.h"

namespace vta {
namespace {

// Which pixels of a line make one pixel of the resized line, and how much of each.
struct Share {
  int64_t first = 0;
  std::vector<double> weights;  // sum 1
};

// A part of a resized line: `first` pixels are left out, `count` are made.
struct Part {
  int64_t first = 0, count = 0;
};

// A triangle around the result's centre, as wide as the scale when the line shrinks.
std::vector<Share> shares(int64_t from, int64_t to, Part part) {
  const double scale = static_cast<double>(from) / static_cast<double>(to);
  const double reach = std::max(1.0, scale);
  std::vector<Share> all;
  for (int64_t i = part.first; i < part.first + part.count; ++i) {
    const double centre = (static_cast<double>(i) + 0.5) * scale;
    Share share;
    share.first = std::max<int64_t>(0, std::lround(centre - reach));
    const int64_t end = std::min<int64_t>(from, std::lround(centre + reach));
    double sum = 0;
    for (int64_t p = share.first; p < std::max(end, share.first + 1); ++p) {
      const double distance = std::abs(static_cast<double>(p) + 0.5 - centre) / reach;
      share.weights.push_back(std::max(1e-12, 1.0 - distance));
      sum += share.weights.back();
    }
    for (double& w : share.weights)
      w /= sum;
    all.push_back(std::move(share));
  }
  return all;
}

// Rows resized to a part of their new width; only source rows [first_row, end_row) are made.
std::vector<double> resized_rows(const Image& image, const std::vector<Share>& columns,
                                 int64_t first_row, int64_t end_row) {
  const auto width = static_cast<int64_t>(columns.size());
  std::vector<double> out(static_cast<size_t>((end_row - first_row) * width * 3));
  for (int64_t y = first_row; y < end_row; ++y) {
    const uint8_t* row = image.rgb.data() + y * image.width * 3;
    double* target = out.data() + (y - first_row) * width * 3;
    for (const Share& share : columns) {
      for (size_t k = 0; k < share.weights.size(); ++k)
        for (int64_t c = 0; c < 3; ++c)
          target[c] += share.weights[k] * row[(share.first + static_cast<int64_t>(k)) * 3 + c];
      target += 3;
    }
  }
  return out;
}

// The resized picture's part alone: what lies outside it is never made, however tall or wide the
// whole would be.
Image resized_part(const Image& image, int64_t width, int64_t height, Part x, Part y) {
  const std::vector<Share> columns = shares(image.width, width, x);
  const std::vector<Share> lines = shares(image.height, height, y);
  const int64_t first_row = lines.front().first;
  const int64_t end_row = lines.back().first + static_cast<int64_t>(lines.back().weights.size());
  resources().require_bytes(
      (end_row - first_row) * x.count * 3 * int64_t{sizeof(double)} + x.count * y.count * 3,
      fmt::format("an image resized to {} x {}", width, height));
  const std::vector<double> rows = resized_rows(image, columns, first_row, end_row);
  const int64_t pitch = x.count * 3;
  Image out{x.count, y.count, {}};
  out.rgb.reserve(static_cast<size_t>(y.count * pitch));
  std::vector<double> line(static_cast<size_t>(pitch));
  for (const Share& share : lines) {
    std::fill(line.begin(), line.end(), 0.0);
    for (size_t k = 0; k < share.weights.size(); ++k) {
      const double* row = rows.data() + (share.first - first_row + static_cast<int64_t>(k)) * pitch;
      for (size_t i = 0; i < line.size(); ++i)
        line[i] += share.weights[k] * row[i];
    }
    for (double v : line)
      out.rgb.push_back(static_cast<uint8_t>(std::clamp(std::lround(v), 0L, 255L)));
  }
  return out;
}

// Extents of the picture whose shorter side is `size`.
std::array<int64_t, 2> shorter_side_extents(const Image& image, int64_t size) {
  const int64_t shorter = std::min(image.width, image.height);
  const auto scaled = [&](int64_t side) { return std::max<int64_t>(1, side * size / shorter); };
  return image.width <= image.height ? std::array{size, scaled(image.height)}
                                     : std::array{scaled(image.width), size};
}

}  // namespace

Image resized(const Image& image, int64_t width, int64_t height) {
  VTA_CHECK(width > 0 && height > 0, "resize to {} x {}", width, height);
  if (width == image.width && height == image.height)
    return image;
  return resized_part(image, width, height, {0, width}, {0, height});
}

Image resized_shorter_side(const Image& image, int64_t size) {
  const auto [width, height] = shorter_side_extents(image, size);
  return resized(image, width, height);
}

Image centre_crop(const Image& image, int64_t width, int64_t height) {
  VTA_CHECK(width <= image.width && height <= image.height, "crop {} x {} from {} x {}", width,
            height, image.width, image.height);
  const int64_t left = (image.width - width) / 2, top = (image.height - height) / 2;
  Image out{width, height, {}};
  for (int64_t y = 0; y < height; ++y) {
    const auto row = image.rgb.begin() + ((top + y) * image.width + left) * 3;
    out.rgb.insert(out.rgb.end(), row, row + width * 3);
  }
  return out;
}

Image classifier_view(const Image& image, int64_t width, int64_t height) {
  if (image.width == width && image.height == height)
    return image;
  const int64_t size = (std::max(width, height) * 256 + 112) / 224;
  const auto [full_width, full_height] = shorter_side_extents(image, size);
  if (image.width == full_width && image.height == full_height)
    return centre_crop(image, width, height);
  return resized_part(image, full_width, full_height, {(full_width - width) / 2, width},
                      {(full_height - height) / 2, height});
}

Tensor normalized(const Tensor& pixels, const Normalization& normalization) {
  const Shape& s = pixels.shape();
  VTA_CHECK(s.size() == 4 && s[3] == 3, "pixels of shape {}", shape_text(s));
  const int64_t plane = s[1] * s[2];
  Tensor out = Tensor::zeros(DType::F32, {s[0], 3, s[1], s[2]});
  const auto from = pixels.data<uint8_t>();
  auto to = out.mutable_data<float>();
  for (int64_t n = 0; n < s[0]; ++n)
    for (size_t c = 0; c < 3; ++c)
      for (int64_t i = 0; i < plane; ++i) {
        const double value = from[static_cast<size_t>((n * plane + i) * 3) + c] / 255.0;
        to[static_cast<size_t>((n * 3 + static_cast<int64_t>(c)) * plane + i)] =
            static_cast<float>((value - normalization.mean[c]) / normalization.deviation[c]);
      }
  return out;
}

}  // namespace vta
