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

  // Without a copy both do nothing. send(): what the host has changed since the two were last equal
  // goes to the device, in whole pages; before a run. fetch(): all that the device has comes back;
  // after a run.
  void send();
  void fetch();

 private:
  DeviceBuffer& buffer_;
  std::vector<std::byte> copy_, device_;  // what the host sees, and what the device had last
  std::span<std::byte> bytes_;
};

}  // namespace vta
