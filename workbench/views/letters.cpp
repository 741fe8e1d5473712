// The only file that sees the font: rectangles of whole pixels, from the library that also decodes
// images; so that pictures need no font of the machine and are the same everywhere.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "workbench/views/picture.h"

#include <stb/stb_easy_font.h>

namespace vta::workbench {
namespace {

constexpr size_t kMostLetters = 256;

std::string ascii_text(const std::string& words) {
  std::string out;
  for (const char c : words) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F)
      out += c;
    else if ((byte & 0xC0) != 0x80)  // once for each character of several bytes
      out += '?';
  }
  return out.substr(0, kMostLetters);
}

void fill_clipped(Image& image, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
                  std::array<uint8_t, 3> colour) {
  for (int64_t y = std::max<int64_t>(y0, 0); y < std::min(y1, image.height); ++y)
    for (int64_t x = std::max<int64_t>(x0, 0); x < std::min(x1, image.width); ++x)
      std::ranges::copy(colour, image.rgb.begin() + (y * image.width + x) * 3);
}

}  // namespace

void draw_text(Image& image, int64_t x, int64_t y, int64_t scale, const std::string& words,
               std::array<uint8_t, 3> colour) {
  struct Vertex {
    float x, y, z;
    unsigned char rgba[4];
  };
  std::string text = ascii_text(words);
  std::vector<Vertex> corners(text.size() * 80 + 4);
  const int quads = stb_easy_font_print(0, 0, text.data(), nullptr, corners.data(),
                                        static_cast<int>(corners.size() * sizeof(Vertex)));
  const auto pixel = [scale](float at) { return static_cast<int64_t>(std::lround(at)) * scale; };
  for (size_t q = 0; q < static_cast<size_t>(quads); ++q) {
    const Vertex &first = corners[q * 4], &third = corners[q * 4 + 2];
    fill_clipped(image, x + pixel(first.x), y + pixel(first.y), x + pixel(third.x),
                 y + pixel(third.y), colour);
  }
}

int64_t text_width(const std::string& words, int64_t scale) {
  std::string text = ascii_text(words);
  return stb_easy_font_width(text.data()) * scale;
}

}  // namespace vta::workbench
