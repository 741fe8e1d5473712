// Whole numbers that the RTL's packages name: `localparam int unsigned BusBits = 8 * BusBytes;`.
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
  // Adds a package's; expressions may use names of any package that is added.
  void add_package(std::string_view text);

  // Of decimal numbers, names, + - * / % == != < > ?: and $clog2. InputError names what it does not
  // know.
  int64_t value(std::string_view expression) const;

 private:
  std::map<std::string, std::string, std::less<>> expressions_;  // by name
};

}  // namespace vta
