// Checks of tile fields, with messages.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vta {

struct FieldRange {
  std::string_view name;
  int64_t value = 0, least = 0, most = 0;
};

// Of the first field outside its range: "h is 60, legal are 1 to 56"; else empty.
inline std::string range_problem(std::span<const FieldRange> fields) {
  for (const FieldRange& f : fields)
    if (f.value < f.least || f.value > f.most)
      return fmt::format("{} is {}, legal {}", f.name, f.value,
                         f.least == f.most ? fmt::format("is {}", f.least)
                                           : fmt::format("are {} to {}", f.least, f.most));
  return {};
}

}  // namespace vta
