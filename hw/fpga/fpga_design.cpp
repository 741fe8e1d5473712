#include "hw/fpga/fpga_design.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/number_text.h"
#include "config/device.h"
#include "hw/rtl/rtl_sources.h"
#include "hw/synth/area_model.h"
#include "hw/synth/clock_model.h"
#include "hw/synth/device_fit.h"
#include "hw/synth/timing.h"

namespace vta {
namespace {

void append_files(const std::vector<std::string>& paths, std::vector<RtlFile>& files) {
  for (const std::string& path : paths)
    files.push_back({std::filesystem::path(path).filename().string(), read_text_file(path)});
}

std::vector<RtlFile> source_files(const VtaConfig& config) {
  const RtlSources core = rtl_sources(config), shell = shell_sources(config);
  std::vector<RtlFile> files{{"vta_isa_pkg.sv", core.package}};
  append_files(core.files, files);
  if (!shell.package.empty())
    files.push_back({"vta_shell_pkg.sv", shell.package});
  append_files(shell.files, files);
  return files;
}

ShellPorts ports_of(const std::vector<RtlFile>& sources) {
  SvConstants constants;
  for (const RtlFile& file : sources)
    if (file.name.ends_with("_pkg.sv"))
      constants.add_package(file.text);
  const auto shell = std::ranges::find(sources, fmt::format("{}.sv", kShellModule), &RtlFile::name);
  if (shell == sources.end())
    throw InputError(fmt::format("the list of the shell's sources lacks {}.sv", kShellModule));
  return shell_ports(read_ports(shell->text, kShellModule, constants));
}

// A converter in the interconnect would make a wider bus work, but the port would still move its
// own width a cycle: cycles would be none that a simulator has shown, and area would be wasted.
void check_memory_port(const FpgaBoard& board, const BusInterface& memory) {
  if (memory.data_bits() > board.memory_port_bits())
    throw ConfigError(fmt::format(
        "LOG_BUS_WIDTH = {}: the bus has {} bits, the memory port of {} takes at most {}; set "
        "LOG_BUS_WIDTH to {} (a converter would move no more bytes a cycle than the port, so the "
        "simulated cycles would not hold)",
        std::countr_zero(static_cast<uint64_t>(memory.data_bits())), memory.data_bits(),
        board.title, board.memory_port_bits(),
        std::countr_zero(static_cast<uint64_t>(board.memory_port_bits()))));
  if (memory.address_bits() < board.memory_address_bits)
    throw ConfigError(
        fmt::format("the shell's memory port has addresses of {} bits, {} needs at least {}",
                    memory.address_bits(), board.title, board.memory_address_bits));
}

void check_buffer(const FpgaBoard& board, int64_t bytes) {
  const int64_t most = largest_buffer(board);
  if (bytes < kBufferPage || bytes > most || bytes % kBufferPage != 0)
    throw UsageError(
        fmt::format("--buffer is {} bytes, legal on {} are multiples of {} from {} to {}",
                    thousands(bytes), board.title, kBufferPage, kBufferPage, thousands(most)));
}

// What there is to say of area; refuses what is known not to fit.
std::vector<std::string> area_notes(const FpgaRequest& request, const FpgaBoard& board) {
  const AreaFigure area = area_of(request.config);
  const DeviceFit fit =
      device_fit(find_device(std::string(board.device)), area.report.total, request.config);
  if (!fit.fits && !request.force)
    throw ConfigError(fmt::format("{} does not fit {}: {} (--force exports it nevertheless)",
                                  request.config.name(), board.title,
                                  fmt::join(fit.sentences, "; ")));
  std::vector<std::string> notes;
  for (const std::string& sentence : fit.sentences)
    notes.push_back(fmt::format("the core, by {}: {}", area_source_name(area.source), sentence));
  return notes;
}

// What the protocol of the shell means on this board.
std::vector<std::string> port_notes(const VtaConfig& config, const FpgaBoard& board) {
  if (board.memory_axi() != 3 || config.axi == 3)
    return {};
  return {
      fmt::format("the memory port of {} speaks AXI3, the shell AXI{}: the interconnect converts, "
                  "and drops the "
                  "upper bits of an address of 2^32 or more; with \"AXI\": 3 in the configuration "
                  "it only passes "
                  "on, and the shell takes no such address",
                  board.title, config.axi)};
}

double estimated_mhz(const VtaConfig& config) {
  return clock_mhz(longest_path_ps(config));
}

void choose_clock(const FpgaRequest& request, FpgaDesign& design) {
  const double wanted = request.clock_mhz ? *request.clock_mhz
                                          : std::min(estimated_mhz(request.config), kMostFclkMhz);
  design.clock = fclk_at_most(wanted, design.board->io_pll_mhz());
  design.clock_origin =
      request.clock_mhz ? fmt::format("requested: {} MHz", significant_text(wanted))
                        : fmt::format("the core's longest path with {:.0f} % for wires: {:.1f} MHz",
                                      100 * kRoutingAllowance, wanted);
  if (request.clock_mhz && design.clock.mhz > estimated_mhz(request.config))
    design.notes.push_back(
        fmt::format("{:.1f} MHz is above the {:.1f} MHz that the core's longest path allows with "
                    "{:.0f} % for wires: timing may not close",
                    design.clock.mhz, estimated_mhz(request.config), 100 * kRoutingAllowance));
}

}  // namespace

FpgaDesign plan_fpga(const FpgaRequest& request) {
  FpgaDesign design;
  design.board = &find_board(request.board);
  request.config.validate();
  design.config = request.config;
  design.sources = source_files(request.config);
  design.ports = ports_of(design.sources);
  check_memory_port(*design.board, design.ports.memory);
  check_buffer(*design.board, request.buffer_bytes);
  design.buffer_bytes = request.buffer_bytes;
  design.notes = area_notes(request, *design.board);
  for (std::string& note : port_notes(request.config, *design.board))
    design.notes.push_back(std::move(note));
  choose_clock(request, design);
  return design;
}

}  // namespace vta
