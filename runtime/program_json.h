// The JSON description inside a .vta file: everything of a Program but its bulk bytes.
//
// Constants of host values are described by the offset of their bytes in the section
// `host_constants`; device constants, micro-ops and instructions are sections of their own.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/program.h"

namespace vta {

struct ProgramDescription {
  std::string json;
  std::vector<std::byte> host_constants;  // each constant at a multiple of 64
};
// Left out: a constant is said to be one, and that is all.
enum class HostConstants { Included, LeftOut };
ProgramDescription describe_program(const Program& program,
                                    HostConstants constants = HostConstants::Included);

// The inverse, without the three device sections; constants that were left out are zeros.
// InputError names the member that is missing, of the wrong type, or out of range.
Program parse_description(std::string_view json, std::span<const std::byte> host_constants);

}  // namespace vta
