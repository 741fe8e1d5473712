// One run of a device, complete in itself: configuration, memory, registers, instructions.
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
#include "sim/semantics/static_check.h"

namespace vta::cosim {

struct RandomRegion {
  uint64_t addr = 0;
  int64_t bytes = 0;
  uint64_t seed = 0;
  bool operator==(const RandomRegion&) const = default;
};

struct TestProgram {
  VtaConfig config;  // MEM_* included: they are written to the registers
  int64_t memory_bytes = int64_t{1} << 20;
  DramWindow window{0, uint64_t{1} << 20};
  BaseAddresses bases;
  uint64_t insn_addr = 0, uop_addr = 0;
  std::vector<RandomRegion> regions;
  std::vector<Uop> uops;  // at uop_addr
  std::vector<Insn> insns;
  std::vector<int64_t> kernels;              // see Device::set_kernels
  bool racy = false;                         // values may differ between backends, cycles may not
  IsaError expected_error = IsaError::None;  // what the generator meant; not compared
};

bool operator==(const TestProgram& a, const TestProgram& b);

// The hardware that a program needs: two configurations that differ in MEM_* or labels share it.
VtaConfig hardware_of(VtaConfig config);

// Writes the image into a memory of at least memory_bytes, zeroing all else of them.
void place_program(const TestProgram& program, DeviceMemory& memory);

// Data that reach every corner of int8 and int32; equal everywhere for equal seeds.
void fill_random(uint64_t seed, std::byte* bytes, int64_t count);

}  // namespace vta::cosim
