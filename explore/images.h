// How many images a program takes at once.
#pragma once

#include <cstdint>

#include "runtime/program.h"

namespace vta::explore {

// The first extent of its first input, 1 without inputs.
inline int64_t images_of(const Program& program) {
  if (program.inputs.empty())
    return 1;
  const Shape& shape = program.values[static_cast<size_t>(program.inputs.front())].shape;
  return shape.empty() ? 1 : shape.front();
}

}  // namespace vta::explore
