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
  static EpilogueShape of(std::span<const AluStep> steps);
  auto operator<=>(const EpilogueShape&) const = default;  // NOLINT: no pointer
};

// Of the steps, those that have a vector of one value per channel.
int64_t count_vectors(std::span<const AluStep> steps);

}  // namespace vta
