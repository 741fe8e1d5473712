// Memory by the kernel module u-dma-buf: /dev/NAME is mapped; /sys/class/u-dma-buf/NAME has its
// address and synchronizes caches.
#pragma once

#include <string>

#include "driver/linux/board_memory.h"
#include "driver/linux/system_file.h"

namespace vta::board {

inline constexpr const char* kBufferName = "udmabuf-vta";  // in the device tree: device-name

class UDmaBuf final : public BoardMemory {
 public:
  UDmaBuf(const SystemPaths& paths, const std::string& name);

  uint64_t phys_addr() const override { return phys_addr_; }
  std::span<std::byte> bytes() override { return mapping_.bytes(); }
  void sync_for_device(int64_t offset, int64_t size) override;
  void sync_for_cpu(int64_t offset, int64_t size) override;

 private:
  void sync(int64_t offset, int64_t size, const char* file);

  std::string folder_;
  DeviceFile file_;
  uint64_t phys_addr_;
  Mapping mapping_;
};

}  // namespace vta::board
