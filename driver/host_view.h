// A pointer to device memory, for interfaces that hand one out: the memory itself where the link
// has a view, else a copy in the host's memory that is brought up to date around every run.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "driver/driver.h"

namespace vta {

class HostView {
 public:
  // The buffer must outlive the view. Of a copy its contents are what the device has now.
  explicit HostView(DeviceBuffer& buffer);
  HostView(const HostView&) = delete;
  HostView& operator=(const HostView&) = delete;

  std::span<std::byte> bytes() const { return bytes_; }

  // Without a copy both do nothing. send(), before a run: copies the host's changes since the last
  // copy to the device, in whole pages. fetch(), after a run: copies everything back.
  void send();
  void fetch();

 private:
  DeviceBuffer& buffer_;
  std::vector<std::byte> copy_, device_;  // the host's content, and the device's last content
  std::span<std::byte> bytes_;
};

}  // namespace vta
