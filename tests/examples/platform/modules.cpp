#include "tests/examples/platform/modules.h"

#include <cstring>

namespace platform {

using sc_core::sc_time;
using tlm::tlm_generic_payload;

Memory::Memory(const sc_core::sc_module_name& name, const MemoryTimes& times)
    : sc_module(name), times_(times), random_(times.seed) {
  socket.register_b_transport(this, &Memory::serve);
}

// The bytes move when the burst comes, as a write would be seen by a read behind it.
void Memory::serve(tlm_generic_payload& burst, sc_time& delay) {
  burst.set_response_status(move(burst));
  sc_time time = burst.is_read() ? times_.read : times_.write;
  sc_time waited = times_.answers == Answers::Waited ? time : sc_core::SC_ZERO_TIME;
  if (times_.answers == Answers::Random) {
    time = sc_time::from_value(random_() % (time.value() + 1));
    waited = random_() % 2 == 0 ? sc_core::SC_ZERO_TIME
                                : sc_time::from_value(random_() % (time.value() + 1));
  }
  if (waited != sc_core::SC_ZERO_TIME)
    wait(waited);
  delay += time - waited;
}

tlm::tlm_response_status Memory::move(tlm_generic_payload& burst) {
  const uint64_t bank = burst.get_address() >> kBankBits;
  const uint64_t offset = burst.get_address() & ((uint64_t{1} << kBankBits) - 1);
  const unsigned length = burst.get_data_length();
  if (bank >= banks_.size() || !banks_[bank]->contains(offset, length))
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (burst.get_byte_enable_ptr() != nullptr)
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (burst.get_streaming_width() < length)
    return tlm::TLM_BURST_ERROR_RESPONSE;
  std::byte* at = banks_[bank]->data() + offset;
  if (burst.is_read())
    std::memcpy(burst.get_data_ptr(), at, length);
  else if (burst.is_write())
    std::memcpy(at, burst.get_data_ptr(), length);
  return tlm::TLM_OK_RESPONSE;
}

Bus::Bus(const sc_core::sc_module_name& name) : sc_module(name) {
  for (int k = 0; k < kMasters; ++k) {
    masters[static_cast<size_t>(k)].register_b_transport(this, &Bus::to_memory, k);
    processors[static_cast<size_t>(k)].register_b_transport(this, &Bus::to_registers, k);
  }
}

void Bus::to_memory(int master, tlm_generic_payload& payload, sc_time& delay) {
  const uint64_t address = payload.get_address();
  if (address >> Memory::kBankBits != 0)
    return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  payload.set_address(address + (static_cast<uint64_t>(master) << Memory::kBankBits));
  memory->b_transport(payload, delay);
  payload.set_address(address);
}

void Bus::to_registers(int, tlm_generic_payload& payload, sc_time& delay) {
  const uint64_t address = payload.get_address();
  const uint64_t offset = address - kRegisters;
  if (address < kRegisters || offset >= kMasters * kRegisterBytes)
    return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  payload.set_address(offset % kRegisterBytes);
  registers[offset / kRegisterBytes]->b_transport(payload, delay);
  payload.set_address(address);
}

}  // namespace platform
