// One self-contained run of a device: configuration, memory, registers, instructions; or
// several launches one after the other.
//
// Device memory is zero but for regions of seeded random bytes, the micro-op words and the
// instruction stream, so a program is a small value that can be written down as text
// (program_text.h), changed (shrink.h) and run on any backend (backend_run.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/isa/codec.h"
#include "sim/device_memory.h"
#include "sim/refused_window.h"
#include "sim/semantics/static_check.h"

namespace vta::cosim {

struct RandomRegion {
  uint64_t addr = 0;
  int64_t bytes = 0;
  uint64_t seed = 0;
  bool operator==(const RandomRegion&) const = default;
};

// A launch after the first one: its instructions begin at `first` and go to the next one's.
struct Relaunch {
  int64_t first = 0;
  bool fresh =
      false;  // memory and scratchpads are as before the first launch, else as they were left
  bool operator==(const Relaunch&) const = default;
};

struct TestProgram {
  VtaConfig config;  // MEM_* included: they are written to the registers
  int64_t memory_bytes = int64_t{1} << 20;
  DramWindow window{0, uint64_t{1} << 20};
  BaseAddresses bases;
  uint64_t insn_addr = 0, uop_addr = 0;
  std::vector<RandomRegion> regions;
  std::vector<Uop> uops;             // at uop_addr
  std::vector<Insn> insns;           // of all launches
  std::vector<Relaunch> relaunches;  // ascending
  std::vector<int64_t> kernels;      // see Device::set_kernels; of every launch
  uint64_t unused_bits =
      0;              // seed of the bits that no field has, in instructions and micro-ops; 0: zero
  int64_t slice = 0;  // cycles of one Device::advance; 0: all at once
  RefusedWindow refused;  // of the memory, in all launches; its bounds are multiples of the bus
  bool racy = false;      // values may differ between backends, cycles may not
  IsaError expected_error = IsaError::None;  // the generator's intention; not compared
};

bool operator==(const TestProgram& a, const TestProgram& b);

// Of a device that runs programs of this configuration: its hardware and the DRAM behind it,
// without what a launch writes to registers.
VtaConfig device_config(const VtaConfig& config);

struct LaunchRange {
  int64_t first = 0, end = 0;  // instructions
  bool fresh = true;
  int64_t size() const { return end - first; }
};
// Every launch, at least one.
std::vector<LaunchRange> launches_of(const TestProgram& program);

// Writes the image into the memory_bytes from `at` on, zeroing all else of them.
void place_program(const TestProgram& program, DeviceMemory& memory, uint64_t at = 0);

// Data that reach every corner of int8 and int32; equal everywhere for equal seeds.
void fill_random(uint64_t seed, std::byte* bytes, int64_t count);

}  // namespace vta::cosim
