// A part of a whole in percent.
#pragma once

#include <cstdint>

namespace vta {

// 0 of nothing.
inline double percent_of(int64_t part, int64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace vta
