#include "sim/kernels/plan_cache.h"

#include <algorithm>
#include <cstring>

namespace vta::kernels {
namespace {

// About 64 MB.
constexpr int64_t kMaxSize = int64_t{1} << 22;

// Two micro-ops stand for all of them in the hash; all are compared.
uint64_t hash_of(std::span<const int64_t> loops, std::span<const UopEntry> uops) {
  uint64_t h = 0x243f6a8885a308d3U;
  const auto mix = [&](uint64_t v) {
    h = (h ^ v) * 0x9e3779b97f4a7c15U;
    h ^= h >> 32;
  };
  for (int64_t v : loops)
    mix(static_cast<uint64_t>(v));
  for (const UopEntry& u : {uops.front(), uops.back()})
    mix((uint64_t{u.dst} << 40) ^ (uint64_t{u.src} << 20) ^ u.wgt);
  return h;
}

}  // namespace

const GemmPlan& PlanCache::find(const Insn& n, const LoopRange& range,
                                std::span<const UopEntry> uops, const FormSizes& sizes) {
  const Loops loops = {range.o_begin,
                       range.o_end,
                       range.i_begin,
                       range.i_end,
                       n.dst_out,
                       n.dst_in,
                       n.src_out,
                       n.src_in,
                       n.wgt_out,
                       n.wgt_in,
                       static_cast<int64_t>(uops.size())};
  const uint64_t hash = hash_of(loops, uops);
  const auto [begin, end] = entries_.equal_range(hash);
  for (auto it = begin; it != end; ++it)
    if (it->second->loops == loops &&
        std::memcmp(it->second->uops.data(), uops.data(), uops.size_bytes()) == 0)
      return it->second->plan;
  if (size_ > kMaxSize) {
    entries_.clear();
    size_ = 0;
  }
  auto entry = std::make_unique<Entry>(
      Entry{loops, {uops.begin(), uops.end()}, plan_gemm(n, range, uops, sizes)});
  size_ += entry->plan.size() + static_cast<int64_t>(uops.size());
  return entries_.emplace(hash, std::move(entry))->second->plan;
}

}  // namespace vta::kernels
