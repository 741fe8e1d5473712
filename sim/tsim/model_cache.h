// Verilated libraries on disk, each built once whoever asks first.
#pragma once

#include <string>

#include "sim/tsim/model_recipe.h"

namespace vta {

struct CachedModel {
  std::string library;  // path of the shared library
  bool built = false;   // by this call
};

// In the folder tsim of the cache directory (base/cache.h). Builds what is not there or is damaged;
// processes that want the same wait for the one that builds. What an interrupted build left is
// removed. A cache that cannot be written serves what it has. UsageError where a model cannot be
// built or kept; InputError where others could have written what would be loaded.
CachedModel find_or_build_model(const ModelRecipe& recipe);

}  // namespace vta
