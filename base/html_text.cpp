#include "base/html_text.h"

#include "base/text_safety.h"

namespace vta {

std::string html_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text))
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  return out;
}

}  // namespace vta
