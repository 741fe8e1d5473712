#include "hw/fpga/templates.h"

#include <algorithm>

#include "base/error.h"

namespace vta {

namespace {

bool is_in_name(char c) {
  return (c >= 'a' && c <= 'z') || c == '_';
}

}  // namespace

// A place is @name@; any other @ is text.
std::string filled_template(const FpgaTemplate& page, const TemplateValues& values) {
  std::string out;
  std::string_view rest = page.text;
  for (size_t at = rest.find('@'); at != std::string_view::npos; at = rest.find('@')) {
    const auto name_end = std::ranges::find_if_not(rest.substr(at + 1), is_in_name);
    const std::string name(rest.begin() + static_cast<std::ptrdiff_t>(at) + 1, name_end);
    out += rest.substr(0, at);
    rest.remove_prefix(at + 1);
    if (name.empty() || name_end == rest.end() || *name_end != '@') {
      out += '@';
      continue;
    }
    const auto value = values.find(name);
    VTA_CHECK(value != values.end(), "{}: no value for @{}@", page.name, name);
    out += value->second;
    rest.remove_prefix(name.size() + 1);
  }
  return out.append(rest);
}

}  // namespace vta
