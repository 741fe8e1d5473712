// The member of Insn or Uop that a row of the field table (config/field_table.h) names.
#pragma once

#include <cstdint>
#include <string_view>

#include "hw/isa/insn.h"

namespace vta {

// InternalError for a name without a member.
int64_t Insn::*insn_member(std::string_view field_name);
int64_t Uop::*uop_member(std::string_view field_name);

}  // namespace vta
