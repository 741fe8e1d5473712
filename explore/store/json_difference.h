// The first difference of two JSON texts, in words.
#pragma once

#include <string>
#include <string_view>

namespace vta::explore {

// "axes.LOG_BUS_WIDTH is [6,7] there and [6,8] here", "sampling is absent there and {...} here";
// the order of an object's members counts as equal only when every member is. Empty if both are
// equal; if one is not JSON, a text that says that they differ.
std::string first_difference(std::string_view there, std::string_view here);

}  // namespace vta::explore
