#include "base/plural.h"

#include <fmt/format.h>

namespace vta {
namespace {

std::string plural_of(std::string_view one) {
  const bool hisses =
      one.ends_with('s') || one.ends_with('x') || one.ends_with("ch") || one.ends_with("sh");
  if (hisses)
    return fmt::format("{}es", one);
  const bool y = one.ends_with('y') && one.size() > 1 &&
                 std::string_view("aeiou").find(one[one.size() - 2]) == std::string_view::npos;
  return y ? fmt::format("{}ies", one.substr(0, one.size() - 1)) : fmt::format("{}s", one);
}

}  // namespace

std::string counted(int64_t count, std::string_view one, std::string_view many) {
  if (count == 1)
    return fmt::format("1 {}", one);
  return fmt::format("{} {}", count, many.empty() ? plural_of(one) : many);
}

}  // namespace vta
