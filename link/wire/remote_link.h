// The driver's end of a link: a device that is reached by messages alone.
#pragma once

#include <memory>

#include "link/device_link.h"
#include "link/wire/frame.h"

namespace vta::wire {

class RemoteLink final : public DeviceLink {
 public:
  // Asks what the device is. DeviceError where the other end speaks another version or says what is
  // no answer; what the transport throws, here and below, is passed on.
  explicit RemoteLink(std::unique_ptr<Transport> transport);

  const LinkInfo& info() const override { return info_; }
  void write(uint64_t phys_addr, std::span<const std::byte> bytes) override;
  void read(uint64_t phys_addr, std::span<std::byte> bytes) override;
  void fill(uint64_t phys_addr, int64_t size_bytes, std::byte value) override;
  LaunchReport launch(const LaunchRequest& request, TraceSink* sink) override;
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first, int64_t count) override;

 private:
  // The payload of the answer to a message, which must be of one kind; what the other end caught is
  // thrown. `more` gets what comes before it.
  template <typename More>
  std::vector<std::byte> ask(Kind kind, std::span<const std::byte> payload, Kind answer,
                             const More& more);
  std::vector<std::byte> ask(Kind kind, std::span<const std::byte> payload, Kind answer);

  std::unique_ptr<Transport> transport_;
  LinkInfo info_;
};

}  // namespace vta::wire
