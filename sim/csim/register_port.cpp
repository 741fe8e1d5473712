#include "sim/csim/register_port.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "base/error.h"
#include "hw/isa/registers.h"

namespace vta::csim {
namespace {

using tlm::tlm_generic_payload;

constexpr int64_t kWord = 4;

// A place in the register map.
struct Place {
  const RegisterSpec* spec = nullptr;
  int64_t byte = 0;  // of the register: 0, or 4 for the high word
  int64_t left() const { return spec->bits / 8 - byte; }
};

std::optional<Place> find_place(uint64_t address) {
  if (address % kWord != 0)
    return std::nullopt;
  for (const RegisterSpec& spec : register_table()) {
    const auto offset = static_cast<uint64_t>(spec.offset);
    if (address >= offset && address < offset + static_cast<uint64_t>(spec.bits / 8))
      return Place{&spec, static_cast<int64_t>(address - offset)};
  }
  return std::nullopt;
}

bool enables_all(const tlm_generic_payload& payload) {
  const unsigned char* enables = payload.get_byte_enable_ptr();
  if (enables == nullptr)
    return true;
  const unsigned length = payload.get_byte_enable_length();
  for (unsigned k = 0; k < length; ++k)
    if (enables[k] != TLM_BYTE_ENABLED)
      return false;
  return length > 0;
}

void read(const CoreProcess& core, const Place& place, unsigned char* data, size_t bytes) {
  const uint64_t value = core.read_register_at(place.spec->offset) >> (8 * place.byte);
  std::memcpy(data, &value, bytes);
}

// One word of a register of two leaves the other as it is.
void write(CoreProcess& core, const Place& place, const unsigned char* data, size_t bytes) {
  uint64_t value = core.read_register_at(place.spec->offset);
  std::memcpy(reinterpret_cast<unsigned char*>(&value) + place.byte, data, bytes);
  core.write_register_at(place.spec->offset, value);
}

}  // namespace

tlm::tlm_response_status RegisterPort::refuse(tlm::tlm_response_status status, std::string why) {
  refusal_ = std::move(why);
  return status;
}

// What the base protocol lets a target refuse, whatever the address.
tlm::tlm_response_status RegisterPort::check_form(const tlm_generic_payload& payload) {
  const unsigned length = payload.get_data_length();
  if (!payload.is_read() && !payload.is_write())
    return refuse(tlm::TLM_COMMAND_ERROR_RESPONSE, "a payload that neither reads nor writes");
  if (length != kWord && length != 2 * kWord)
    return refuse(tlm::TLM_BURST_ERROR_RESPONSE,
                  fmt::format("a payload of {} bytes: registers take 4 or 8", length));
  if (payload.get_data_ptr() == nullptr)
    return refuse(tlm::TLM_GENERIC_ERROR_RESPONSE, "a payload without data");
  if (payload.get_streaming_width() < length)
    return refuse(tlm::TLM_BURST_ERROR_RESPONSE,
                  fmt::format("a streaming width of {} for {} bytes: registers do not stream",
                              payload.get_streaming_width(), length));
  if (!enables_all(payload))
    return refuse(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE,
                  "bytes that are not enabled: registers take whole words");
  return tlm::TLM_OK_RESPONSE;
}

tlm::tlm_response_status RegisterPort::access(CoreProcess& core, tlm_generic_payload& payload) {
  if (const auto status = check_form(payload); status != tlm::TLM_OK_RESPONSE)
    return status;
  const auto place = find_place(payload.get_address());
  if (!place)
    return refuse(tlm::TLM_ADDRESS_ERROR_RESPONSE,
                  fmt::format("no word of a register at {:#x}", payload.get_address()));
  const unsigned length = payload.get_data_length();
  const RegisterSpec& spec = *place->spec;
  if (length > place->left())
    return refuse(tlm::TLM_BURST_ERROR_RESPONSE,
                  fmt::format("{} bytes at {:#x}: register {} has {} there", length,
                              payload.get_address(), spec.name, place->left()));
  if (payload.is_read()) {
    read(core, *place, payload.get_data_ptr(), length);
    return tlm::TLM_OK_RESPONSE;
  }
  if (!spec.writable)
    return refuse(tlm::TLM_COMMAND_ERROR_RESPONSE,
                  fmt::format("register {} is read-only", spec.name));
  if (core.running())
    return refuse(tlm::TLM_GENERIC_ERROR_RESPONSE,
                  fmt::format("a write of register {} while a launch is running", spec.name));
  try {
    write(core, *place, payload.get_data_ptr(), length);
  } catch (const DeviceError& error) {
    return refuse(tlm::TLM_GENERIC_ERROR_RESPONSE, error.what());
  }
  return tlm::TLM_OK_RESPONSE;
}

unsigned RegisterPort::peek(const CoreProcess& core, tlm_generic_payload& payload) {
  const auto place = find_place(payload.get_address());
  if (!place || !payload.is_read() || payload.get_data_ptr() == nullptr)
    return 0;
  const auto bytes =
      std::min<unsigned>(payload.get_data_length(), static_cast<unsigned>(place->left()));
  read(core, *place, payload.get_data_ptr(), bytes);
  return bytes;
}

}  // namespace vta::csim
