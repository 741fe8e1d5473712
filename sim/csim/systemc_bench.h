// The SystemC side of the tool's own devices: one elaborated hierarchy per process, borrowed by the
// device that runs.
//
//   host (initiator) --register port--> Accelerator --memory port--> memory
//
// SystemC has one kernel per process, and nothing can be added to it once it has run; so the
// modules hold no state of a device but a reference to the one that borrows them, for the length of
// one call. Calls of several threads take turns. Kernel time never restarts; each device counts its
// own cycles.
//
// SystemC takes 3 MB of memory and a third of a program's start when it is loaded, so it is in a
// module (base/module.h) that the first device loads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/module.h"
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
  // DeviceError: the process has modules of its own already. Other errors are those of
  // load_module().
  static SystemcBench& of_process();
  virtual ~SystemcBench() = default;

  // Runs the borrower's core for `cycles` more cycles, or until its run has ended.
  virtual void run(const Borrower& borrower, int64_t cycles) = 0;

  // Over the register port; the value fits the register. DeviceError: it is refused.
  virtual void write_register(const Borrower& borrower, const RegisterSpec& reg,
                              uint64_t value) = 0;
  virtual uint64_t read_register(const Borrower& borrower, const RegisterSpec& reg) = 0;

  // Over the memory port, for the core while it runs: see MemoryPort.
  virtual int64_t transfer(const Granted& burst) = 0;
};

struct SystemcModule : Module {
  SystemcBench& (*bench_of_process)();
};

}  // namespace vta::csim

// The module's export: a SystemcModule.
extern "C" const vta::Module* vta_systemc_module(vta::InterruptionSource scopes);
