#pragma once

#include <cstdint>

namespace vta {

// Half-open, [begin, begin + size).
struct Range {
  int64_t begin = 0, size = 0;
  int64_t end() const { return begin + size; }
  bool operator==(const Range&) const = default;
};

}  // namespace vta
