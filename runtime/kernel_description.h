// A kernel in words: the layer's geometry, and its tiles.
#pragma once

#include <string>
#include <string_view>

namespace vta {

struct KernelDescription {
  std::string geometry;  // "3x3/1 64x56x56 -> 64x56x56"; the same for every schedule
  std::string tiles;     // "tile h12 w19 co4 ci1", "rows w14 co2", "tiles of 512 elements"

  // As files have it: both with ", " between them.
  std::string text() const;
  static KernelDescription parse(std::string_view text);

  bool empty() const { return geometry.empty() && tiles.empty(); }
  bool operator==(const KernelDescription&) const = default;
};

}  // namespace vta
