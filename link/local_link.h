// A device in this process. Memory is shared: views are given, and nothing is copied on the way.
#pragma once

#include <memory>

#include "link/device_link.h"

namespace vta {

class LocalLink final : public DeviceLink {
 public:
  explicit LocalLink(std::unique_ptr<Device> device);
  // One whose driver has a part of the memory.
  LocalLink(std::unique_ptr<Device> device, const MemoryRange& memory);

  const LinkInfo& info() const override { return info_; }
  void write(uint64_t phys_addr, std::span<const std::byte> bytes) override;
  void read(uint64_t phys_addr, std::span<std::byte> bytes) override;
  void fill(uint64_t phys_addr, int64_t size_bytes, std::byte value) override;
  std::span<std::byte> view(uint64_t phys_addr, int64_t size_bytes) override;
  LaunchReport launch(const LaunchRequest& request, TraceSink* sink) override;
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first, int64_t count) override;

 private:
  void program_registers(const LaunchRequest& request);

  std::unique_ptr<Device> device_;
  LinkInfo info_;
  bool running_ = false;  // a launch that was given up
};

}  // namespace vta
