#include <fmt/format.h>

#include <string_view>

#include "hw/fpga/fpga_export.h"

namespace vta {
namespace {

std::string declaration(const RtlPort& port) {
  return fmt::format("    {} wire {}{}", port.output ? "output" : "input",
                     port.bits == 1 ? "" : fmt::format("[{}:0] ", port.bits - 1), port.name);
}

std::string connection(std::string_view port, std::string_view to) {
  return fmt::format("      .{}({})", port, to);
}

}  // namespace

std::string verilog_top(const FpgaDesign& design) {
  std::vector<std::string> declarations, connections;
  for (const RtlPort& port : design.ports.all) {
    declarations.push_back(declaration(port));
    connections.push_back(connection(port.name, port.name));
  }
  for (const RtlPort& port : design.ports.open)
    connections.push_back(connection(port.name, ""));
  const bool open = !design.ports.open.empty();
  return fmt::format(
      "// {1} for tools that take only Verilog at the top of a block: its ports, with widths as\n"
      "// numbers.\n"
      "module {0} (\n{2}\n);\n\n"
      "{4}  {1} u_vta (\n{3}\n  );\n{5}\n"
      "endmodule\n",
      kFpgaTop, kShellModule, fmt::join(declarations, ",\n"), fmt::join(connections, ",\n"),
      open ? "  /* verilator lint_off PINCONNECTEMPTY */  // what the protocol does not have\n"
           : "",
      open ? "  /* verilator lint_on PINCONNECTEMPTY */\n" : "");
}

}  // namespace vta
