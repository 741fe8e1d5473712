// The area model's table: a row for each module of the core, with what its look-up tables and
// flip-flops grow with, and what is counted exactly.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "hw/synth/area_shape.h"

namespace vta {

// What a module's area is proportional to. Non-negative, and no smaller in a larger machine.
struct AreaFeature {
  std::string_view name;
  double (*value)(const AreaShape& shape, const MemoryShape& memory);
};

// A row of a synthesis report. Rows of one `fit` share their coefficients.
struct ModuleModel {
  std::string_view module;
  std::string_view fit;
  int64_t instances = 1;  // where count is not there
  std::span<const AreaFeature> lut = {}, ff = {};
  const MemoryShape AreaShape::*memory = &AreaShape::uop;  // that the features are about
  // Exact counts: multipliers and memories. nullptr: none.
  int64_t (*dsp)(const AreaShape& shape) = nullptr;
  MemoryArea (*memories)(const AreaShape& shape) = nullptr;
  int64_t (*count)(const AreaShape& shape) = nullptr;  // of instances
};

std::span<const ModuleModel> module_models();

}  // namespace vta
