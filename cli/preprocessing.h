// How pixels become the numbers that a network was trained on.
#pragma once

#include <vector>

#include "base/image.h"

namespace vta::cli {

// x = (u8 * pixel_scale - mean[c]) / std[c]. One value serves all channels. The default is
// ImageNet's.
struct Preprocessing {
  double pixel_scale = 1.0 / 255;
  std::vector<double> mean = {0.485, 0.456, 0.406};
  std::vector<double> std = {0.229, 0.224, 0.225};
};

// UsageError for a value that no image can be prepared with: not finite, a std not above 0, a scale
// of 0.
void check_preprocessing(const Preprocessing& how);

// The same for RGB images. UsageError also when mean or std are neither one value nor three.
Normalisation normalisation(const Preprocessing& how);

}  // namespace vta::cli
