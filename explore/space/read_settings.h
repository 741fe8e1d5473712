// Compiler settings in a specification (compiler/recipe/setting.h): members of a network, and axes
// whose values are a setting's values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "compiler/recipe/recipe.h"

namespace vta::explore {

// Every setting except `seed`, which is a member of the network itself.
std::vector<std::string_view> network_settings();

// The settings among a network's members. InputError for an illegal value.
Recipe read_settings(const JsonReader& network);

// Whether a member of "axes" is a list of a setting's values. A list of objects is always a bundle
// of keys, whatever its name.
bool is_setting_axis(std::string_view name, const boost::json::value& value);
std::vector<std::string_view> setting_axes();  // names that such an axis may have

// Every quantization with every value of every such axis but "schedule", the axis that comes last
// changing fastest; an empty `quantizations` counts as [`otherwise`] here. `quantizations`
// unchanged if there is no such axis. InputError for values that are illegal, repeated, or also set
// by a quantization.
std::vector<std::string> with_setting_axes(std::vector<std::string> quantizations,
                                           const JsonReader& axes, std::string_view otherwise);

}  // namespace vta::explore
