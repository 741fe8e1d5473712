// Verilated libraries on disk, each built once by the first process that needs it.
#pragma once

#include <string>

#include "sim/tsim/model_recipe.h"

namespace vta {

struct CachedModel {
  std::string library;  // path of the shared library
  bool built = false;   // by this call
};

// Found or made as sim/tsim/kept_build.h says, with its errors. UsageError where a tool fails.
CachedModel find_or_build_model(const ModelRecipe& recipe);

}  // namespace vta
