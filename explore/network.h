// A network of a sweep, and further information about it after preparation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compiler/recipe/recipe.h"
#include "explore/accuracy.h"

namespace vta::explore {

// Equal specs give equal quantized graphs. Exactly one of `zoo` and `model` is given.
struct NetworkSpec {
  std::string name = {};   // what PointSpec::network refers to
  std::string zoo = {};    // a name of `vta model`: weights from `seed`
  std::string model = {};  // or the path of an .onnx file or .ir listing
  uint64_t seed = 0;       // of the zoo's weights, or of constants that a listing lacks
  // Without `seed`. A schedule or a batch in it are those of all of the network's points.
  Recipe recipe = {};
  std::optional<AccuracyData> accuracy = {};
  bool operator==(const NetworkSpec&) const = default;
};

// What points with this text (PointSpec::quantization) of the network ask for: the text's settings
// over the network's, `quant` global where neither says more. The form in all int8 is used only on
// request, so that a network has one form in a sweep.
Recipe recipe_of(const NetworkSpec& network, const std::string& quantization);
// Whether it takes its scales from samples.
bool needs_samples(const Recipe& recipe);

}  // namespace vta::explore
