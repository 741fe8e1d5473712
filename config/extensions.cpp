#include "config/extensions.h"

#include <fmt/format.h>

#include <vector>

namespace vta {

namespace {

constexpr std::string_view kNone = "none";

int64_t bit_of(std::string_view name) {
  for (const ExtensionName& e : kExtensions)
    if (e.name == name)
      return static_cast<int64_t>(e.extension);
  return 0;
}

}  // namespace

std::string extensions_text(int64_t isa_ext) {
  std::vector<std::string_view> names;
  for (const ExtensionName& e : kExtensions)
    if (has_extension(isa_ext, e.extension))
      names.push_back(e.name);
  return names.empty() ? std::string(kNone) : fmt::format("{}", fmt::join(names, "+"));
}

std::optional<int64_t> parse_extensions(std::string_view text) {
  if (text == kNone)
    return 0;
  int64_t isa_ext = 0;
  while (true) {
    const size_t end = text.find('+');
    const int64_t bit = bit_of(text.substr(0, end));
    if (bit == 0 || (isa_ext & bit) != 0)
      return std::nullopt;
    isa_ext |= bit;
    if (end == std::string_view::npos)
      return isa_ext;
    text.remove_prefix(end + 1);
  }
}

std::string known_extensions() {
  std::vector<std::string_view> names{kNone};
  for (const ExtensionName& e : kExtensions)
    names.push_back(e.name);
  return fmt::format("{}, or several like {}", fmt::join(names, ", "),
                     extensions_text(all_extensions()));
}

}  // namespace vta
