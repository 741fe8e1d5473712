// Makes the Verilated library of a recipe in a folder.
#pragma once

#include <string>

#include "sim/tsim/model_recipe.h"

namespace vta {

inline constexpr const char* kModelLibrary = "model.so";

// Leaves `dir`/model.so and `dir`/key.txt; all else is removed. When a tool fails: UsageError with
// the last lines of its log, which is kept as `kept_log`.
void build_model(const ModelRecipe& recipe, const std::string& dir, const std::string& kept_log);

}  // namespace vta
