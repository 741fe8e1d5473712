#include "hw/synth/yosys_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "base/process.h"

namespace vta {
namespace {

constexpr int kEndLines = 15;

// Of "4.49. Executing OPT_LUT_INS pass (discard unused LUT inputs)." the number and the pass. A
// pass that called others goes on under "Continuing".
std::string stage_in(const std::string& line) {
  for (const std::string_view verb : {". Executing ", ". Continuing "}) {
    const size_t at = line.find(verb);
    if (at == std::string::npos || line.find_first_not_of("0123456789.") < at)
      continue;
    const size_t pass = at + verb.size();
    return fmt::format("{} {}", line.substr(0, at),
                       line.substr(pass, line.find_first_of(" .:", pass) - pass));
  }
  return "";
}

}  // namespace

std::string without_colours(std::string_view text) {
  constexpr std::string_view kBegin = "\x1b[";
  std::string plain;
  while (true) {
    const size_t escape = text.find(kBegin);
    plain += text.substr(0, escape);
    if (escape == std::string_view::npos)
      return plain;
    text.remove_prefix(escape + kBegin.size());
    const auto end = std::ranges::find_if(text, [](char c) { return c >= 0x40 && c <= 0x7e; });
    text.remove_prefix(std::min<size_t>(text.size(), static_cast<size_t>(end - text.begin()) + 1));
  }
}

std::string end_of_log(const std::string& path) {
  return without_colours(tail_of(path, kEndLines));
}

const std::string& YosysStage::now() {
  std::ifstream in(log_, std::ios::binary);
  in.seekg(read_);
  const std::string piece(std::istreambuf_iterator<char>(in), {});
  read_ += static_cast<std::streamoff>(piece.size());
  rest_ += piece;
  const size_t whole = rest_.rfind('\n') + 1;  // 0 where there is none
  std::istringstream lines(rest_.substr(0, whole));
  for (std::string line; std::getline(lines, line);)
    if (std::string stage = stage_in(without_colours(line)); !stage.empty())
      stage_ = std::move(stage);
  rest_.erase(0, whole);
  return stage_;
}

}  // namespace vta
