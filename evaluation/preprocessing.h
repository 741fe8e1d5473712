// Preparation of images for a network: by options, else by the network's own values, else by one
// default for all commands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/image.h"
#include "base/preprocessing.h"

namespace vta {

// --pixel-scale, --mean, --std as given; empty where they are not.
struct PixelFlags {
  std::vector<double> pixel_scale, mean, std;
  bool any() const { return !pixel_scale.empty() || !mean.empty() || !std.empty(); }
};

struct ImagePreparation {
  Preprocessing how;
  std::string source;  // its source: "as given", "the network's file", ...
};

// The preparation stored with a network: a .onnx file's own metadata, else by its name.
// nullopt where nothing is; InputError as onnx_preprocessing.
std::optional<ImagePreparation> known_preparation(const std::string& model);

// What was given, over `known`, over the default: ImageNet's values for 3 channels, u8 / 255 for
// any other number. UsageError for a value that no image can be prepared with.
ImagePreparation preparation(const PixelFlags& given, const std::optional<ImagePreparation>& known,
                             int64_t channels = 3);

// The same for RGB images. UsageError also when mean or std are neither one value nor three.
Normalization normalization(const Preprocessing& how);

// "x = (u8 / 255 - 0.5) / 0.5, as given"
std::string preparation_text(const ImagePreparation& preparation);
// The members of preprocessing_json() and "source".
boost::json::object preparation_json(const ImagePreparation& preparation);

}  // namespace vta
