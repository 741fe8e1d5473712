// The ports of a module of the RTL, read from the module's header, which is their only definition.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw/fpga/sv_constants.h"

namespace vta {

struct RtlPort {
  std::string name;
  bool output = false;
  int64_t bits = 1;
  bool operator==(const RtlPort&) const = default;
};

// In the order of the header, which must be in the dialect of hw/rtl/STYLE.md: `input logic
// [BusBits-1:0] name`. InputError names a module or a port that cannot be read.
std::vector<RtlPort> read_ports(std::string_view source, std::string_view module,
                                const SvConstants& constants);

}  // namespace vta
