// Registers and interrupt through Linux's UIO (uio_pdrv_genirq): /dev/uioN is mapped, and read and
// written for interrupts.
#pragma once

#include <memory>
#include <string>

#include "driver/linux/register_window.h"
#include "driver/linux/system_file.h"

namespace vta::board {

inline constexpr const char* kUioName = "vta";  // in the device tree: linux,uio-name

// The file of a device: "uio0", "/dev/uio0", or the name that /sys/class/uio/uioN/name has.
// DeviceError names what there is when it is none of them, or more than one.
std::string find_uio(const SystemPaths& paths, const std::string& place);

// The name of the UIO device of a core of a board with several: vta0, vta1 ... A
// DeviceError for another core names the cores of the board.
std::string uio_of_core(const SystemPaths& paths, int64_t core);

// Interrupts of UIO over any open file: a write of 1 enables, a read waits for one.
class UioInterrupt {
 public:
  explicit UioInterrupt(const DeviceFile& file) : file_(file) {}
  void enable();
  bool wait(std::chrono::milliseconds most);

 private:
  const DeviceFile& file_;
};

// Locks the file: a device has one user at a time.
class Uio final : public RegisterWindow {
 public:
  Uio(const SystemPaths& paths, const std::string& place);

  uint32_t read32(uint16_t offset) override { return registers_[offset / 4]; }
  void write32(uint16_t offset, uint32_t value) override { registers_[offset / 4] = value; }
  void enable_interrupt() override { interrupt_.enable(); }
  bool wait_for_interrupt(std::chrono::milliseconds most) override { return interrupt_.wait(most); }

 private:
  DeviceFile file_;
  UioInterrupt interrupt_;
  std::unique_ptr<Mapping> mapping_;
  volatile uint32_t* registers_ = nullptr;
};

}  // namespace vta::board
