// Text of unknown origin in pages and drawings.
#pragma once

#include <string>
#include <string_view>

namespace vta {

// printable() (base/text_safety.h), with the characters that mean something to HTML and XML named:
// it can stand between tags and inside a quoted attribute.
std::string html_text(std::string_view text);

}  // namespace vta
