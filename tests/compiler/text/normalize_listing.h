#pragma once

#include <string>
#include <string_view>

namespace vta {

// The text of a listing without insignificant parts: comments other than constants' types removed,
// white space normalized. Two listings are the same when these strings are equal.
std::string normalize_listing(std::string_view text);

}  // namespace vta
