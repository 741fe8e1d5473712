// Reads a log of Yosys, which may be coloured.
#pragma once

#include <ios>
#include <string>
#include <string_view>
#include <utility>

namespace vta {

// Without the sequences that colour text on a terminal: ESC [ up to a letter.
std::string without_colours(std::string_view text);

// The last lines of a log, for messages.
std::string end_of_log(const std::string& path);

// Follows a log that is being written.
class YosysStage {
 public:
  explicit YosysStage(std::string log) : log_(std::move(log)) {}

  // The present step of Yosys, from the last heading: "4.49 OPT_LUT_INS". Empty before the first.
  const std::string& now();

 private:
  std::string log_;
  std::streamoff read_ = 0;
  std::string rest_;  // of the read text: a line without its end
  std::string stage_;
};

}  // namespace vta
