// A platform processor's accesses to an accelerator's registers over its bus.
#pragma once

#include <cstdint>
#include <systemc>
#include <tlm>

namespace vta::csim {

// A word of 4 bytes at `address` of the bus. Waits for as long as the access says that it takes, so
// from a thread of SystemC where that is not zero. DeviceError: the address and the response that
// is not OK.
void write_word(tlm::tlm_initiator_socket<>& bus, uint64_t address, uint32_t value);
uint32_t read_word(tlm::tlm_initiator_socket<>& bus, uint64_t address);

}  // namespace vta::csim
