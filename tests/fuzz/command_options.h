// The options of a command, as its --help has them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vta::fuzz {

struct CommandOption {
  std::string name;  // "--top"
  bool is_flag = false;
  bool is_required = false;
  std::string type = {};                // TEXT, INT, UINT, FLOAT
  std::vector<std::string> words = {};  // where it takes one of these
  double least = -1, greatest = 8;      // of numbers
};

std::vector<CommandOption> parse_options(std::string_view help);

}  // namespace vta::fuzz
