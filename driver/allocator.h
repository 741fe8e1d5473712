// Page allocator of device memory: no physical address below 0x1000, pages of 4 KiB, first fit,
// neighbours coalesce when freed. Alignment (any power of two) is the allocator's business.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace vta {

class Allocator {
 public:
  static constexpr int64_t kPageBytes = 4096;
  static constexpr uint64_t kFirstAddress = 0x1000;

  explicit Allocator(int64_t memory_bytes);  // from 0 on
  Allocator(uint64_t begin, uint64_t end);   // the whole pages of [begin, end)

  // DeviceError when bytes <= 0 or nothing is large enough.
  uint64_t allocate(int64_t bytes, int64_t alignment = kPageBytes);
  void allocate_at(uint64_t phys_addr, int64_t bytes);  // whole pages; DeviceError if taken
  void free(uint64_t phys_addr);                        // DeviceError if it is not an allocation

  // The allocated range [begin, end) that holds an address, if any. Ends are page-rounded.
  struct Range {
    uint64_t begin, end;
  };
  std::optional<Range> find(uint64_t phys_addr) const;
  std::optional<Range> extent() const;  // from the first to the end of the last allocation
  int64_t free_bytes() const;
  int64_t largest_free_bytes() const;

 private:
  void take(uint64_t free_begin, uint64_t begin, uint64_t end);  // out of one free piece

  std::map<uint64_t, uint64_t> free_;       // begin -> end
  std::map<uint64_t, uint64_t> allocated_;  // begin -> end
  uint64_t begin_ = 0, end_ = 0;
};

}  // namespace vta
