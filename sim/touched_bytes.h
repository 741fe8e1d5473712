// The written parts of a device's memory, found without reading it: comparing a memory of gigabytes
// takes only the time of its used pages.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/device_memory.h"

namespace vta {

struct ByteRange {  // [begin, end) of addresses
  uint64_t begin = 0, end = 0;
  bool operator==(const ByteRange&) const = default;
};

// Of the first `bytes` of a memory: outside of these all are zero. Ascending, without overlaps;
// whole pages as far as they are inside. One range where the system does not say which pages were
// written.
std::vector<ByteRange> touched_bytes(const DeviceMemory& memory, int64_t bytes);

}  // namespace vta
