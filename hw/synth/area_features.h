// The area model's table: a row for each module of the core, with the quantities that its look-up
// tables and flip-flops grow with, and the resources that are counted exactly.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "hw/synth/area_shape.h"

namespace vta {

// A quantity that a module's area is proportional to. Non-negative, and no smaller in a larger
// machine.
struct AreaFeature {
  std::string_view name;
  double (*value)(const AreaShape& shape, const MemoryShape& memory);
  // Exists only in circuits with two pipes (ACC_OVERLAP 1). It is fitted to those, after all other
  // features, which are fitted to circuits with one pipe.
  bool of_two_pipes = false;
};

// Number of instances in circuits with one pipe and with two; 0: none.
struct Copies {
  int64_t one_pipe = 1, two_pipes = 1;
  // The first one_pipe instances of two_pipes are like those of one_pipe. Features of two pipes
  // give the area of the others.
  int64_t alike = two_pipes;
  int64_t of(const AreaShape& shape) const { return shape.pipes == 1 ? one_pipe : two_pipes; }
};
constexpr Copies always(int64_t instances) {
  return {instances, instances};
}

// A row of a synthesis report. Rows of one `fit` share their coefficients.
struct ModuleModel {
  std::string_view module;
  std::string_view fit;
  Copies copies = {};
  std::span<const AreaFeature> lut = {}, ff = {};          // of all copies
  const MemoryShape AreaShape::*memory = &AreaShape::uop;  // that the features are about
  // Exact counts over all copies: multipliers and memories. nullptr: none.
  int64_t (*dsp)(const AreaShape& shape) = nullptr;
  MemoryArea (*memories)(const AreaShape& shape) = nullptr;
  int64_t (*count)(const AreaShape& shape) = nullptr;  // of instances, where the shape decides

  // Whether circuits of that shape have the row.
  bool is_in(const AreaShape& shape) const { return instances(shape) > 0; }
  int64_t instances(const AreaShape& shape) const {
    return count != nullptr ? count(shape) : copies.of(shape);
  }
  // The pipes of the circuits that the feature is fitted to: 1 or 2.
  int64_t fitted_to(const AreaFeature& feature) const;
  // Of all copies.
  double amount(const AreaFeature& feature, const AreaShape& shape) const;
};

std::span<const ModuleModel> module_models();

}  // namespace vta
