#include "tests/fuzz/command_options.h"

#include <cstdlib>
#include <regex>
#include <sstream>

namespace vta::fuzz {
namespace {

//   -o,--output TEXT:{a,b} REQUIRED   ...
//   --top INT:[0 - 1000000]=5   ...
const std::regex& option_line() {
  static const std::regex kLine(
      R"(^  (?:-\w,)?(-[-\w]+)[-,\w]*( (TEXT|INT|UINT|FLOAT)(?::(?:\{([^}]*)\}|\[([-.\d]+) - ([-.\d]+)\]))?)?(.*)$)");
  return kLine;
}

CommandOption option_of(const std::smatch& match) {
  CommandOption option{.name = match[1], .type = match[3]};
  option.is_flag = option.type.empty();
  option.is_required = match[7].str().find("REQUIRED") != std::string::npos;
  std::istringstream words(match[4]);
  for (std::string word; std::getline(words, word, ',');)
    option.words.push_back(word);
  if (match[5].matched) {
    option.least = std::strtod(match[5].str().c_str(), nullptr);
    option.greatest = std::strtod(match[6].str().c_str(), nullptr);
  }
  return option;
}

}  // namespace

std::vector<CommandOption> parse_options(std::string_view help) {
  std::vector<CommandOption> options;
  std::istringstream lines{std::string(help)};
  std::smatch match;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_match(line, match, option_line()) && match[1] != "--help")
      options.push_back(option_of(match));
  return options;
}

}  // namespace vta::fuzz
