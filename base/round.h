// Integers rounded up: the number of tiles that cover an extent, the next aligned offset.
#pragma once

#include <concepts>
#include <type_traits>

namespace vta {

// value / divisor, rounded up. value >= 0, divisor > 0, and their sum fits T.
template <std::integral T>
constexpr T ceil_div(T value, std::type_identity_t<T> divisor) {
  return (value + divisor - 1) / divisor;
}

// The smallest multiple of `multiple` that is not below value; the same conditions. An unsigned sum
// that does not fit wraps, so that the result is below value.
template <std::integral T>
constexpr T align_up(T value, std::type_identity_t<T> multiple) {
  return ceil_div(value, multiple) * multiple;
}

}  // namespace vta
