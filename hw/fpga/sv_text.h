// Reads SystemVerilog token by token; spaces between tokens are skipped.
#pragma once

#include <string_view>

namespace vta {

class SvText {
 public:
  explicit SvText(std::string_view text) : rest_(text) {}

  std::string_view rest();  // what is left, without the spaces before it

  // Each takes what it names from the front, or takes nothing.
  bool take(std::string_view token);         // characters, whatever follows them
  bool take_keyword(std::string_view word);  // a whole word
  std::string_view take_word();              // letters, digits, underscores; may be empty
  std::string_view take_until(
      char end);  // up to `end`, which is left; everything where there is none

 private:
  std::string_view rest_;
};

}  // namespace vta
