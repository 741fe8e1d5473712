// Text of unknown origin in pages and drawings.
#pragma once

#include <string>
#include <string_view>

namespace vta {

// printable() (base/text_safety.h), with the special characters of HTML and XML escaped: the text
// can stand between tags and inside a quoted attribute.
std::string html_text(std::string_view text);

}  // namespace vta
