#include "driver/allocator.h"

#include <algorithm>

#include "base/error.h"
#include "base/round.h"

namespace vta {
namespace {

constexpr uint64_t kPage = static_cast<uint64_t>(Allocator::kPageBytes);

uint64_t checked_pages(int64_t bytes, uint64_t end) {
  if (bytes <= 0)
    throw DeviceError(
        fmt::format("device memory: an allocation of {} bytes; it must be at least 1", bytes));
  if (static_cast<uint64_t>(bytes) > end)
    return align_up(end + 1, kPage);  // too large for anything, and does not overflow
  return align_up(static_cast<uint64_t>(bytes), kPage);
}

}  // namespace

Allocator::Allocator(int64_t memory_bytes)
    : Allocator(0, static_cast<uint64_t>(std::max<int64_t>(memory_bytes, 0))) {}

Allocator::Allocator(uint64_t begin, uint64_t end)
    : begin_(std::max(align_up(begin, kPage), kFirstAddress)), end_(end & ~(kPage - 1)) {
  if (end_ > begin_)
    free_[begin_] = end_;
}

uint64_t Allocator::allocate(int64_t bytes, int64_t alignment) {
  if (alignment <= 0 || (alignment & (alignment - 1)) != 0)
    throw DeviceError(
        fmt::format("device memory: alignment {}; it must be a power of two", alignment));
  const uint64_t size = checked_pages(bytes, end_);
  const uint64_t align = std::max(static_cast<uint64_t>(alignment), kPage);
  for (auto [begin, end] : free_) {
    const uint64_t first = align_up(begin, align);
    if (first < begin || first > end || end - first < size)
      continue;
    take(begin, first, first + size);
    return first;
  }
  throw DeviceError(
      fmt::format("device memory exhausted: asked for {} bytes with alignment {}, {} bytes are "
                  "free, the largest piece has {}",
                  bytes, alignment, free_bytes(), largest_free_bytes()));
}

void Allocator::allocate_at(uint64_t phys_addr, int64_t bytes) {
  const uint64_t begin = phys_addr & ~(kPage - 1);
  checked_pages(bytes, end_);
  if (begin < begin_ || phys_addr >= end_ || end_ - phys_addr < static_cast<uint64_t>(bytes))
    throw DeviceError(
        fmt::format("device memory: {} bytes at 0x{:x} do not lie inside 0x{:x}..0x{:x}", bytes,
                    phys_addr, begin_, end_));
  const uint64_t end = align_up(phys_addr + static_cast<uint64_t>(bytes), kPage);
  auto it = free_.upper_bound(begin);
  if (it != free_.begin()) {
    --it;
    if (it->first <= begin && end <= it->second)
      return take(it->first, begin, end);
  }
  throw DeviceError(
      fmt::format("device memory: 0x{:x}..0x{:x} is not free: another allocation holds part of it",
                  begin, end));
}

void Allocator::take(uint64_t free_begin, uint64_t begin, uint64_t end) {
  const auto it = free_.find(free_begin);
  const uint64_t free_end = it->second;
  free_.erase(it);
  if (free_begin < begin)
    free_[free_begin] = begin;
  if (end < free_end)
    free_[end] = free_end;
  allocated_[begin] = end;
}

void Allocator::free(uint64_t phys_addr) {
  const auto it = allocated_.find(phys_addr);
  if (it == allocated_.end())
    throw DeviceError(
        fmt::format("device memory: 0x{:x} is not the start of an allocation", phys_addr));
  uint64_t begin = it->first, end = it->second;
  allocated_.erase(it);
  auto next = free_.lower_bound(begin);
  if (next != free_.end() && next->first == end) {
    end = next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin() && std::prev(next)->second == begin)
    std::prev(next)->second = end;
  else
    free_[begin] = end;
}

std::optional<Allocator::Range> Allocator::find(uint64_t phys_addr) const {
  auto it = allocated_.upper_bound(phys_addr);
  if (it == allocated_.begin())
    return std::nullopt;
  --it;
  if (phys_addr >= it->second)
    return std::nullopt;
  return Range{it->first, it->second};
}

std::optional<Allocator::Range> Allocator::extent() const {
  if (allocated_.empty())
    return std::nullopt;
  return Range{allocated_.begin()->first, allocated_.rbegin()->second};
}

int64_t Allocator::free_bytes() const {
  uint64_t sum = 0;
  for (auto [begin, end] : free_)
    sum += end - begin;
  return static_cast<int64_t>(sum);
}

int64_t Allocator::largest_free_bytes() const {
  uint64_t largest = 0;
  for (auto [begin, end] : free_)
    largest = std::max(largest, end - begin);
  return static_cast<int64_t>(largest);
}

}  // namespace vta
