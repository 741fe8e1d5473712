#include "sim/csim/bus_access.h"

#include "base/error.h"

namespace vta::csim {
namespace {

void transport(tlm::tlm_initiator_socket<>& bus, tlm::tlm_command command, uint64_t address,
               uint32_t& word) {
  tlm::tlm_generic_payload access;
  access.set_command(command);
  access.set_address(address);
  access.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
  access.set_data_length(sizeof(word));
  access.set_streaming_width(sizeof(word));
  sc_core::sc_time delay;
  bus->b_transport(access, delay);
  if (access.get_response_status() != tlm::TLM_OK_RESPONSE)
    throw DeviceError(fmt::format("{} of {:#x}: {}",
                                  command == tlm::TLM_WRITE_COMMAND ? "write" : "read", address,
                                  access.get_response_string()));
  if (delay != sc_core::SC_ZERO_TIME)
    sc_core::wait(delay);
}

}  // namespace

void write_word(tlm::tlm_initiator_socket<>& bus, uint64_t address, uint32_t value) {
  transport(bus, tlm::TLM_WRITE_COMMAND, address, value);
}

uint32_t read_word(tlm::tlm_initiator_socket<>& bus, uint64_t address) {
  uint32_t word = 0;
  transport(bus, tlm::TLM_READ_COMMAND, address, word);
  return word;
}

}  // namespace vta::csim
