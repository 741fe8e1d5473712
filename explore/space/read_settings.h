// Settings of compiling in a specification (compiler/recipe/setting.h): members of a network, and
// axes whose values are the setting's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "compiler/recipe/recipe.h"

namespace vta::explore {

// Every setting but `seed`, which is a network's own.
std::vector<std::string_view> network_settings();

// The settings among a network's members. InputError for a value that is none.
Recipe read_settings(const JsonReader& network);

// Whether a member of "axes" is a list of a setting's values. A list of objects is a bundle of
// keys, whatever it is called.
bool is_setting_axis(std::string_view name, const boost::json::value& value);
std::vector<std::string_view> setting_axes();  // names that such an axis may have

// Every quantisation with every value of every such axis but "schedule", the axis that comes last
// changing fastest; of none `otherwise` is taken. `quantizations` as they are where there is no
// such axis. InputError for values that are none, twice there, or set by a quantisation too.
std::vector<std::string> with_setting_axes(std::vector<std::string> quantizations,
                                           const JsonReader& axes, std::string_view otherwise);

}  // namespace vta::explore
