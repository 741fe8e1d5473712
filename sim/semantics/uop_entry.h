// A decoded micro-op in the scratchpad.
#pragma once

#include <cstdint>

namespace vta {

struct UopEntry {
  uint32_t dst = 0, src = 0, wgt = 0;
  bool operator==(const UopEntry&) const = default;
};

}  // namespace vta
