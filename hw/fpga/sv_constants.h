// Integer constants of the RTL's packages: `localparam int unsigned BusBits = 8 * BusBytes;`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace vta {

// SystemVerilog without its comments.
std::string without_comments(std::string_view text);

class SvConstants {
 public:
  // Adds the constants of a package; expressions may use names of any package added before.
  void add_package(std::string_view text);

  // Evaluates decimal numbers, names, + - * / % == != < > ?: and $clog2. InputError names an
  // unknown element.
  int64_t value(std::string_view expression) const;

 private:
  std::map<std::string, std::string, std::less<>> expressions_;  // by name
};

}  // namespace vta
