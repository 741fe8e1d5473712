// Pictures as the inputs of networks.
#pragma once

#include <string_view>

#include "base/image.h"
#include "base/preprocessing.h"

namespace vta {

// The same for RGB images. UsageError where mean or std are neither one value nor three; `prefix`
// stands before their names there ("--" where they are options).
Normalization rgb_normalization(const Preprocessing& how, std::string_view prefix = "");

// InputError names `origin` and the type where it is no float32 (N, 3, H, W).
void require_image_input(const TensorType& wanted, std::string_view origin);

// The middle of a picture (classifier_view) as a float32 input (N, 3, H, W), the same for each N.
// InputError as require_image_input.
Tensor image_input(const Image& image, const TensorType& wanted, const Normalization& normalization,
                   std::string_view origin);

}  // namespace vta
