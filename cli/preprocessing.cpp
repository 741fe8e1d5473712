#include "cli/preprocessing.h"

#include <cmath>

namespace vta::cli {
namespace {

std::array<double, 3> per_channel(const std::vector<double>& values, double divisor,
                                  const char* option) {
  if (values.size() != 1 && values.size() != 3)
    throw UsageError(fmt::format("{} has {} values, images have 3 channels: give 1 or 3", option,
                                 values.size()));
  std::array<double, 3> all{};
  for (size_t c = 0; c < 3; ++c)
    all[c] = values[values.size() == 1 ? 0 : c] / divisor;
  return all;
}

}  // namespace

void check_preprocessing(const Preprocessing& how) {
  for (const double value : how.mean)
    if (!std::isfinite(value))
      throw UsageError(fmt::format("--mean has {}, it must be a finite number", value));
  for (const double value : how.std)
    if (!(std::isfinite(value) && value > 0))
      throw UsageError(
          fmt::format("--std has {}: images are divided by it, it must be above 0", value));
  if (!std::isfinite(how.pixel_scale) || how.pixel_scale == 0)
    throw UsageError(
        fmt::format("--pixel-scale is {}, it must be a number other than 0", how.pixel_scale));
}

Normalisation normalisation(const Preprocessing& how) {
  check_preprocessing(how);
  // A Normalisation's pixels are u8 / 255, so both its terms are in that unit.
  const double unit = how.pixel_scale * 255;
  return {per_channel(how.mean, unit, "--mean"), per_channel(how.std, unit, "--std")};
}

}  // namespace vta::cli
