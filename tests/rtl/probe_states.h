#pragma once

namespace vta {

// What a unit does in a cycle, as its probe tells it.
enum ProbeState { Busy, TokenPrev, TokenNext, MemQueued, MemLatency, MemData, Slot, None };

}  // namespace vta
