// The accelerator as a SystemC module, for a platform of your own: docs/systemc.md.
//
//   processor --registers (TLM-2.0 target)--> Accelerator --memory (TLM-2.0 initiator)--> bus
//                                                  |
//                                                  '-- interrupt
//
// It elaborates nothing but itself, starts nothing, and sets no time resolution. Any number of them
// live in one simulation. Base protocol, blocking transport; extensions are ignored.
#pragma once

#include "base/cxx20.h"

#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "config/vta_config.h"
#include "sim/csim/bus_access.h"  // a processor's side
#include "sim/device.h"

namespace vta::csim {

// In units of the simulation's time resolution.
class ClockPeriod {
 public:
  // ConfigError: no multiple of the time resolution, 0, or above 10^15 of it.
  ClockPeriod(double period, sc_core::sc_time_unit unit);
  ClockPeriod(const sc_core::sc_time& period);  // NOLINT: a period is what it says
  uint64_t value() const { return value_; }

 private:
  uint64_t value_;
};

struct AcceleratorOptions {
  std::string kernels = "auto";  // auto, amx, avx512vnni, avx2, portable, reference
  // MEM_HI at first, and at most: the address after the last one that LOADs and STOREs may use;
  // 1 to 2^48.
  int64_t memory_bytes = int64_t{1} << 48;
};

class Accelerator : public sc_core::sc_module {
 public:
  // The register map of docs/isa.md, section 9. Whole words of 4 bytes, or both of a register of 8,
  // little endian. A payload that asks for anything else gets its error response and changes
  // nothing; so does a write while a launch runs.
  tlm_utils::simple_target_socket<Accelerator> registers;
  // Bursts of hw/rtl/memory/README.md, "Another memory", with their bytes.
  tlm_utils::simple_initiator_socket<Accelerator> memory;
  // High from the end of a run to the next launch.
  sc_core::sc_out<bool> interrupt;

  // Edges of the clock are at multiples of its period. ConfigError: an illegal configuration,
  // period or size of memory. UsageError: kernels that there are not.
  Accelerator(const sc_core::sc_module_name& name, const VtaConfig& config,
              const ClockPeriod& period, const AcceleratorOptions& options = {});
  // In mid-run too. A burst that waits in a target ends when the target returns.
  ~Accelerator() override;

  const VtaConfig& config() const;
  // Of the clock, in units of the time resolution.
  uint64_t period() const;
  bool running() const;
  // The time of edge 0 of the last launch, in units of the time resolution.
  uint64_t launched_at() const;
  // Of the last run that has ended: the same as the registers say, and where its cycles went.
  const RunReport& report() const;
  // Why the last access that got an error response was refused.
  const std::string& refusal() const;

 private:
  friend class ElaboratedBench;
  class Inside;
  // Without a machine: it is lent one, and run ahead of the kernel.
  explicit Accelerator(const sc_core::sc_module_name& name);

  SC_HAS_PROCESS(Accelerator);
  void start_processes();
  void step();
  void drive_interrupt();
  void access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned peek(tlm::tlm_generic_payload& payload);

  std::unique_ptr<Inside> inside_;
};

}  // namespace vta::csim
