// What a fuzz target may take: little enough that every input ends at once. A refusal (vta::Error)
// is a normal outcome; whatever else is thrown, crashes, leaks or hangs is a finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/error.h"
#include "base/resource_policy.h"

namespace vta::fuzz {

inline ResourcePolicy tight_policy() {
  ResourcePolicy policy;
  policy.max_bytes = int64_t{64} << 20;
  policy.max_steps = int64_t{1} << 24;
  policy.max_seconds = 10;
  policy.max_image_side = 4096;
  return policy;
}

// Runs `use` under those limits on the input's bytes.
template <typename Use>
int within_limits(const uint8_t* data, size_t size, Use use) {
  const ResourceScope scope(tight_policy());
  try {
    use(std::as_bytes(std::span(data, size)));
  } catch (const Error&) {  // refused
  }
  return 0;
}

}  // namespace vta::fuzz
