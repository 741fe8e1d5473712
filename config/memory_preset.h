// The memory behind the port: named presets and free parameters, both as changes of a
// configuration.
//
//   ideal8    8 B/cycle, latencies 0, gap 0
//   delay16   8 B/cycle, read latency 16, gap 0
//   ddr      16 B/cycle, read latency 40, write latency 8, gap 1
//
// A preset sets the bus width, both latencies and the gap, and leaves the burst length and the
// number of outstanding bursts as they are. The bus width is part of the hardware: a changed
// configuration needs its own device; MEM_* alone can be written to a device's registers.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "config/vta_config.h"

namespace vta {

struct MemoryPreset {
  std::string_view name;
  int64_t bus_bytes, read_latency, write_latency, gap;
};
std::span<const MemoryPreset> memory_presets();

// UsageError lists the presets; ConfigError as VtaConfig::validate.
VtaConfig apply_memory_preset(VtaConfig config, std::string_view name);

// What --memory takes: a preset, parameters, or a preset and then parameters that change it:
// "ddr", "bus=16,read=40,write=8,gap=1,outstanding=16,burst=16", "ideal8,read=5". Parameters that
// are absent stay as they are. UsageError names the parameter, its value and what would be legal;
// ConfigError where the whole is not legal.
VtaConfig apply_memory(VtaConfig config, std::string_view text);

// As apply_memory, but the whole is not validated: for whoever collects what is wrong with it.
VtaConfig set_memory(VtaConfig config, std::string_view text);

}  // namespace vta
