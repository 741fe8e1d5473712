#include "hw/fpga/fpga_export.h"

#include <fmt/format.h>

#include "base/number_text.h"
#include "base/version.h"
#include "hw/fpga/templates.h"

namespace vta {
namespace {

std::string in_rtl(const std::string& file) {
  return "rtl/" + file;
}

// "a \\\n  b \\\n  c": what a Tcl command takes on several lines.
std::string tcl_list(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " \\\n  "));
}

std::vector<std::string> from_folder(const FpgaDesign& design) {
  std::vector<std::string> names;
  for (const std::string& name : fpga_source_names(design))
    names.push_back("ip/" + name);
  return names;
}

std::string fit_lines(const FpgaDesign& design) {
  std::string out;
  for (const std::string& note : design.notes)
    out += fmt::format("- {}\n", note);
  return out;
}

// A value for every @NAME@ of the templates.
TemplateValues values_of(const FpgaDesign& design) {
  const FpgaBoard& board = *design.board;
  const bool is_axi3 = design.ports.memory.protocol == AxiProtocol::Axi3;
  return {{"configuration", design.config.name()},
          {"hash", design.config.hash()},
          {"version", std::string(version())},
          {"board", std::string(board.name)},
          {"board_title", std::string(board.title)},
          {"part", std::string(board.part)},
          {"board_part", std::string(board.board_part)},
          {"crystal_mhz", significant_text(board.crystal_mhz)},
          {"pll_mhz", std::to_string(board.io_pll_mhz())},
          {"divider", std::to_string(design.clock.divisor0 * design.clock.divisor1)},
          {"clock_mhz", fmt::format("{:.6f}", design.clock.mhz)},
          {"clock_short", fmt::format("{:.3f}", design.clock.mhz)},
          {"clock_hz", fmt::format("{:.0f}", 1e6 * design.clock.mhz)},
          {"clock_origin", design.clock_origin},
          {"period_ns", fmt::format("{:.3f}", design.clock.period_ns())},
          {"protocol", std::string(protocol_name(design.ports.memory.protocol))},
          {"port_note", is_axi3 ? "AXI3, too" : "AXI3; the interconnect converts"},
          {"port_conversion", is_axi3 ? "AXI3 on both sides, as it is" : "AXI4 to AXI3"},
          {"data_bits", std::to_string(design.ports.memory.data_bits())},
          {"register_base", fmt::format("0x{:08x}", board.register_base)},
          {"register_unit", fmt::format("{:x}", board.register_base)},
          {"register_bytes", fmt::format("0x{:x}", design.register_bytes())},
          {"dram_base", fmt::format("0x{:08x}", board.dram_base)},
          {"dram_bytes", fmt::format("0x{:08x}", board.dram_bytes)},
          {"dram_start", fmt::format("0x{:08x}", board.dram_start)},
          {"dram_end", fmt::format("0x{:08x}", board.dram_base + board.dram_bytes)},
          {"interrupt", std::to_string(board.interrupt_spi)},
          {"fclk_index", std::to_string(board.fclk_index)},
          {"buffer_bytes", fmt::format("0x{:08x}", design.buffer_bytes)},
          {"buffer_text", thousands(design.buffer_bytes)},
          {"notes", fit_lines(design)},
          {"sources", tcl_list(from_folder(design))},
          {"top", kFpgaTop},
          {"ip_name", kFpgaIpName}};
}

void add_sources(const FpgaDesign& design, FpgaFiles& files) {
  for (const RtlFile& source : design.sources)
    files["ip/" + in_rtl(source.name)] = source.text;
  files[fmt::format("ip/rtl/{}.v", kFpgaTop)] = verilog_top(design);
}

}  // namespace

std::vector<std::string> fpga_source_names(const FpgaDesign& design) {
  std::vector<std::string> names;
  for (const RtlFile& source : design.sources)
    names.push_back(in_rtl(source.name));
  names.push_back(in_rtl(fmt::format("{}.v", kFpgaTop)));
  return names;
}

FpgaFiles fpga_files(const FpgaDesign& design) {
  const TemplateValues values = values_of(design);
  FpgaFiles files;
  for (const FpgaTemplate& page : fpga_templates())
    files[std::string(page.name)] = filled_template(page, values);
  add_sources(design, files);
  files["ip/component.xml"] = ip_xact_component(design);
  files["files.f"] = fmt::format("{}\n", fmt::join(from_folder(design), "\n"));
  return files;
}

}  // namespace vta
