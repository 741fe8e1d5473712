// Bits in the netlists that Yosys writes (write_json): the number of a net, or "0", "1", "x", "z".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/json.h"

namespace vta {

// The net of a bit; none for a constant.
inline std::optional<int64_t> net_of(const boost::json::value& bit) {
  if (bit.is_int64())
    return bit.get_int64();
  if (bit.is_string())
    return std::nullopt;
  throw InputError(fmt::format("netlist: a bit is {}, not a net or a constant", json_kind(bit)));
}

// "A" of a port or net of one bit, else "A[3]". `signal` has bits and may have an offset.
inline std::string bit_name(const JsonReader& signal, const std::string& name, size_t index) {
  if (signal.get_array("bits").size() == 1)
    return name;
  const int64_t offset = signal.has("offset") ? signal.get_int("offset") : 0;
  return fmt::format("{}[{}]", name, offset + static_cast<int64_t>(index));
}

}  // namespace vta
