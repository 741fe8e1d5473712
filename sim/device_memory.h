// The device's DRAM: one bounds-checked byte image, zero at first, physical addresses from 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace vta {

class DeviceMemory {
 public:
  static constexpr int64_t kDefaultBytes = int64_t{1} << 31;  // reserved, not committed

  explicit DeviceMemory(int64_t bytes = kDefaultBytes);  // pages are committed when touched
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory();

  int64_t size_bytes() const { return size_bytes_; }
  bool contains(uint64_t phys_addr, int64_t bytes) const;
  // Throws DeviceError naming address, size and the memory's size when out of range.
  std::span<std::byte> at(uint64_t phys_addr, int64_t bytes);
  std::span<const std::byte> at(uint64_t phys_addr, int64_t bytes) const;
  // All zero again. Whole pages of a large range are returned to the system, so memory that is not
  // written later takes neither time nor space.
  void clear(uint64_t phys_addr, int64_t bytes);
  // For sparse use: pages of the usual size, because large ones would have to be zeroed, compared
  // and returned as a whole.
  void expect_sparse_use();
  std::byte* data() { return data_; }  // unchecked, for simulators that check first
  const std::byte* data() const { return data_; }

 private:
  std::byte* data_ = nullptr;
  int64_t size_bytes_ = 0;
};

}  // namespace vta
