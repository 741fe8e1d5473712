#include "workbench/views/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/npy.h"

namespace vta::workbench {
namespace {

using Colour = std::array<uint8_t, 3>;
constexpr Colour kInk = {31, 41, 55}, kFaint = {107, 114, 128}, kBar = {147, 197, 253};
constexpr int64_t kImageHeight = 400, kMostWidth = 800, kPictureMargin = 20, kPanelWidth = 640;
constexpr int64_t kScale = 2, kClassLine = 44, kTitleLine = 44, kValueWidth = 110;

Image blank(int64_t width, int64_t height) {
  return {width, height, std::vector<uint8_t>(static_cast<size_t>(width * height * 3), 255)};
}

void paste(const Image& from, Image& to, int64_t left, int64_t top) {
  for (int64_t y = 0; y < from.height; ++y)
    std::copy_n(from.rgb.begin() + y * from.width * 3, from.width * 3,
                to.rgb.begin() + ((top + y) * to.width + left) * 3);
}

void fill_rows(Image& image, int64_t x0, int64_t y0, int64_t x1, int64_t y1, Colour colour) {
  for (int64_t y = y0; y < y1; ++y)
    for (int64_t x = x0; x < x1; ++x)
      std::ranges::copy(colour, image.rgb.begin() + (y * image.width + x) * 3);
}

// Small images by whole factors, so that their pixels stay sharp; large and wide ones shrink.
Image scaled(const Image& image) {
  const int64_t factor = kImageHeight / std::max(image.height, image.width);
  if (factor >= 2) {
    Image out = blank(image.width * factor, image.height * factor);
    for (int64_t y = 0; y < out.height; ++y)
      for (int64_t x = 0; x < out.width; ++x)
        std::copy_n(image.rgb.begin() + (y / factor * image.width + x / factor) * 3, 3,
                    out.rgb.begin() + (y * out.width + x) * 3);
    return out;
  }
  const double shrink =
      std::min(static_cast<double>(kImageHeight) / static_cast<double>(image.height),
               static_cast<double>(kMostWidth) / static_cast<double>(image.width));
  const auto extent = [shrink](int64_t pixels) {
    return std::max<int64_t>(1, static_cast<int64_t>(static_cast<double>(pixels) * shrink));
  };
  return resized(image, extent(image.width), extent(image.height));
}

// With "..." at its end where it does not fit.
std::string fitted(const std::string& words, int64_t width) {
  if (text_width(words, kScale) <= width)
    return words;
  std::string cut = words;
  while (!cut.empty() && text_width(cut + "...", kScale) > width)
    cut.pop_back();
  return cut + "...";
}

}  // namespace

Image classes_picture(const Image& image, const std::string& title,
                      const std::vector<PictureRow>& rows) {
  const Image shown = scaled(image);
  const int64_t panel = kTitleLine + kClassLine * std::ssize(rows);
  Image out = blank(kPictureMargin * 3 + shown.width + kPanelWidth,
                    kPictureMargin * 2 + std::max(shown.height, panel));
  paste(shown, out, kPictureMargin, kPictureMargin);
  const int64_t left = kPictureMargin * 2 + shown.width;
  draw_text(out, left, kPictureMargin, kScale, fitted(title, kPanelWidth), kFaint);
  double low = 0, high = 0;
  for (const PictureRow& row : rows) {
    low = std::min(low, row.value);
    high = std::max(high, row.value);
  }
  int64_t y = kPictureMargin + kTitleLine, rank = 0;
  for (const PictureRow& row : rows) {
    const double share = high > low ? (row.value - low) / (high - low) : 1;
    const auto bar = static_cast<int64_t>(share * static_cast<double>(kPanelWidth));
    fill_rows(out, left, y + 20, left + std::max<int64_t>(bar, 1), y + 28, kBar);
    const std::string value = row.words.empty() ? fmt::format("{:.4f}", row.value) : row.words;
    draw_text(out, left, y, kScale,
              fitted(fmt::format("{}. {}", ++rank, row.name), kPanelWidth - kValueWidth), kInk);
    draw_text(out, left + kPanelWidth - text_width(value, kScale), y, kScale, value, kInk);
    y += kClassLine;
  }
  return out;
}

std::optional<Image> shown_image(const std::string& source) {
  std::string lower = source;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto ends = [&](const char* ending) { return lower.ends_with(ending); };
  if (ends(".png") || ends(".jpg") || ends(".jpeg") || ends(".ppm"))
    return read_image(source);
  if (!lower.ends_with(".npy"))
    return std::nullopt;
  const Tensor array = read_npy(source);
  const Shape& shape = array.shape();
  const size_t rank = shape.size();
  if (array.dtype() != DType::U8 || (rank != 3 && rank != 4) || shape.back() != 3 ||
      array.size() == 0)
    return std::nullopt;
  const int64_t height = shape[rank - 3], width = shape[rank - 2];
  const auto pixels = array.data<uint8_t>().first(static_cast<size_t>(height * width * 3));
  return Image{width, height, {pixels.begin(), pixels.end()}};
}

}  // namespace vta::workbench
