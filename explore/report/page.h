// The page around the data, built from web/: style and script in one file, which loads nothing.
#pragma once

#include <string_view>

namespace vta::explore {

extern const std::string_view kPageBefore, kPageAfter;

}  // namespace vta::explore
