// Places tensors with known lifetimes in one region so that tensors that are never alive together
// may share memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vta {

struct Lifetime {
  int64_t bytes = 0;
  int64_t first = 0, last = 0;  // steps, both inclusive
};

struct MemoryPlan {
  std::vector<int64_t> offsets;  // per lifetime, multiples of the alignment
  int64_t total_bytes = 0;
};

// Largest first, each at the lowest offset where it overlaps no tensor alive at the same time.
MemoryPlan plan_memory(std::span<const Lifetime> lifetimes, int64_t alignment);

}  // namespace vta
