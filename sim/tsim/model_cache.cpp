#include "sim/tsim/model_cache.h"

#include "base/resource_step.h"
#include "sim/tsim/kept_build.h"
#include "sim/tsim/model_build.h"

namespace vta {

CachedModel find_or_build_model(const ModelRecipe& recipe) {
  const ResourceStep step("making the model of " + recipe.config_name);
  const auto [path, built] =
      find_or_make({recipe.key, kModelLibrary, "the model of " + recipe.config_name,
                    [&](const std::string& folder, const std::string& kept_log) {
                      build_model(recipe, folder, kept_log);
                    }});
  return {path, built};
}

}  // namespace vta
