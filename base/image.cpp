#include "base/image.h"

#include <algorithm>
#include <cmath>

namespace vta {
namespace {

// Which pixels of a line make one pixel of the resized line, and how much of each.
struct Share {
  int64_t first = 0;
  std::vector<double> weights;  // sum 1
};

// A triangle around the result's centre, as wide as the scale when the line shrinks.
std::vector<Share> shares(int64_t from, int64_t to) {
  const double scale = static_cast<double>(from) / static_cast<double>(to);
  const double reach = std::max(1.0, scale);
  std::vector<Share> all;
  for (int64_t i = 0; i < to; ++i) {
    const double centre = (static_cast<double>(i) + 0.5) * scale;
    Share share;
    share.first = std::max<int64_t>(0, std::lround(centre - reach));
    const int64_t end = std::min(from, std::lround(centre + reach));
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

// A picture seen as lines to resize: `outer` groups, `group` values apart, of values that are
// `step` apart. Rows: a group per row, step 3. Columns: one group, step a whole row.
struct Lines {
  int64_t outer, group, step;
};

std::vector<double> resized_lines(const std::vector<double>& in, const Lines& lines,
                                  const std::vector<Share>& line) {
  const int64_t out_group = static_cast<int64_t>(line.size()) * lines.step;
  std::vector<double> out(static_cast<size_t>(lines.outer * out_group));
  for (int64_t o = 0; o < lines.outer; ++o)
    for (size_t i = 0; i < line.size(); ++i)
      for (size_t k = 0; k < line[i].weights.size(); ++k) {
        const int64_t from = line[i].first + static_cast<int64_t>(k);
        const double* source = in.data() + o * lines.group + from * lines.step;
        double* target = out.data() + o * out_group + static_cast<int64_t>(i) * lines.step;
        for (int64_t c = 0; c < lines.step; ++c)
          target[c] += line[i].weights[k] * source[c];
      }
  return out;
}

}  // namespace

Image resized(const Image& image, int64_t width, int64_t height) {
  VTA_CHECK(width > 0 && height > 0, "resize to {} x {}", width, height);
  if (width == image.width && height == image.height)
    return image;
  const std::vector<double> pixels(image.rgb.begin(), image.rgb.end());
  const std::vector<double> rows =
      resized_lines(pixels, {image.height, image.width * 3, 3}, shares(image.width, width));
  const std::vector<double> all =
      resized_lines(rows, {1, image.height * width * 3, width * 3}, shares(image.height, height));
  Image out{width, height, {}};
  out.rgb.reserve(all.size());
  for (double v : all)
    out.rgb.push_back(static_cast<uint8_t>(std::clamp(std::lround(v), 0L, 255L)));
  return out;
}

Image resized_shorter_side(const Image& image, int64_t size) {
  const int64_t shorter = std::min(image.width, image.height);
  const auto other = [&](int64_t side) { return std::max<int64_t>(1, side * size / shorter); };
  return image.width <= image.height ? resized(image, size, other(image.height))
                                     : resized(image, other(image.width), size);
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
  return centre_crop(resized_shorter_side(image, size), width, height);
}

Tensor normalised(const Tensor& pixels, const Normalisation& normalisation) {
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
            static_cast<float>((value - normalisation.mean[c]) / normalisation.deviation[c]);
      }
  return out;
}

}  // namespace vta
