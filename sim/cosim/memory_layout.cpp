#include "sim/cosim/memory_layout.h"

#include <algorithm>
#include <array>

#include "sim/cosim/generator.h"

namespace vta::cosim {
namespace {

constexpr uint64_t kSlot = uint64_t{1} << 20;
constexpr uint64_t kUopBytes = 0x4000, kDataBytes = 0x40000, kStoreBytes = 0x10000;
constexpr int64_t kMiddleSlots = 64;  // of the middle memory

DramWindow window(uint64_t lo, uint64_t bytes) {
  return {lo, lo + bytes};
}

// The parts as the memory's areas, largest alignment first.
std::array<DramWindow*, 4> areas(MemoryLayout& m) {
  return {&m.data, &m.stores, &m.uops, &m.stream};
}

// All below 1 MiB but a long stream.
MemoryLayout low(uint64_t stream_bytes) {
  MemoryLayout m;
  const bool fits = stream_bytes <= 0xf000;
  m.uops = window(0x1000, kUopBytes);
  m.stream = window(fits ? 0x10000 : kSlot, stream_bytes);
  m.data = window(0x20000, kDataBytes);
  m.stores = window(0x80000, kStoreBytes);
  m.memory_bytes = static_cast<int64_t>(fits ? kSlot : 2 * kSlot);
  return m;
}

// Every area in a slot of its own.
MemoryLayout middle(uint64_t stream_bytes, int64_t slots, RandomSource& random) {
  MemoryLayout m;
  m.memory_bytes = slots * static_cast<int64_t>(kSlot);
  m.data = window(0, kDataBytes);
  m.stores = window(0, kStoreBytes);
  m.uops = window(0, kUopBytes);
  m.stream = window(0, stream_bytes);
  std::array<int64_t, 4> taken{-1, -1, -1, -1};
  for (size_t k = 0; k < taken.size(); ++k) {
    DramWindow& area = *areas(m)[k];
    int64_t slot = 0;
    do
      slot = random.below(slots);
    while (std::ranges::find(taken, slot) != taken.end());
    taken[k] = slot;
    const uint64_t bytes = area.hi - area.lo;
    const auto pages = static_cast<int64_t>((kSlot - bytes) / kPage);
    area = window(
        static_cast<uint64_t>(slot) * kSlot + static_cast<uint64_t>(random.below(pages)) * kPage,
        bytes);
  }
  return m;
}

// Around 4 GiB: one area lies across the border, one stays low, the others are above.
MemoryLayout high(uint64_t stream_bytes, RandomSource& random) {
  MemoryLayout m = middle(stream_bytes, kMiddleSlots / 2, random);
  m.memory_bytes = kMostMemory;
  const int64_t across = random.below(4), low = random.below(4);
  // So far before the border that few micro-ops, or a short stream, reach it.
  constexpr std::array<uint64_t, 4> kBefore = {kDataBytes / 2, kStoreBytes / 2, 256, kPage + 256};
  for (int64_t k = 0; k < 4; ++k) {
    DramWindow& area = *areas(m)[static_cast<size_t>(k)];
    const uint64_t bytes = area.hi - area.lo;
    if (k == across)
      area = window(kBorder4GiB - kBefore[static_cast<size_t>(k)], bytes);
    else if (k != low)
      area = window(kBorder4GiB + kSlot + area.lo, bytes);
  }
  return m;
}

}  // namespace

uint64_t MemoryLayout::lowest() const {
  return std::min({uops.lo, data.lo, stores.lo});
}

uint64_t MemoryLayout::highest() const {
  return std::max({uops.hi, data.hi, stores.hi});
}

MemoryLayout random_layout(int64_t stream_bytes, RandomSource& random) {
  const int64_t kind = random.below(100);
  const auto bytes = static_cast<uint64_t>(stream_bytes);
  return kind < 82   ? low(bytes)
         : kind < 90 ? middle(bytes, kMiddleSlots, random)
                     : high(bytes, random);
}

}  // namespace vta::cosim
