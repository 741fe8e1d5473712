#include "hw/fpga/templates.h"

#include <regex>

#include "base/error.h"

namespace vta {

std::string filled_template(const FpgaTemplate& page, const TemplateValues& values) {
  static const std::regex place("@([a-z_]+)@");
  const std::string text(page.text);
  std::string out;
  size_t done = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), place), end; at != end; ++at) {
    const auto value = values.find(std::string((*at)[1]));
    VTA_CHECK(value != values.end(), "{}: no value for {}", page.name, std::string(at->str()));
    const auto begin = static_cast<size_t>(at->position());
    out += text.substr(done, begin - done) + value->second;
    done = begin + static_cast<size_t>(at->length());
  }
  return out + text.substr(done);
}

}  // namespace vta
