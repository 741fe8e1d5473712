// vta fpga: the accelerator for a board, as files that an FPGA's tools take.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/json.h"
#include "base/number_text.h"
#include "base/output_file.h"
#include "base/output_folder.h"
#include "base/provenance.h"
#include "cli/commands.h"
#include "config/clock.h"
#include "hw/fpga/fpga_export.h"
#include "workbench/config_name.h"

namespace vta::cli {
namespace {

using namespace workbench;

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr int64_t kFpgaSchemaVersion = 1;
constexpr const char* kVivadoFolder = "vivado";  // that the exported build.tcl makes

constexpr const char* kFpgaExamples = R"(Examples:
  vta fpga export --config pynq --board pynq-z1 -o vta_pynq
  vta fpga export --config pynq --board pynq-z1 --clock 100 --buffer 268435456 -o vta_pynq
  vta fpga export --config my.json --board pynq-z1 --force -o try --json
docs/fpga_export.md describes the files, docs/bring_up.md the next steps. The export has not been run
in Vivado or on a board; its README lists the checks that were made.
Exit codes: 0 done, 2 wrong options, a clock or a buffer that the board cannot give, 3 sources missing,
4 unknown or illegal configuration or board, one that does not fit or whose bus the board's memory port
cannot take, 9 results cannot be written.)";

struct FpgaFlags {
  std::string config = "pynq", board, clock, output;
  int64_t buffer = FpgaRequest{}.buffer_bytes;
  bool force = false, as_json = false;
};

// Of the board with the most memory; the export says what its own takes.
int64_t most_buffer_bytes() {
  int64_t most = 0;
  for (const FpgaBoard& board : fpga_boards())
    most = std::max(most, largest_buffer(board));
  return most;
}

std::optional<double> clock_of(const FpgaFlags& flags, const VtaConfig& config) {
  const ClockLabel label = flags.clock.empty() ? config.clock : parse_clock(flags.clock);
  return label.estimated ? std::nullopt : label.mhz;
}

// Sources in the folder that this export has not written: of an earlier version, or a stranger's.
// No list names them. Vivado's project is no part of it.
std::vector<std::string> other_sources(const std::string& folder, const FpgaFiles& files) {
  std::vector<std::string> others;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied),
       end;
       at != end; ++at) {
    const fs::path name = at->path().lexically_relative(folder);
    if (name == kVivadoFolder)
      at.disable_recursion_pending();
    else if ((name.extension() == ".v" || name.extension() == ".sv") &&
             !files.contains(name.string()))
      others.push_back(name.string());
  }
  std::ranges::sort(others);
  return others;
}

json::object design_json(const FpgaDesign& design, const FpgaFiles& files) {
  json::array names, notes;
  for (const auto& [name, content] : files)
    names.emplace_back(name);
  for (const std::string& note : design.notes)
    notes.emplace_back(note);
  const FpgaBoard& board = *design.board;
  return {{"provenance", provenance_json({.schema = "vta.fpga.export",
                                          .schema_version = kFpgaSchemaVersion,
                                          .config_name = design.config.name(),
                                          .config_hash = design.config.hash()})},
          {"board", std::string(board.name)},
          {"part", std::string(board.part)},
          {"clock_mhz", design.clock.mhz},
          {"clock_origin", design.clock_origin},
          {"memory_protocol", std::string(protocol_name(design.ports.memory.protocol))},
          {"memory_port_bits", design.ports.memory.data_bits()},
          {"register_base", board.register_base},
          {"register_bytes", design.register_bytes()},
          {"interrupt_spi", board.interrupt_spi},
          {"buffer_bytes", design.buffer_bytes},
          {"notes", notes},
          {"files", names}};
}

void print_design(const FpgaFlags& flags, const FpgaDesign& design, const FpgaFiles& files) {
  const FpgaBoard& board = *design.board;
  fmt::print("{} for {} ({})\n", design.config.name(), board.title, board.part);
  fmt::print("clock {:.3f} MHz ({})\n", design.clock.mhz, design.clock_origin);
  fmt::print("memory port {}, {} bits; registers at 0x{:08x}, interrupt {}; buffer {} bytes\n",
             protocol_name(design.ports.memory.protocol), design.ports.memory.data_bits(),
             board.register_base, board.interrupt_spi, thousands(design.buffer_bytes));
  for (const std::string& note : design.notes)
    fmt::print("- {}\n", note);
  fmt::print("{} files in {}; docs/bring_up.md says how to go on\n", files.size(), flags.output);
}

void export_fpga(const FpgaFlags& flags) {
  check_output_folder(flags.output);
  const VtaConfig config = config_by_name(flags.config);
  const FpgaDesign design = plan_fpga({.config = config,
                                       .board = flags.board,
                                       .clock_mhz = clock_of(flags, config),
                                       .buffer_bytes = flags.buffer,
                                       .force = flags.force});
  const FpgaFiles files = fpga_files(design);
  write_files(flags.output, files);
  for (const std::string& name : other_sources(flags.output, files))
    spdlog::warn("{}/{} is not of this export: no list names it", flags.output, name);
  if (flags.as_json)
    fmt::print("{}\n", json_text(design_json(design, files)));
  else
    print_design(flags, design, files);
}

}  // namespace

void register_fpga(Command& app) {
  Command* fpga =
      app.add_subcommand("fpga", "export the accelerator for a board as files for FPGA tools");
  fpga->require_subcommand();
  fpga->footer(kFpgaExamples);
  const auto flags = std::make_shared<FpgaFlags>();
  Command* command = fpga->add_subcommand(
      "export", "write sources, constraints, component, block design and device tree");
  command->add_option("--config", flags->config, kConfigHelp)->capture_default_str();
  command->add_option("--board", flags->board, "the board: pynq-z1")->required();
  command->add_option("--clock", flags->clock,
                      "MHz, rounded down to a clock that the board can make; default, and auto: "
                      "the estimated clock (docs/clock.md)");
  command
      ->add_option("--buffer", flags->buffer,
                   "bytes of memory that Linux reserves for the accelerator, a multiple of 4096")
      ->check(range(kBufferPage, most_buffer_bytes()))
      ->capture_default_str();
  command->add_flag("--force", flags->force, "export a configuration that does not fit the FPGA");
  command->add_option("-o,--output", flags->output, "output folder; other files in it stay")
      ->required();
  command->add_flag("--json", flags->as_json, "print JSON");
  command->footer(kFpgaExamples);
  command->callback([flags] { export_fpga(*flags); });
}

}  // namespace vta::cli
