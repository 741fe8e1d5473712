// The SystemC side of the tool's own devices: one elaborated hierarchy per process, borrowed by the
// device that runs.
//
//   host (initiator) --register port--> Accelerator --memory port--> memory
//
// SystemC has one kernel per process, and nothing can be added to it once it has run; so the
// modules hold no state of a device but a reference to the one that borrows them, for the length of
// one call. Calls of several threads take turns. Kernel time never restarts; each device counts its
// own cycles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include "hw/isa/registers.h"
#include "sim/csim/arbiter.h"
#include "sim/csim/core_process.h"

namespace vta::csim {

// The memory behind a device's port: cycles from a burst's first to its last beat, less its beats.
struct MemoryModel {
  std::span<std::byte> bytes;
  int64_t read_latency = 0, write_latency = 0;
};

// The borrower of the hierarchy.
struct Borrower {
  CoreProcess& core;
  MemoryModel& memory;
};

class SystemcBench {
 public:
  // DeviceError: the process has modules of its own already.
  static SystemcBench& of_process();
  ~SystemcBench();

  // Runs the borrower's core for `cycles` more cycles, or until its run has ended.
  void run(const Borrower& borrower, int64_t cycles);

  // Over the register port; the value fits the register. DeviceError: it is refused.
  void write_register(const Borrower& borrower, const RegisterSpec& reg, uint64_t value);
  uint64_t read_register(const Borrower& borrower, const RegisterSpec& reg);

  // Over the memory port, for the core while it runs: see MemoryPort.
  int64_t transfer(const Granted& burst);

 private:
  struct Modules;
  SystemcBench();
  void lend(const Borrower& borrower);

  std::mutex mutex_;
  std::unique_ptr<Modules> modules_;
};

}  // namespace vta::csim
