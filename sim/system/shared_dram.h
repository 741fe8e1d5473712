// A DRAM for one or several Accelerators of a SystemC platform: its bytes, its controller, and for
// several the system's arbiter in front. Cycles are those of `vta run --system` for the same
// launches (hw/rtl/system/README.md), of one those of `vta run --memory DRAM`.
//
//   Accelerator 0 --memory--> port 0 --.
//   Accelerator 1 --memory--> port 1 --+--> SystemArbiter --> DramMemory, bytes
//
// It sees a launch by its first burst, and asks the accelerator when it was.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include <tlm_utils/simple_target_socket.h>

#include "sim/csim/accelerator.h"
#include "sim/device_memory.h"
#include "sim/dram/dram_memory.h"
#include "sim/system/system_arbiter.h"

namespace vta::csim {

class SharedDram : public sc_core::sc_module {
 public:
  // `dram`: the name of a preset, "ddr3-1066", or a file. ConfigError: there is none, or no bytes.
  SharedDram(const sc_core::sc_module_name& name, const std::string& dram,
             int64_t memory_bytes = DeviceMemory::kDefaultBytes);
  ~SharedDram() override;

  // Binds the accelerator's memory socket to a port of its own; before the simulation starts. The
  // accelerator must live as long as the simulation goes on. ConfigError: it is one more than
  // kMostCores, is not on the clock of those before, or has MEM_HI beyond the memory.
  void attach(Accelerator& accelerator);

  DeviceMemory& memory() { return memory_; }

  // From the launch that found all accelerators idle to the last end. While one runs: of the time
  // before that launch.
  const DramStatistics& statistics();

 private:
  struct Burst;
  struct Port;

  SC_HAS_PROCESS(SharedDram);
  void start_of_simulation() override;
  void transport(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  void go_on();

  int64_t edge() const;  // the present, from the launch that found all idle
  bool alone() const { return ports_.size() == 1; }
  void note_launch(Port& port);
  void end_launches();
  void take(size_t port, bool write, int64_t edge);
  void answer(const DramMemory::Answer& answer);
  bool let_memory_go_on(int64_t edge);

  DramConfig config_;
  DeviceMemory memory_;
  SystemArbiter arbiter_;
  sc_core::sc_vector<tlm_utils::simple_target_socket_tagged_optional<SharedDram>> sockets_{
      "port", static_cast<size_t>(kMostCores)};
  std::vector<std::unique_ptr<Port>> ports_;  // with an accelerator
  std::optional<DramMemory> dram_;
  uint64_t begin_ = 0;   // of edge 0, in units of the time resolution
  bool counts_ = false;  // launches whose statistics are not taken yet
  DramStatistics statistics_;
  sc_core::sc_event wake_{"wake"};
};

}  // namespace vta::csim
