// The clock model's table: the few paths of the core that can be its longest, and what each grows
// with.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "hw/synth/area_shape.h"

namespace vta {

// What a path's cell delay is proportional to: logarithms of sizes, and levels of a tree.
struct PathFeature {
  std::string_view name;
  double (*value)(const AreaShape& shape);
  // What circuits with two pipes have beyond, as AreaFeature has it.
  bool of_two_pipes = false;
};

// The longest of all paths that end in some modules.
struct NamedPath {
  std::string_view name;
  // Beginnings of the names of modules, as `vta rtl timing` has them; "" is every other.
  std::span<const std::string_view> modules;
  std::span<const PathFeature> features;
};
std::span<const NamedPath> named_paths();

// The path that a module's belong to.
const NamedPath& named_path_of(std::string_view module);

// Picoseconds by the name of the path, of picoseconds by module.
std::map<std::string_view, int64_t> by_named_path(const std::map<std::string, int64_t>& modules);

}  // namespace vta
