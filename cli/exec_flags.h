// The command line of `vta exec`, parsed: what lies where in device memory, and what to run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/device_flags.h"
#include "cli/machine_flags.h"
#include "cli/wave_flags.h"
#include "config/vta_config.h"
#include "driver/driver.h"

namespace vta::cli {

struct ExecFlags {  // as given
  std::string config = "default";
  DeviceFlags device;
  ClockFlag clock;
  WaveFlags wave;
  std::string insn_addr, trace_file;
  std::vector<std::string> loads, allocs, bases, dumps, sram_dumps;
  int64_t count = 0;
  bool json = false, strict = false, check_races = false;
};

struct LoadFile {
  uint64_t phys_addr = 0;
  std::string file;
  std::vector<std::byte> bytes;
};
struct DumpFile {
  uint64_t phys_addr = 0;
  int64_t size_bytes = 0;
  std::string file;
};
struct SramDump {
  std::string name;  // inp, wgt, acc, out, uop
  MemoryType type = MemoryType::Acc;
  int64_t first = 0, end = 0;
};
struct PageRange {  // whole pages
  uint64_t begin = 0, end = 0;
};

struct ExecPlan {
  std::vector<LoadFile> loads;
  std::vector<DumpFile> dumps;
  std::vector<SramDump> sram_dumps;
  std::vector<PageRange> grants;  // sorted, disjoint: ranges that share a page are one
  DramBases bases;
  uint64_t insn_addr = 0;
};

// UsageError names the option, its value and the form that it takes; InputError names a file that
// cannot be read.
ExecPlan parse_exec_flags(const ExecFlags& flags, const VtaConfig& config);

// "1000" and "0x1000" are both 4096. UsageError names `option`.
uint64_t parse_hex(std::string_view text, std::string_view option);

}  // namespace vta::cli
