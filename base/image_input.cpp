#include "base/image_input.h"

namespace vta {
namespace {

std::array<double, 3> per_channel(const std::vector<double>& values, double divisor,
                                  std::string_view prefix, std::string_view name) {
  if (values.size() != 1 && values.size() != 3)
    throw UsageError(fmt::format("{}{} has {} values, images have 3 channels: give 1 or 3", prefix,
                                 name, values.size()));
  std::array<double, 3> all{};
  for (size_t c = 0; c < 3; ++c)
    all[c] = values[values.size() == 1 ? 0 : c] / divisor;
  return all;
}

}  // namespace

Normalization rgb_normalization(const Preprocessing& how, std::string_view prefix) {
  // A Normalization's pixels are u8 / 255, so both its terms are in that unit.
  const double unit = how.pixel_scale * 255;
  return {per_channel(how.mean, unit, prefix, "mean"), per_channel(how.std, unit, prefix, "std")};
}

void require_image_input(const TensorType& wanted, std::string_view origin) {
  if (wanted.dtype != DType::F32 || wanted.shape.size() != 4 || wanted.shape[1] != 3)
    throw InputError(
        fmt::format("image '{}': the network takes {}, an image gives (N, 3, H, W) float32", origin,
                    type_text(wanted)));
}

Tensor image_input(const Image& image, const TensorType& wanted, const Normalization& normalization,
                   std::string_view origin) {
  require_image_input(wanted, origin);
  const Shape& s = wanted.shape;
  const Image view = classifier_view(image, s[3], s[2]);
  Tensor pixels = Tensor::zeros(DType::U8, {s[0], s[2], s[3], 3});
  auto to = pixels.mutable_data<uint8_t>();
  for (auto at = to.begin(); at != to.end(); at += static_cast<std::ptrdiff_t>(view.rgb.size()))
    std::copy(view.rgb.begin(), view.rgb.end(), at);
  return normalized(pixels, normalization);
}

}  // namespace vta
