// Verilated libraries on disk, each built once whoever asks first.
#pragma once

#include <string>

#include "sim/tsim/model_recipe.h"

namespace vta {

struct CachedModel {
  std::string library;  // path of the shared library
  bool built = false;   // by this call
};

// In the folder tsim of the cache directory (base/process.h). Builds what is not there; processes
// that want the same wait for the one that builds. What an interrupted build left is removed.
// UsageError where it cannot be built or kept.
CachedModel find_or_build_model(const ModelRecipe& recipe);

}  // namespace vta
