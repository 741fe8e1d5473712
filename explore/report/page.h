// The page around the data, made of web/ at build time: style and script, nothing that is loaded.
#pragma once

#include <string_view>

namespace vta::explore {

extern const std::string_view kPageBefore, kPageAfter;

}  // namespace vta::explore
