// The properties of an epilogue on which tiles and their cost depend.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include "compiler/kernels/kernel.h"

namespace vta {

struct EpilogueShape {
  int64_t steps = 0, vectors = 0;
  bool residual = false;  // one of the steps adds a tensor
  int64_t results = 1;    // that are stored
  int64_t rescales = 0;   // of the steps: RQ, which takes twice as long and has two vectors or
  int64_t scalars = 0;    // two elements for all channels
  int64_t classes = 1;    // of outputs, for each of which a step has a vector (border_classes.h)
  bool others = false;    // it needs other accumulators, as many as a tile has
  static EpilogueShape of(std::span<const AluStep> steps);
  auto operator<=>(const EpilogueShape&) const = default;  // NOLINT: no pointer
};

// Vectors of one value per channel that the steps have, and single elements.
int64_t count_vectors(std::span<const AluStep> steps);
int64_t count_scalars(std::span<const AluStep> steps);

}  // namespace vta
