// A processor whose software is the runtime of this project: its thread runs a compiled network,
// programs the accelerator's registers over the bus and waits for the interrupt.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <functional>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "runtime/executor.h"
#include "tests/examples/platform/modules.h"

namespace platform {

// What a run of a network found, a line each: counters, cycles, the output's bytes.
using Findings = std::vector<std::string>;
Findings find(const vta::Executor& executor, int64_t cycles);
// Small numbers that repeat for every input.
void set_inputs(vta::Executor& executor, const vta::Program& program);

class Processor : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};
  sc_core::sc_in<bool> interrupt{"interrupt"};

  // Runs the program `runs` times; `after` each with its number. The accelerator's registers are at
  // `registers`; `memory` is what it sees from address 0 on.
  Processor(const sc_core::sc_module_name& name, const vta::Program& program, uint64_t registers,
            int64_t runs, std::function<void(int64_t)> after);

  vta::DeviceMemory& memory() { return memory_; }
  const Findings& findings() const { return findings_; }      // of the last run
  int64_t different_runs() const { return different_runs_; }  // from the first

  // For the software. DeviceError: the access got an error response.
  void access(bool write, uint64_t offset, int64_t bytes, uint64_t& value);
  void wait_for_interrupt() { wait(interrupt.posedge_event()); }

 private:
  class AcceleratorDevice;

  SC_HAS_PROCESS(Processor);
  void run();

  const vta::Program& program_;
  uint64_t registers_;
  int64_t runs_;
  std::function<void(int64_t)> after_;
  vta::DeviceMemory memory_{int64_t{1} << 31};
  Findings findings_;
  int64_t different_runs_ = 0;
};

}  // namespace platform
