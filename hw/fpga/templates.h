// The files of an export that are text with a few values filled in: templates/, embedded.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace vta {

struct FpgaTemplate {
  std::string_view name;  // of the file, from the export's folder
  std::string_view text;  // with @name@ in place of values
};
std::span<const FpgaTemplate> fpga_templates();

using TemplateValues = std::map<std::string, std::string, std::less<>>;
// A name without a value fails a check. A single @ stands for itself.
std::string filled_template(const FpgaTemplate& page, const TemplateValues& values);

}  // namespace vta
