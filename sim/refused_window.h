// Device addresses whose bursts the memory refuses: hw/rtl/memory/README.md, "A memory that
// refuses".
#pragma once

#include <cstdint>
#include <string>

namespace vta {

struct RefusedWindow {
  uint64_t lo = 0, hi = 0;  // [lo, hi), whole words of the bus

  bool empty() const { return lo >= hi; }
  // Whether any of the bytes [begin, end), of which there is one at least, is in it.
  bool meets(uint64_t begin, uint64_t end) const { return begin < hi && end > lo; }
  bool operator==(const RefusedWindow&) const = default;

  // DeviceError: it cuts a word of a bus of so many bytes.
  void require_whole_words(int64_t bus_bytes) const;
  std::string refusal_text() const;  // of a run that ended with BUS_ERROR
};

// A device whose memory can be told to: all three simulators.
class RefusingDevice {
 public:
  virtual ~RefusingDevice() = default;
  // Bursts of the accelerator, from the next launch on; nowhere at first. The host's own accesses
  // are not refused. DeviceError: no whole words of the bus.
  virtual void refuse(const RefusedWindow& window) = 0;
};

}  // namespace vta
