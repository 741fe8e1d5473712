// Verilator's own library, compiled once for all models that are made with the same tools and
// flags.
#pragma once

#include <string>
#include <vector>

#include "sim/tsim/model_recipe.h"

namespace vta {

struct VerilatorRuntime {
  std::string include;               // Verilator's folder of headers
  std::vector<std::string> sources;  // paths, as Verilator lists them for a model
};

// Path of the object, which a model links: a copy in each, since models share no symbol. Kept
// beside the models (sim/tsim/kept_build.h has the errors).
std::string find_or_build_runtime(const ModelRecipe& recipe, const VerilatorRuntime& runtime);

}  // namespace vta
