#include "cli/preprocessing.h"

#include <algorithm>
#include <cmath>

namespace vta::cli {
namespace {

std::array<double, 3> per_channel(const std::vector<double>& values, double divisor,
                                  const char* option) {
  if (values.size() != 1 && values.size() != 3)
    throw UsageError(fmt::format("{} has {} values, images have 3 channels: give 1 or 3", option,
                                 values.size()));
  std::array<double, 3> all{};
  if (!std::ranges::all_of(values, [](double v) { return std::isfinite(v); }))
    throw UsageError(fmt::format("{} has a value that is not finite", option));
  for (size_t c = 0; c < 3; ++c)
    all[c] = values[values.size() == 1 ? 0 : c] / divisor;
  return all;
}

}  // namespace

Normalisation normalisation(const Preprocessing& how) {
  if (how.pixel_scale == 0 || !std::isfinite(how.pixel_scale))
    throw UsageError(
        fmt::format("--pixel-scale is {}: pixels are multiplied by it", how.pixel_scale));
  if (std::ranges::count(how.std, 0.0) > 0)
    throw UsageError("--std has a 0: images are divided by it");
  // A Normalisation's pixels are u8 / 255, so both its terms are in that unit.
  const double unit = how.pixel_scale * 255;
  return {per_channel(how.mean, unit, "--mean"), per_channel(how.std, unit, "--std")};
}

}  // namespace vta::cli
