// A DRAM for one or several Accelerators of a SystemC platform: its bytes, its controller, and for
// several the system's arbiter in front. Cycles are those of `vta run --system` for the same
// launches (hw/rtl/system/README.md), of one those of `vta run --memory DRAM`.
//
//   Accelerator 0 --memory--> port 0 --.
//   Accelerator 1 --memory--> port 1 --+--> SystemArbiter --> DramMemory, bytes
//
// It sees a launch by its first burst, and asks the accelerator when it was.
#pragma once

#include "base/cxx20.h"

#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>

#include <tlm_utils/simple_target_socket.h>

#include "sim/csim/accelerator.h"
#include "sim/device_memory.h"
#include "sim/dram/statistics.h"

namespace vta::csim {

class SharedDram : public sc_core::sc_module {
 public:
  static constexpr size_t kMostAccelerators = 8;

  // `dram`: the name of a preset, "ddr3-1066", or a file. ConfigError where there is none, or where
  // memory_bytes is not from 1 to 2^48. Bytes are zero at first.
  SharedDram(const sc_core::sc_module_name& name, const std::string& dram,
             int64_t memory_bytes = DeviceMemory::kDefaultBytes);
  ~SharedDram() override;

  // Binds the accelerator's memory socket to a port of its own; before the simulation starts, and
  // the accelerator lives as long as that goes on. ConfigError: one more than kMostAccelerators, or
  // not on the clock of those before. A burst beyond the memory's bytes gets an address error.
  void attach(Accelerator& accelerator);

  DeviceMemory& memory();

  // What the DRAM did from the launch that found all accelerators idle to the last end; while one
  // runs: of the time before that launch.
  const DramStatistics& statistics();

 private:
  class Inside;

  SC_HAS_PROCESS(SharedDram);
  void start_of_simulation() override;
  void transport(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  void go_on();

  sc_core::sc_vector<tlm_utils::simple_target_socket_tagged_optional<SharedDram>> sockets_;
  std::unique_ptr<Inside> inside_;
};

}  // namespace vta::csim
