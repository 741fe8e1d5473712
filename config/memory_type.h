// The memory types of LOAD and STORE (ISA, section 2), in encoding order.
#pragma once

#include <cstdint>

namespace vta {

enum class MemoryType : uint8_t { Uop = 0, Wgt = 1, Inp = 2, Acc = 3, Out = 4, Acc8 = 5 };

}  // namespace vta
