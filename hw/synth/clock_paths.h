// The clock model's table: the few paths of the core that can be its longest, and the quantities
// that each grows with.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "hw/synth/area_shape.h"

namespace vta {

// A quantity that a path's cell delay is proportional to: logarithms of sizes, and levels of a
// tree.
struct PathFeature {
  std::string_view name;
  double (*value)(const AreaShape& shape);
  // Exists only in circuits with two pipes, as in AreaFeature.
  bool of_two_pipes = false;
};

// The longest of all paths that end in some modules.
struct NamedPath {
  std::string_view name;
  // Prefixes of module names, as `vta rtl timing` prints them; "" is every other module.
  std::span<const std::string_view> modules;
  std::span<const PathFeature> features;
};
std::span<const NamedPath> named_paths();

// The path that includes a module's paths.
const NamedPath& named_path_of(std::string_view module);

// Converts picoseconds by module to picoseconds by name of the path.
std::map<std::string_view, int64_t> by_named_path(const std::map<std::string, int64_t>& modules);

}  // namespace vta
