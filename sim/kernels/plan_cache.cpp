#include "sim/kernels/plan_cache.h"

#include "sim/kernels/cell_plan.h"

namespace vta::kernels {
namespace {

// About 64 MB.
constexpr int64_t kLargestCache = int64_t{1} << 22;

uint64_t hash_of(const GemmBatch& batch) {
  uint64_t h = 0x243f6a8885a308d3U;
  for (const auto& use : batch) {
    h = (h ^ reinterpret_cast<uintptr_t>(use.get())) * 0x9e3779b97f4a7c15U;
    h ^= h >> 32;
  }
  return h;
}

GemmPlan plan_of(const GemmBatch& batch, const FormSizes& sizes) {
  const GemmUse& first = *batch.front();
  if (!first.lattice)
    return plan_gemm(first.insn, first.range, first.uops, sizes);
  std::vector<const SumLattice*> lattices;
  for (const auto& use : batch)
    lattices.push_back(&*use->lattice);
  return plan_cells(lattices, sizes);
}

}  // namespace

const GemmPlan& PlanCache::find(const GemmBatch& batch, const FormSizes& sizes) {
  const uint64_t hash = hash_of(batch);
  const auto [begin, end] = entries_.equal_range(hash);
  for (auto it = begin; it != end; ++it)
    if (it->second->batch == batch)
      return it->second->plan;
  if (size_ > kLargestCache) {
    entries_.clear();
    size_ = 0;
  }
  auto entry = std::make_unique<Entry>(Entry{batch, plan_of(batch, sizes)});
  size_ += entry->plan.size() + static_cast<int64_t>(batch.size());
  return entries_.emplace(hash, std::move(entry))->second->plan;
}

}  // namespace vta::kernels
