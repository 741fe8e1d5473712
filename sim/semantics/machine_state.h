// The architectural state that instructions change: four scratchpads as plain arrays.
//
// Layouts are the ISA's: INP [depth][batch][block_in], WGT [depth][block_out][block_in],
// ACC [depth][batch][block_out]. Micro-ops are kept decoded. Everything is zero at first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "config/vta_config.h"
#include "hw/isa/codec.h"
#include "sim/semantics/uop_entry.h"

namespace vta {

// 64-byte aligned storage for vector code.
template <typename T>
struct CacheLineAllocator {
  using value_type = T;
  CacheLineAllocator() = default;
  template <typename U>
  explicit CacheLineAllocator(const CacheLineAllocator<U>&) {}
  T* allocate(size_t n) {
    return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{64}));
  }
  void deallocate(T* p, size_t) { ::operator delete (p, std::align_val_t{64}); }
  bool operator==(const CacheLineAllocator&) const { return true; }
};
template <typename T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

struct MachineState {
  explicit MachineState(const VtaConfig& config);

  VtaConfig config;
  InsnCodec codec;
  int64_t inp_elem = 0;  // int8 values per INP element
  int64_t wgt_elem = 0;  // int8 values per WGT element
  int64_t acc_elem = 0;  // int32 lanes per ACC element
  int64_t inp_depth = 0, wgt_depth = 0, acc_depth = 0, uop_depth = 0;

  std::vector<UopEntry> uop;
  AlignedVector<int8_t> inp;
  AlignedVector<int8_t> wgt;
  AlignedVector<int32_t> acc;

  // Copy of `count` elements from `first` in their DRAM form: Uop words, INP and WGT bytes, Acc
  // int32 lanes, Out and Acc8 the low byte of each lane. DeviceError when out of range.
  std::vector<std::byte> read(MemoryType type, int64_t first, int64_t count) const;
};

}  // namespace vta
