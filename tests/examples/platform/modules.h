// The parts of a platform that knows nothing of ours: a memory, a bus, a processor's way to its
// accelerator.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <cstdint>
#include <random>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "sim/device_memory.h"

namespace platform {

// How the memory takes its time: all of it annotated, all of it waited, or each burst some of both,
// as long as chance has it.
enum class Answers { Annotated, Waited, Random };

struct MemoryTimes {
  Answers answers = Answers::Annotated;
  sc_core::sc_time read, write;  // Random: at most
  unsigned seed = 0;
};

// Banks of 1 TiB of address each.
class Memory : public sc_core::sc_module {
 public:
  static constexpr int kBankBits = 40;

  tlm_utils::simple_target_socket<Memory> socket{"socket"};

  Memory(const sc_core::sc_module_name& name, const MemoryTimes& times);
  void add_bank(vta::DeviceMemory& bank) { banks_.push_back(&bank); }

 private:
  void serve(tlm::tlm_generic_payload& burst, sc_core::sc_time& delay);
  tlm::tlm_response_status move(tlm::tlm_generic_payload& burst);

  MemoryTimes times_;
  std::mt19937 random_;
  std::vector<vta::DeviceMemory*> banks_;
};

// Two masters with a bank of the memory each, and a processor for each with its registers.
class Bus : public sc_core::sc_module {
 public:
  static constexpr int kMasters = 2;
  static constexpr uint64_t kRegisters = 0x4000'0000;  // of the first accelerator
  static constexpr uint64_t kRegisterBytes = 0x1000;

  sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<Bus>> masters{"masters", kMasters};
  sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<Bus>> processors{"processors",
                                                                             kMasters};
  tlm_utils::simple_initiator_socket<Bus> memory{"memory"};
  sc_core::sc_vector<tlm_utils::simple_initiator_socket<Bus>> registers{"registers", kMasters};

  explicit Bus(const sc_core::sc_module_name& name);

 private:
  void to_memory(int master, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  void to_registers(int processor, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
};

}  // namespace platform
