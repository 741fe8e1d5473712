// Settings of the compiler in a specification (explore/compile_setting.h): members of a network,
// and axes whose values are texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "explore/compile_setting.h"

namespace vta::explore {

// The settings among a network's members. InputError for a value that is none.
CompileSettings read_settings(const JsonReader& network);

// Whether a member of "axes" is a list of a setting's values. A list of objects is a bundle of
// keys, whatever it is called.
bool is_setting_axis(std::string_view name, const boost::json::value& value);

// Every quantisation with every value of every such axis, the axis that comes last changing
// fastest; of none "global" is taken, which is what a network without quantisations has.
// `quantizations` as they are where there is no such axis. InputError for values that are none,
// twice there, or set by a quantisation too.
std::vector<std::string> with_setting_axes(std::vector<std::string> quantizations,
                                           const JsonReader& axes);

}  // namespace vta::explore
