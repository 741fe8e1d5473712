// The largest size that a process can address: with 32-bit pointers a 64-bit size may exceed it,
// whatever the policy in force allows.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "base/error.h"
#include "base/resource_policy.h"

namespace vta {

inline constexpr int64_t kAddressableBytes = std::numeric_limits<std::ptrdiff_t>::max() / 2 + 1;

// ResourceError names `what`, its size and the largest; call it before an int64_t becomes a size_t.
inline void require_addressable(int64_t bytes, std::string_view what) {
  if (bytes > kAddressableBytes)
    throw ResourceError(fmt::format("{} needs {}: this process of {} bits can address {}", what,
                                    binary_bytes_text(bytes), 8 * sizeof(void*),
                                    binary_bytes_text(kAddressableBytes)));
}

}  // namespace vta
