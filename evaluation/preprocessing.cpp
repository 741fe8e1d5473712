#include "evaluation/preprocessing.h"

#include <filesystem>

#include "base/error.h"
#include "base/image_input.h"
#include "compiler/onnx/metadata.h"

namespace vta {
namespace {

// Networks that are around in copies whose files say nothing.
struct NamedNetwork {
  const char* stem;
  Preprocessing how;
};
const std::vector<NamedNetwork>& named_networks() {
  static const std::vector<NamedNetwork> networks = {
      {"digits_resnet8", {.pixel_scale = 1, .mean = {128}, .std = {64}}},
  };
  return networks;
}

ImagePreparation default_preparation(int64_t channels) {
  if (channels == 3)
    return {{}, "ImageNet's values, the default: the network has none"};
  return {{.pixel_scale = 1.0 / 255, .mean = {0}, .std = {1}},
          fmt::format("the default for {} channel{}: the network has none", channels,
                      channels == 1 ? "" : "s")};
}

}  // namespace

std::optional<ImagePreparation> known_preparation(const std::string& model) {
  if (model.ends_with(".onnx"))
    if (const auto own = onnx_preprocessing(model))
      return ImagePreparation{*own, "as the network's file says"};
  const std::string stem = std::filesystem::path(model).stem().string();
  for (const NamedNetwork& network : named_networks())
    if (network.stem == stem)
      return ImagePreparation{network.how, fmt::format("known of {}", stem)};
  return std::nullopt;
}

ImagePreparation preparation(const PixelFlags& given, const std::optional<ImagePreparation>& known,
                             int64_t channels) {
  ImagePreparation result = known ? *known : default_preparation(channels);
  std::vector<std::string> options;
  if (!given.pixel_scale.empty()) {
    result.how.pixel_scale = given.pixel_scale.front();
    options.emplace_back("--pixel-scale");
  }
  if (!given.mean.empty()) {
    result.how.mean = given.mean;
    options.emplace_back("--mean");
  }
  if (!given.std.empty()) {
    result.how.std = given.std;
    options.emplace_back("--std");
  }
  if (options.size() == 3)
    result.source = "as given";
  else if (!options.empty())
    result.source = fmt::format("{} as given, else {}", fmt::join(options, ", "), result.source);
  if (const std::string problem = preprocessing_problem(result.how); !problem.empty())
    throw UsageError("--" + problem);
  return result;
}

Normalization normalization(const Preprocessing& how) {
  return rgb_normalization(how, "--");
}

std::string preparation_text(const ImagePreparation& preparation) {
  return fmt::format("{}, {}", preprocessing_text(preparation.how), preparation.source);
}

boost::json::object preparation_json(const ImagePreparation& preparation) {
  boost::json::object out = preprocessing_json(preparation.how);
  out["source"] = preparation.source;
  return out;
}

}  // namespace vta
