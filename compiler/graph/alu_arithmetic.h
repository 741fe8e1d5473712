// The arithmetic of the accelerator's ALU: 32 bits that wrap around.
#pragma once

#include <cstdint>

namespace vta::alu {

constexpr int32_t wrapped(int64_t x) {
  return static_cast<int32_t>(static_cast<uint32_t>(static_cast<uint64_t>(x)));
}

// RSHR, n below 32: x / 2^n, half up; to the left for a negative n.
constexpr int32_t rounded(int32_t x, int64_t n) {
  if (n <= 0)
    return wrapped(static_cast<int64_t>(static_cast<uint64_t>(x) << -n));
  return wrapped(int64_t{x} + (int64_t{1} << (n - 1))) >> n;
}

}  // namespace vta::alu
