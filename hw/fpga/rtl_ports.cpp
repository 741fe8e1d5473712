#include "hw/fpga/rtl_ports.h"

#include <fmt/format.h>

#include "base/error.h"
#include "hw/fpga/sv_text.h"

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

// Behind `module NAME`, which stands there as whole words.
SvText module_header(std::string_view code, std::string_view module) {
  SvText text(code);
  while (!text.rest().empty()) {
    if (text.take_keyword("module")) {
      if (text.take_keyword(module))
        return text;
    } else if (text.take_word().empty()) {
      text.take(text.rest().substr(0, 1));
    }
  }
  throw InputError(fmt::format("the RTL has no module {} where it is expected", module));
}

// The list of ports; one of parameters, `#(...)`, may be before it.
std::string_view port_list(std::string_view code, std::string_view module) {
  SvText text = module_header(code, module);
  std::string_view before = text.take_until('(');
  if (before.ends_with('#')) {
    const std::string_view parameters = parenthesized(text.rest(), 0);
    text.take("(");
    text.take(parameters);
    text.take(")");
    before = text.take_until('(');
  }
  if (text.rest().empty())
    throw InputError(fmt::format("module {} of the RTL has no ports", module));
  return parenthesized(text.rest(), 0);
}

RtlPort read_port(std::string_view port, const SvConstants& constants) {
  const auto require = [&](bool holds) {
    if (!holds)
      throw InputError(fmt::format(
          "a port of the RTL is not of the form 'input logic [BITS-1:0] name': '{}'", port));
  };
  SvText text(port);
  RtlPort out;
  out.output = text.take_keyword("output");
  require(out.output || text.take_keyword("input"));
  require(text.take_keyword("logic") || text.take_keyword("wire"));
  if (text.take("[")) {
    const std::string_view most = text.take_until(':');
    require(!most.empty() && most.find(']') == std::string_view::npos && text.take(":") &&
            text.take_keyword("0") && text.take("]"));
    out.bits = constants.value(most) + 1;
  }
  out.name = text.take_word();
  require(!out.name.empty() && text.rest().empty());
  return out;
}

}  // namespace

std::vector<RtlPort> read_ports(std::string_view source, std::string_view module,
                                const SvConstants& constants) {
  const std::string code = without_comments(source);
  std::vector<RtlPort> ports;
  SvText list(port_list(code, module));
  do
    ports.push_back(read_port(list.take_until(','), constants));
  while (list.take(","));
  return ports;
}

}  // namespace vta
