#include "sim/kernels/gemm_use.h"

#include <algorithm>
#include <cstring>

namespace vta::kernels {
namespace {

// About 64 MB.
constexpr int64_t kMaxSize = int64_t{1} << 20;

uint64_t hash_of(std::span<const int64_t> loops, std::span<const UopEntry> uops) {
  uint64_t h = 0x243f6a8885a308d3U;
  const auto mix = [&](uint64_t v) {
    h = (h ^ v) * 0x9e3779b97f4a7c15U;
    h ^= h >> 32;
  };
  for (int64_t v : loops)
    mix(static_cast<uint64_t>(v));
  for (const UopEntry& u : uops)
    mix((uint64_t{u.dst} << 40) ^ (uint64_t{u.src} << 20) ^ u.wgt);
  return h;
}

// Of one index of the micro-ops, over the loops.
ElementRange reach(const LoopRange& range, std::span<const UopEntry> uops,
                   uint32_t UopEntry::*index, int64_t out, int64_t in) {
  ElementRange all{INT64_MAX, 0};
  for (const UopEntry& u : uops) {
    all.begin = std::min<int64_t>(all.begin, u.*index);
    all.end = std::max<int64_t>(all.end, u.*index);
  }
  all.begin += range.o_begin * out + range.i_begin * in;
  all.end += (range.o_end - 1) * out + (range.i_end - 1) * in + 1;
  return all;
}

}  // namespace

std::shared_ptr<const GemmUse> GemmUses::find(const Insn& n, const LoopRange& range,
                                              std::span<const UopEntry> uops) {
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
    if (it->second.loops == loops &&
        std::memcmp(it->second.use->uops.data(), uops.data(), uops.size_bytes()) == 0)
      return it->second.use;
  if (size_ > kMaxSize) {
    entries_.clear();
    size_ = 0;
  }
  auto use = std::make_shared<GemmUse>();
  use->insn = n;
  use->range = range;
  use->uops.assign(uops.begin(), uops.end());
  use->acc = reach(range, uops, &UopEntry::dst, n.dst_out, n.dst_in);
  use->inp = reach(range, uops, &UopEntry::src, n.src_out, n.src_in);
  use->wgt = reach(range, uops, &UopEntry::wgt, n.wgt_out, n.wgt_in);
  use->lattice = lattice_of(n, range, uops);
  size_ += static_cast<int64_t>(uops.size()) + 8;
  return entries_.emplace(hash, Entry{loops, std::move(use)})->second.use;
}

}  // namespace vta::kernels
