#include "runtime/kernel_description.h"

#include <algorithm>

namespace vta {

std::string KernelDescription::text() const {
  return tiles.empty() || geometry.empty() ? geometry + tiles : geometry + ", " + tiles;
}

// Tiles begin with one of two words, and no geometry has them behind a comma.
KernelDescription KernelDescription::parse(std::string_view text) {
  const size_t at = std::min(text.find(", tile"), text.find(", rows"));
  if (at == std::string_view::npos)
    return {std::string(text), ""};
  return {std::string(text.substr(0, at)), std::string(text.substr(at + 2))};
}

}  // namespace vta
