#include "sim/refused_window.h"

#include "base/error.h"

namespace vta {

void RefusedWindow::require_whole_words(int64_t bus_bytes) const {
  const auto bus = static_cast<uint64_t>(bus_bytes);
  if (!empty() && (lo % bus != 0 || hi % bus != 0))
    throw DeviceError(
        fmt::format("the memory refuses [{:#x}, {:#x}), which is not whole words of the bus: both "
                    "must be multiples of {}",
                    lo, hi, bus_bytes));
}

std::string RefusedWindow::refusal_text() const {
  return fmt::format("the memory refuses bursts in [{:#x}, {:#x})", lo, hi);
}

}  // namespace vta
