#include "hw/rtl/core_text.h"

namespace vta {

std::string text_replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string out;
  for (size_t at = text.find(what); at != std::string_view::npos; at = text.find(what)) {
    out.append(text.substr(0, at)).append(by);
    text.remove_prefix(at + what.size());
  }
  return out.append(text);
}

std::string of_core(std::string_view text, size_t index, const SystemCore& core) {
  return text_replaced(
      text_replaced(text_replaced(text, "<K>", std::to_string(index)), "<P>", core.prefix), "<D>",
      core.description);
}

}  // namespace vta
