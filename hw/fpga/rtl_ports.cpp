#include "hw/fpga/rtl_ports.h"

#include <fmt/format.h>

#include <regex>

#include "base/error.h"

namespace vta {
namespace {

// What stands between the parenthesis at `open` and the one that closes it.
std::string_view parenthesized(std::string_view code, size_t open) {
  int depth = 0;
  for (size_t at = open; at < code.size(); ++at) {
    depth += code[at] == '(';
    depth -= code[at] == ')';
    if (depth == 0)
      return code.substr(open + 1, at - open - 1);
  }
  throw InputError("a list of ports in the RTL has no end");
}

// The list of ports; one of parameters, `#(...)`, may be before it.
std::string_view port_list(std::string_view code, std::string_view module) {
  const std::regex header(fmt::format("\\bmodule\\s+{}\\b", module));
  std::cmatch found;
  if (!std::regex_search(code.data(), code.data() + code.size(), found, header))
    throw InputError(fmt::format("the RTL has no module {} where it is expected", module));
  size_t open = code.find('(', static_cast<size_t>(found.position() + found.length()));
  if (open != std::string_view::npos && code[open - 1] == '#')
    open = code.find('(', open + parenthesized(code, open).size() + 2);
  if (open == std::string_view::npos)
    throw InputError(fmt::format("module {} of the RTL has no ports", module));
  return parenthesized(code, open);
}

RtlPort read_port(const std::string& text, const SvConstants& constants) {
  static const std::regex form(
      R"(\s*(input|output)\s+(?:logic|wire)\s*(?:\[([^:\]]+):\s*0\s*\])?\s*(\w+)\s*)");
  std::smatch part;
  if (!std::regex_match(text, part, form))
    throw InputError(fmt::format(
        "a port of the RTL is not of the form 'input logic [BITS-1:0] name': '{}'", text));
  return {.name = part[3],
          .output = part[1] == "output",
          .bits = part[2].matched ? constants.value(std::string(part[2])) + 1 : 1};
}

}  // namespace

std::vector<RtlPort> read_ports(std::string_view source, std::string_view module,
                                const SvConstants& constants) {
  const std::string code = without_comments(source);
  const std::string list(port_list(code, module));
  static const std::regex comma(",");
  std::vector<RtlPort> ports;
  for (std::sregex_token_iterator at(list.begin(), list.end(), comma, -1), end; at != end; ++at)
    ports.push_back(read_port(at->str(), constants));
  return ports;
}

}  // namespace vta
