// The registers of a device: checks of what is written, what starts a launch, what a run leaves
// behind. Alike in every simulator.
#pragma once

#include <array>
#include <cstdint>

#include "config/vta_config.h"
#include "hw/isa/registers.h"
#include "sim/device.h"
#include "sim/semantics/static_check.h"

namespace vta {

class RegisterFile {
 public:
  // MemHi starts as the memory's size, the MEM_* parameters as the configuration's.
  RegisterFile(const VtaConfig& config, int64_t memory_bytes);

  // DeviceError names the register, the value and what is legal: read-only, wider than the
  // register, a base that is not a multiple of its element, a memory parameter out of range.
  // True: a launch begins (1 to Control, which reads as 0 again); DeviceError for more than 1
  // there.
  [[nodiscard]] bool write(Register reg, uint64_t value);
  void check(Register reg, uint64_t value) const;  // what write() would throw
  void set(Register reg, uint64_t value) { values_[static_cast<size_t>(reg)] = value; }
  uint64_t get(Register reg) const { return values_[static_cast<size_t>(reg)]; }

  // What a run leaves behind: status, error, counters; cycles where time is modelled, else 0.
  void set_outcome(const RunReport& report);

  // What the instructions of a launch are checked against, and how many there are.
  CheckContext launch_context() const;

  BaseAddresses bases() const;
  // The window of legal DRAM, never more than the memory.
  DramWindow window() const;

 private:
  VtaConfig config_;
  int64_t memory_bytes_;
  std::array<uint64_t, kNumRegisters> values_{};
};

}  // namespace vta
