// The memory port over another bus. Every burst that is under way has a process of its own,
// in which the target may wait; its bytes travel in the payload.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "sim/csim/burst_delay.h"
#include "sim/csim/core_model.h"
#include "sim/csim/machine.h"
#include "sim/csim/staged_bytes.h"

namespace vta::csim {

class BurstProcesses final : public MemoryPort {
 public:
  // `period`: of the clock, in units of the time resolution. Notifies `answered` when there is
  // something to deliver.
  BurstProcesses(tlm::tlm_initiator_socket<>& socket, StagedBytes& bytes, uint64_t period,
                 sc_core::sc_event& answered);
  // A process that is in a target then ends when the target returns.
  ~BurstProcesses() override;

  // Issues the burst now: `burst.edge` is the present.
  int64_t transfer(const Granted& burst) override;
  // Passes answers to the machine, reads and writes each in the order of their grants.
  void deliver(Machine& machine);

 private:
  static constexpr size_t kMostBytes = 4096;  // of a burst

  // A process, and the burst that it carries.
  struct Carrier {
    Carrier() { payload.set_extension(new BurstDelay); }  // the payload's
    BurstDelay& told() { return *payload.get_extension<BurstDelay>(); }

    Granted burst;
    tlm::tlm_generic_payload payload;
    sc_core::sc_event issued{sc_core::sc_gen_unique_name("issued")};
    bool answered = false;
    bool orphaned = false;  // the owner is gone
    int64_t latency = 0;
    std::string too_late;                       // why it is; empty: it is not
    std::array<std::byte, kMostBytes> fetched;  // instructions
  };

  Carrier& free_carrier();
  void load(Carrier& carrier, const Granted& burst);
  void carry(Carrier& carrier);
  void settle(Carrier& carrier, const sc_core::sc_time& waited, const sc_core::sc_time& delay);
  void deliver(Carrier& carrier, Machine& machine);

  tlm::tlm_initiator_socket<>& socket_;
  StagedBytes& bytes_;
  uint64_t period_;
  uint64_t most_cycles_;  // that an answer takes
  sc_core::sc_event& answered_;
  std::vector<std::shared_ptr<Carrier>> carriers_;
  std::vector<Carrier*> free_;
  std::array<std::deque<Carrier*>, 2> under_way_;  // reads, writes
};

}  // namespace vta::csim
