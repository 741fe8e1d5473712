// The memory behind the port: named presets and free parameters, both as changes of a
// configuration.
//
//   ideal8    latencies 0, gap 0; meant for a bus of 8 bytes a cycle
//   delay16   read latency 16, gap 0; meant for 8 bytes
//   ddr       read latency 40, write latency 8, gap 1, bursts as long as are legal; meant for 16
//             bytes
//
// A preset sets both latencies and the gap (MEM_READ_LATENCY, MEM_WRITE_LATENCY, MEM_GAP), one with
// a gap also the burst length (MEM_BURST_BEATS): the fewer bursts, the fewer gaps. It leaves the
// number of outstanding bursts and the bus as they are. The bus is part of the hardware:
// "ddr,bus=16" sets the preset's bus and so selects another device; only MEM_* can be written to a
// device's registers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "config/vta_config.h"

namespace vta {

struct MemoryPreset {
  std::string_view name;
  int64_t bus_bytes;  // that it is meant for; not set
  int64_t read_latency, write_latency, gap;
  bool longest_bursts;  // longest_burst() of the configuration; else its own
};
std::span<const MemoryPreset> memory_presets();

// What --memory takes: a preset, parameters, or a preset and then parameters that change it:
// "ddr", "bus=16,read=40,write=8,gap=1,outstanding=16,burst=16", "ideal8,read=5". Parameters that
// are absent stay as they are; a preset's bursts are those that the bus takes which the text sets.
// UsageError names the parameter, its value and what would be legal;
// ConfigError where the whole is not legal.
VtaConfig apply_memory(VtaConfig config, std::string_view text);

// A note about `config`, which apply_memory(..., text) made: its bus is not the one for which the
// preset in `text` is meant, and `text` has no bus=. "" otherwise.
std::string memory_note(const VtaConfig& config, std::string_view text);

// As apply_memory without validation, for callers that collect all mistakes.
VtaConfig set_memory(VtaConfig config, std::string_view text);

}  // namespace vta
