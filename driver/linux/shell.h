// The registers of the AXI shell by their names, used as on the shell's page
// (hw/rtl/axi/README.md).
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "config/vta_config.h"
#include "driver/linux/register_window.h"
#include "hw/isa/registers.h"

namespace vta::board {

using Milliseconds = std::chrono::milliseconds;

class Shell {
 public:
  explicit Shell(RegisterWindow& window) : window_(window) {}

  uint32_t read(Register reg) { return read_at(offset(reg)); }
  uint32_t read(ShellRegister reg) { return read_at(offset(reg)); }
  uint64_t read64(Register reg) { return read64_at(offset(reg)); }
  uint64_t read64(ShellRegister reg) { return read64_at(offset(reg)); }
  void write(Register reg, uint32_t value) { window_.write32(offset(reg), value); }
  void write(ShellRegister reg, uint32_t value) { window_.write32(offset(reg), value); }
  void write64(Register reg, uint64_t value);

  // DeviceError names register, value and what was expected: no shell there, another map of its
  // registers.
  void check_identity();
  // The configuration of the hardware, which runs the streams of `program`: its memory, its
  // circuit's keys as the registers say. DeviceError where it runs other streams: every register
  // that differs.
  VtaConfig hardware_of(const VtaConfig& program);

  bool idle() { return read(ShellRegister::ShellStatus) == 0; }
  // Resets to the state after power-on; DeviceError if responses of the memory are missing for
  // longer than this.
  void reset(Milliseconds patience);

  // Of a launch whose registers are written: clears what was before, enables the interrupt, starts.
  void start();
  // Whether the run has ended within that time.
  bool wait_for_end(Milliseconds most);

 private:
  static uint16_t offset(Register reg);
  static uint16_t offset(ShellRegister reg);
  uint32_t read_at(uint16_t at) { return window_.read32(at); }
  uint64_t read64_at(uint16_t at);

  RegisterWindow& window_;
};

// "3 reads and 1 write" of SHELL_STATUS.
std::string in_flight_text(uint32_t shell_status);

}  // namespace vta::board
