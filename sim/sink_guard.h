// A trace sink for as long as a scope lasts.
#pragma once

#include "sim/device.h"

namespace vta {

// The device keeps a pointer to the sink: it must be gone whatever the run throws.
class SinkGuard {
 public:
  SinkGuard(Device& device, TraceSink* sink) : device_(device) { device_.set_trace_sink(sink); }
  SinkGuard(const SinkGuard&) = delete;
  SinkGuard& operator=(const SinkGuard&) = delete;
  ~SinkGuard() { device_.set_trace_sink(nullptr); }

 private:
  Device& device_;
};

}  // namespace vta
