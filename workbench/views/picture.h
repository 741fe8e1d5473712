// The image that a network was shown and the classes that it found, as one picture.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/image.h"

namespace vta::workbench {

struct PictureRow {
  std::string name;
  double value = 0;
  std::string words = {};  // the value as it is shown; empty: four digits behind the point
};

// The image on the left, scaled to a height of about 400 pixels; on the right `title`, and a line
// per class with its value and a bar: its share of the largest value's distance to the smallest one
// shown. Letters are ASCII; what is not is shown as '?'.
Image classes_picture(const Image& image, const std::string& title,
                      const std::vector<PictureRow>& rows);

// The pixels that --input names: a .png, .jpg or .ppm, or the first of uint8 images (N, H, W, 3) in
// a .npy. Nothing where they are no pixels.
std::optional<Image> shown_image(const std::string& source);

// Draws words with their upper left corner at (x, y), `scale` pixels for one of the font, and cuts
// them at the right edge. Letters are 7 high above the line.
void draw_text(Image& image, int64_t x, int64_t y, int64_t scale, const std::string& words,
               std::array<uint8_t, 3> colour);
int64_t text_width(const std::string& words, int64_t scale);

}  // namespace vta::workbench
