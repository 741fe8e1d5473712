#include "runtime/uop_cache.h"

#include <algorithm>

#include "base/error.h"

namespace vta {
namespace {

constexpr int kPackedFieldBits = 21;

uint64_t pack(const Uop& uop) {
  VTA_CHECK(((uop.dst | uop.src | uop.wgt) >> kPackedFieldBits) == 0,
            "micro-op dst {} src {} wgt {} has an index out of range", uop.dst, uop.src, uop.wgt);
  return static_cast<uint64_t>(uop.dst) | static_cast<uint64_t>(uop.src) << kPackedFieldBits |
         static_cast<uint64_t>(uop.wgt) << (2 * kPackedFieldBits);
}

}  // namespace

UopCache::UopCache(const VtaConfig& config)
    : codec_(config), depth_(config.depth(MemoryType::Uop)) {}

bool UopCache::has_contents(int64_t sequence) const {
  const Sequence& known = sequences_[static_cast<size_t>(sequence)];
  return known.length == std::ssize(scratch_) &&
         std::equal(scratch_.begin(), scratch_.end(), packed_.begin() + known.word);
}

void UopCache::grow_table() {
  std::vector<Bucket> old(std::max<size_t>(64, 2 * table_.size()));
  std::swap(old, table_);
  const size_t last = table_.size() - 1;
  for (const Bucket& bucket : old)
    if (bucket.sequence >= 0) {
      size_t at = bucket.hash & last;
      while (table_[at].sequence >= 0)
        at = (at + 1) & last;
      table_[at] = bucket;
    }
}

int64_t UopCache::find_or_add(std::span<const Uop> uops) {
  scratch_.resize(uops.size());
  uint64_t hash = uops.size();
  for (size_t i = 0; i < uops.size(); ++i) {
    scratch_[i] = pack(uops[i]);
    hash = (hash ^ scratch_[i]) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  if (3 * sequences_.size() >= 2 * table_.size())
    grow_table();
  const size_t last = table_.size() - 1;
  size_t at = hash & last;
  for (; table_[at].sequence >= 0; at = (at + 1) & last)
    if (table_[at].hash == hash && has_contents(table_[at].sequence))
      return table_[at].sequence;
  const int64_t index = std::ssize(sequences_);
  table_[at] = {hash, index};
  sequences_.push_back({std::ssize(words_), std::ssize(uops), -1});
  packed_.insert(packed_.end(), scratch_.begin(), scratch_.end());
  for (const Uop& uop : uops)
    words_.push_back(codec_.encode_uop(uop));
  return index;
}

void UopCache::evict_overlapping(int64_t begin, int64_t end) {
  auto it = resident_.upper_bound(begin);
  if (it != resident_.begin())
    --it;
  while (it != resident_.end() && it->first < end) {
    Sequence& old = sequences_[static_cast<size_t>(it->second)];
    if (old.sram_base + old.length <= begin) {
      ++it;
      continue;
    }
    old.sram_base = -1;
    it = resident_.erase(it);
    ++evictions_;
  }
}

// A sequence does not wrap around.
int64_t UopCache::next_place(int64_t length) const {
  return head_ + length > depth_ ? 0 : head_;
}

UopCache::Load UopCache::place(int64_t index) {
  Sequence& sequence = sequences_[static_cast<size_t>(index)];
  head_ = next_place(sequence.length);
  evict_overlapping(head_, head_ + sequence.length);
  sequence.sram_base = head_;
  resident_[head_] = index;
  head_ += sequence.length;
  return {sequence.sram_base, sequence.word, sequence.length};
}

std::vector<UopCache::Load> UopCache::load_with(const Load& first, const Upcoming& upcoming) {
  constexpr int kMostSequences = 256;  // looked at; a loop may repeat its own for long
  std::vector<Load> used{first}, loads{first};
  auto pushes_out = [&](int64_t begin, int64_t end) {
    return std::ranges::any_of(
        used, [&](const Load& u) { return u.sram_base < end && begin < u.sram_base + u.count; });
  };
  int64_t room = depth_ / 2 - first.count;
  for (int i = 0; i < kMostSequences; ++i) {
    const std::span<const Uop> uops = upcoming();
    if (uops.empty())
      break;
    const int64_t index = find_or_add(uops);
    const Sequence& sequence = sequences_[static_cast<size_t>(index)];
    if (sequence.sram_base < 0) {
      const int64_t begin = next_place(sequence.length);
      room -= sequence.length;
      if (room < 0 || pushes_out(begin, begin + sequence.length))
        break;
      const Load load = place(index);
      Load& last = loads.back();
      if (load.sram_base == last.sram_base + last.count && load.word == last.word + last.count)
        last.count += load.count;
      else
        loads.push_back(load);
    }
    used.push_back({sequence.sram_base, sequence.word, sequence.length});
  }
  return loads;
}

UopCache::Placement UopCache::use(std::span<const Uop> uops) {
  if (uops.empty())
    return {};
  if (std::ssize(uops) > depth_)
    throw CompileError(
        fmt::format("a kernel of {} micro-ops does not fit the micro-op scratchpad of {}; smaller "
                    "tiles or a larger LOG_UOP_BUFF_SIZE are needed",
                    uops.size(), depth_));
  const int64_t index = find_or_add(uops);
  const bool load = sequences_[static_cast<size_t>(index)].sram_base < 0;
  if (load)
    place(index);
  const Sequence& sequence = sequences_[static_cast<size_t>(index)];
  return {sequence.sram_base, sequence.word, load};
}

}  // namespace vta
