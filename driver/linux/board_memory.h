// Memory shared by the processor and the accelerator: physically contiguous, mapped here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace vta::board {

class BoardMemory {
 public:
  virtual ~BoardMemory() = default;

  virtual uint64_t phys_addr() const = 0;  // of the first byte
  virtual std::span<std::byte> bytes() = 0;

  // Flush: the processor's writes reach memory. Invalidate: the accelerator's writes become visible
  // here. Bytes [offset, offset + size) from phys_addr() on.
  virtual void sync_for_device(int64_t offset, int64_t size) = 0;
  virtual void sync_for_cpu(int64_t offset, int64_t size) = 0;
};

}  // namespace vta::board
