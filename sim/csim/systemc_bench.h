// The SystemC side: one elaborated hierarchy per process, borrowed by the device that runs.
//
//   host (initiator) --register port--> core --memory port--> memory
//                                        |
//                                        +-- SC_METHOD step: the arbiter, the one process
//
// Both ports are TLM-2.0 sockets with blocking transport. SystemC has one kernel per process, and
// nothing can be added to it once it has run; so the modules hold no state of a device but a
// reference to the one that borrows them, for the length of one call. Calls of several threads take
// turns. Kernel time goes on for ever; a device's cycles are counted by the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <span>

#include "hw/isa/registers.h"
#include "sim/csim/bursts.h"

namespace vta::csim {

// What the core module needs of a device.
class CoreProcess {
 public:
  virtual ~CoreProcess() = default;
  virtual int64_t now() const = 0;  // cycles of the run so far
  // Goes on through cycle `until`; true once the run has ended.
  virtual bool run_until(int64_t until) = 0;
  // Nothing happens before this cycle.
  virtual int64_t next_cycle() = 0;
  virtual void write_register_at(uint64_t offset, uint64_t value) = 0;
  virtual uint64_t read_register_at(uint64_t offset) const = 0;
};

// The memory behind a device's port.
struct MemoryModel {
  std::span<std::byte> bytes;
  int64_t read_latency = 0, write_latency = 0;
  int log_bus = 3;
};

// What borrows the hierarchy.
struct Borrower {
  CoreProcess& core;
  MemoryModel& memory;
};

class SystemcBench {
 public:
  static SystemcBench& of_process();
  ~SystemcBench();

  // Runs the borrower's core for `cycles` more cycles, or until its run has ended: then true.
  bool run(const Borrower& borrower, int64_t cycles);

  // Over the register port; the value fits the register.
  void write_register(const Borrower& borrower, const RegisterSpec& reg, uint64_t value);
  uint64_t read_register(const Borrower& borrower, const RegisterSpec& reg);

  // Over the memory port, for the core while it runs: the edge at which a burst granted at `edge`
  // is complete.
  int64_t transfer(const Burst& burst, bool write, int64_t edge);

 private:
  struct Modules;
  SystemcBench();

  std::mutex mutex_;
  std::unique_ptr<Modules> modules_;
};

}  // namespace vta::csim
