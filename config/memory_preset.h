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
//
// A DRAM (dram_file.h) is one more kind of memory: "ddr3-1066", or a user's file. Its times are in
// nanoseconds, so the clock of the core belongs to it: mhz=, else CLOCK_MHZ, else 100 MHz. It sets
// MEM_DRAM and the clock, and a gap of 0. "ddr3-1066,simple" is a simple memory that approximates
// it (simple_memory): the same three MEM_* as a preset, made of its times and the clock. They are
// set beside a DRAM too, for those who estimate.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "config/dram_config.h"
#include "config/vta_config.h"

namespace vta {

struct MemoryPreset {
  std::string_view name;
  int64_t bus_bytes;  // that it is meant for; not set
  int64_t read_latency, write_latency, gap;
  bool longest_bursts;  // longest_burst() of the configuration; else its own
};
std::span<const MemoryPreset> memory_presets();

// A simple memory for a DRAM in its place, without any fit. The read latency is that of an open
// row, a write is buffered, and the gap makes a burst of `beats` last as long as the DRAM's data
// bus is busy with it, refreshes included.
struct SimpleMemory {
  int64_t read_latency = 0, write_latency = 0, gap = 0;
};
SimpleMemory simple_memory(const DramConfig& dram, int64_t bus_bytes, int64_t beats, int64_t khz);

// What --memory takes: a preset, parameters, or a preset and then parameters that change it:
// "ddr", "bus=16,read=40,write=8,gap=1,outstanding=16,burst=16", "ideal8,read=5". Parameters that
// are absent stay as they are; a preset's bursts are those that the bus takes which the text sets.
// Or a DRAM, and then parameters: "ddr3-1066,mhz=200,burst=16", "ddr3-1066,simple,gap=2".
// UsageError names the parameter, its value and what would be legal;
// ConfigError where the whole is not legal.
VtaConfig apply_memory(VtaConfig config, std::string_view text);

// A note about `config`, which apply_memory(..., text) made: its bus is not the one for which the
// preset in `text` is meant, and `text` has no bus=. "" otherwise.
std::string memory_note(const VtaConfig& config, std::string_view text);

// As apply_memory without validation, for callers that collect all mistakes.
VtaConfig set_memory(VtaConfig config, std::string_view text);

}  // namespace vta
