// The registers and the interrupt of an accelerator, wherever they are: mapped by UIO (uio.h), or
// those of a Verilated shell (tests/linux/verilated_board.h).
#pragma once

#include <chrono>
#include <cstdint>

namespace vta::board {

inline constexpr int64_t kWindowBytes = 0x1000;

class RegisterWindow {
 public:
  virtual ~RegisterWindow() = default;

  // `offset` is a multiple of 4 below kWindowBytes. A write that the hardware refuses is a bus
  // error, by which Linux ends the process: callers know what is legal (hw/rtl/axi/README.md).
  virtual uint32_t read32(uint16_t offset) = 0;
  virtual void write32(uint16_t offset, uint32_t value) = 0;

  // One interrupt gets through for each call: it is off until it is enabled again.
  virtual void enable_interrupt() = 0;
  // Whether one came within that time.
  virtual bool wait_for_interrupt(std::chrono::milliseconds most) = 0;
};

}  // namespace vta::board
