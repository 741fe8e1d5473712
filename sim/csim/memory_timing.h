// The parameters of the memory and of the port that a launch uses: registers MEM_* and the bus.
#pragma once

#include <bit>
#include <cstdint>

#include "config/vta_config.h"
#include "sim/launch/register_file.h"

namespace vta::csim {

struct MemoryTiming {
  int64_t read_latency = 0, write_latency = 0, gap = 0;
  int64_t max_outstanding = 1;
  int log_bus = 3;          // log2 of a bus word's bytes
  int log_burst_bytes = 3;  // log2 of MEM_BURST_BEATS * bus, where bursts are cut

  static MemoryTiming of(const VtaConfig& config, const RegisterFile& registers) {
    const auto get = [&](Register reg) { return static_cast<int64_t>(registers.get(reg)); };
    MemoryTiming timing;
    timing.read_latency = get(Register::MemReadLatency);
    timing.write_latency = get(Register::MemWriteLatency);
    timing.gap = get(Register::MemGap);
    timing.max_outstanding = get(Register::MemMaxOutstanding);
    timing.log_bus = static_cast<int>(config.log_bus_width) - 3;
    const int log_beats = std::countr_zero(registers.get(Register::MemBurstBeats));
    timing.log_burst_bytes = timing.log_bus + log_beats;
    return timing;
  }
};

}  // namespace vta::csim
