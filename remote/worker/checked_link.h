// A device for a driver that nobody can vouch for: every launch passes the checks of a driver here
// once more, over the whole memory (rows of LOADs and STOREs, work, read-backs), and limits.
#pragma once

#include <memory>

#include "driver/driver.h"
#include "link/device_link.h"

namespace vta::remote {

class CheckedLink final : public DeviceLink {
 public:
  // A launch takes at most `max_cycles`, its read-backs at most `max_bytes`; ResourceError names
  // the options of `vta serve`.
  CheckedLink(std::unique_ptr<DeviceLink> link, int64_t max_cycles, int64_t max_bytes);

  const LinkInfo& info() const override { return driver_.info(); }
  void write(uint64_t phys_addr, std::span<const std::byte> bytes) override;
  void read(uint64_t phys_addr, std::span<std::byte> bytes) override;
  void fill(uint64_t phys_addr, int64_t size_bytes, std::byte value) override;
  LaunchReport launch(const LaunchRequest& request, TraceSink* sink) override;
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first, int64_t count) override;

 private:
  void check_limits(const LaunchRequest& request) const;

  Driver driver_;
  DeviceBuffer memory_;  // all that can be handed out
  int64_t max_cycles_, max_bytes_;
};

}  // namespace vta::remote
