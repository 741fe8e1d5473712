#include "sim/csim/stretch.h"

namespace vta::csim {

BurstRule::BurstRule(const MemoryTiming& timing, bool writes)
    : write(writes),
      gap(timing.gap),
      delay(kPortCycles + (writes ? timing.write_latency : timing.read_latency)),
      full_bytes(int64_t{1} << timing.log_burst_bytes),
      beats(full_bytes >> timing.log_bus),
      period(std::max<int64_t>(2, beats + gap)),
      flight(delay + beats),
      most_before(flight / period) {}

}  // namespace vta::csim
