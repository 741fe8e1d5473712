#include "compiler/codegen/memory_plan.h"

#include <algorithm>
#include <numeric>

#include "base/round.h"

namespace vta {
namespace {

bool alive_together(const Lifetime& a, const Lifetime& b) {
  return a.first <= b.last && b.first <= a.last;
}

}  // namespace

MemoryPlan plan_memory(std::span<const Lifetime> lifetimes, int64_t alignment) {
  std::vector<size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return lifetimes[a].bytes > lifetimes[b].bytes; });
  MemoryPlan plan;
  plan.offsets.assign(lifetimes.size(), 0);
  std::vector<size_t> placed;  // ascending by offset
  for (const size_t i : order) {
    int64_t offset = 0;
    for (const size_t j : placed) {
      if (!alive_together(lifetimes[i], lifetimes[j]))
        continue;
      if (offset + lifetimes[i].bytes <= plan.offsets[j])
        break;  // fits before j; everything later is higher still
      offset = std::max(offset, align_up(plan.offsets[j] + lifetimes[j].bytes, alignment));
    }
    plan.offsets[i] = offset;
    plan.total_bytes = std::max(plan.total_bytes, offset + lifetimes[i].bytes);
    placed.insert(
        std::ranges::upper_bound(placed, offset, {}, [&](size_t j) { return plan.offsets[j]; }), i);
  }
  plan.total_bytes = align_up(plan.total_bytes, alignment);
  return plan;
}

}  // namespace vta
