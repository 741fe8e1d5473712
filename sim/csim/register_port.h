// Accesses to the registers as TLM-2.0 payloads: legal payloads, and the responses to others.
#pragma once

#include <cstdint>
#include <string>
#include <tlm>

#include "sim/csim/core_process.h"

namespace vta::csim {

class RegisterPort {
 public:
  // Executes the payload on the core's registers, or refuses it and changes nothing.
  tlm::tlm_response_status access(CoreProcess& core, tlm::tlm_generic_payload& payload);
  // A read without effects, of whatever is there; the bytes read. Debug writes do nothing.
  static unsigned peek(const CoreProcess& core, tlm::tlm_generic_payload& payload);
  // Why the last access that was refused was.
  const std::string& refusal() const { return refusal_; }

 private:
  tlm::tlm_response_status refuse(tlm::tlm_response_status status, std::string why);
  tlm::tlm_response_status check_form(const tlm::tlm_generic_payload& payload);

  std::string refusal_;
};

}  // namespace vta::csim
