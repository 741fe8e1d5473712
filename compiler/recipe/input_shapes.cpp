#include "compiler/recipe/input_shapes.h"

#include <charconv>

#include "base/error.h"
#include "base/text_safety.h"
#include "compiler/graph/shape_util.h"

namespace vta {
namespace {

// "--shape data=1,0"
[[noreturn]] void refuse_shape(const std::string& argument, const std::string& why) {
  throw UsageError(fmt::format("{}: {}; expected NAME=1,3,224,224", argument, why));
}

int64_t extent_of(const std::string& whole, std::string_view text) {
  int64_t extent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
  if (error != std::errc{} || end != text.data() + text.size() || extent < 1 ||
      extent > shapes::kMaxExtent)
    refuse_shape(whole, fmt::format("'{}' is no extent of 1 to {}", text, shapes::kMaxExtent));
  return extent;
}

}  // namespace

// Names may have '=' in them, extents cannot.
std::map<std::string, Shape> input_shapes(const std::vector<std::string>& arguments,
                                          std::string_view name) {
  std::map<std::string, Shape> result;
  for (const std::string& argument : arguments) {
    const std::string whole = fmt::format("{} {}", name, printable(argument));
    const size_t equals = argument.rfind('=');
    if (equals == std::string::npos || equals == 0)
      refuse_shape(whole, "has no name");
    Shape shape;
    std::string_view rest = std::string_view(argument).substr(equals + 1);
    while (true) {
      const size_t comma = rest.find(',');
      shape.push_back(extent_of(whole, rest.substr(0, comma)));
      if (comma == std::string_view::npos)
        break;
      rest.remove_prefix(comma + 1);
    }
    if (shape.size() > shapes::kMaxRank)
      refuse_shape(whole, fmt::format("has {} extents, a tensor has at most {} axes", shape.size(),
                                      shapes::kMaxRank));
    if (!result.emplace(argument.substr(0, equals), shape).second)
      refuse_shape(whole, "names an input that already has a shape");
  }
  return result;
}

}  // namespace vta
