#include "explore/network.h"

namespace vta::explore {

Recipe recipe_of(const NetworkSpec& network, const std::string& quantization) {
  const Recipe own = quantization.empty() ? Recipe() : parse_recipe(quantization);
  const std::string mode = own.text("quant", network.recipe.text("quant", "global"));
  Recipe recipe = network.recipe.for_quant(mode).with(own).set("quant", mode);
  if (mode == "auto" && !recipe.has("all_int8"))
    recipe.set("all_int8", "false");
  return recipe;
}

bool needs_samples(const Recipe& recipe) {
  const std::string mode = recipe.text("quant", "global");
  return mode != "global" && mode != "model" && mode != "keep";
}

}  // namespace vta::explore
