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

// The same for RGB images. UsageError when mean or std are neither one value nor three, a scale is
// 0, or a value is not finite.
Normalisation normalisation(const Preprocessing& how);

}  // namespace vta::cli
