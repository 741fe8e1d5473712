// Texts of printed tops with what belongs to one core.
#pragma once

#include <string>
#include <string_view>

#include "hw/rtl/system_top.h"

namespace vta {

std::string text_replaced(std::string_view text, std::string_view what, std::string_view by);
// With a core's number for <K>, its names' prefix for <P>, its description for <D>.
std::string of_core(std::string_view text, size_t index, const SystemCore& core);

}  // namespace vta
