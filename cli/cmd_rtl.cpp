// vta rtl: what the hardware costs, how fast it is, its register map, its sources.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/json.h"
#include "cli/commands.h"
#include "config/device.h"
#include "config/vta_config.h"
#include "hw/isa/registers.h"
#include "hw/rtl/rtl_sources.h"
#include "hw/synth/area.h"
#include "hw/synth/area_model.h"
#include "hw/synth/timing.h"
#include "workbench/config_name.h"
#include "workbench/device_name.h"
#include "workbench/views/area_report.h"
#include "workbench/views/rtl_timing.h"

namespace vta::cli {
namespace {

using namespace workbench;

void print_map() {
  fmt::print("{:<8}{:<22}{:>5}  {:<4} {}\n", "offset", "register", "bits", "", "meaning");
  const auto print_rows = [](const auto& table) {
    for (const auto& r : table)
      fmt::print("0x{:03x}   {:<22}{:>5}  {:<4} {}\n", r.offset, r.name, r.bits,
                 r.writable ? "rw" : "ro", r.description);
  };
  print_rows(register_table());
  fmt::print("\nof the AXI shell around the core (hw/rtl/axi):\n");
  print_rows(shell_register_table());
}

void print_files(const VtaConfig& config) {
  const RtlSources sources = rtl_sources(config);
  for (const std::string& file : sources.files)
    fmt::print("{}\n", file);
}

struct RtlOptions {
  std::string config = "default";
  std::string target = "generic";
  std::string device = kDefaultDevice;
  bool model = false;
  bool as_json = false;
};

AreaReport synthesized(const VtaConfig& config, SynthTarget target) {
  if (target == SynthTarget::Xilinx7 && !cached_synthesis(config, target)) {
    if (const std::optional<AreaReport> committed = committed_synthesis(config))
      return *committed;
  }
  return synthesize(config, target);
}

void print_area(const RtlOptions& options, bool target_given, bool device_given) {
  if (options.model && target_given && options.target == "generic")
    throw UsageError("--model estimates a 7-series FPGA: it goes with --target xilinx only");
  if (device_given && !options.model && options.target == "generic")
    throw UsageError(
        "--device compares with a 7-series FPGA: it goes with --target xilinx or --model");
  const FpgaDevice device = find_device(options.device);
  const VtaConfig config = config_by_name(options.config);
  const AreaSource source = options.model ? AreaSource::Model : AreaSource::Synthesis;
  const AreaReport report =
      options.model ? estimate_area(config)
                    : synthesized(config, options.target == "generic" ? SynthTarget::Generic
                                                                      : SynthTarget::Xilinx7);
  if (options.as_json)
    fmt::print("{}\n", json_text(area_json(config, report, source, device)));
  else
    print_area_table(config, report, source, device);
}

constexpr int64_t kMostPaths = 1000;

struct RtlTimingOptions {
  std::string config = "default";
  std::string module = kTimingTop;
  int64_t paths = 3;
  bool as_json = false;
};

void run_rtl_timing(const RtlTimingOptions& options) {
  const VtaConfig config = config_by_name(options.config);
  const TimingReport report = analyse_timing(config, options.module, options.paths);
  if (options.as_json)
    fmt::print("{}\n", json_text(rtl_timing_json(config, report)));
  else
    print_rtl_timing(config, report);
}

void add_rtl_timing(Command& rtl) {
  const auto options = std::make_shared<RtlTimingOptions>();
  Command* timing =
      rtl.add_subcommand("timing", "synthesize for a 7-series FPGA and find the longest paths");
  timing->add_option("--config", options->config, kConfigHelp)->capture_default_str();
  timing
      ->add_option(
          "--module", options->module,
          "module to analyse alone, with default parameters; paths begin and end at its ports")
      ->capture_default_str();
  timing
      ->add_option("--paths", options->paths,
                   "number of paths to show; paths that differ only in indices count once")
      ->check(range(1, kMostPaths))
      ->capture_default_str();
  timing->add_flag("--json", options->as_json, "print JSON");
  timing->footer(
      "Examples:\n"
      "  vta rtl timing --config tiny\n"
      "  vta rtl timing --config 1x64 --module vta_gemm_group\n"
      "  vta rtl timing --module vta_alu --paths 10 --json\n"
      "Delays include clock-to-output, cells and setup, but no wires: docs/timing_closure.md.\n"
      "The first synthesis takes about 2 minutes on one core (tiny) or 5 (default); the result\n"
      "is cached.\n"
      "Exit codes: 0 done, 2 synthesizer not installed or no such module, 3 synthesis failed, or "
      "a\n"
      "netlist that cannot be timed (a loop, a port without timing), 4 unknown configuration,\n"
      "9 the cache or the results cannot be written.");
  timing->callback([options] { run_rtl_timing(*options); });
}

}  // namespace

void register_rtl(Command& app) {
  Command* rtl =
      app.add_subcommand("rtl", "show area, timing, registers and sources of the hardware");
  rtl->require_subcommand();
  rtl->footer(
      "Examples:\n"
      "  vta rtl area --config tiny\n"
      "  vta rtl area --target xilinx --json\n"
      "  vta rtl area --model --config 2x16 --device zynq7010\n"
      "  vta rtl area --model --config sweep.db#135 --device mine.json\n"
      "  vta rtl timing --config tiny\n"
      "  vta rtl map\n"
      "  vta config package default > vta_isa_pkg.sv; vta rtl files\n"
      "Area and timing need the synthesizer: scripts/setup_synth.sh installs it. --model does "
      "not\nneed it, nor do results in the cache or in hw/synth/calibration.\n"
      "Exit codes: 0 done, 2 synthesizer not installed or --model with another target, 3 sources "
      "missing or synthesis failed,\n"
      "4 unknown or illegal configuration or device, 9 results cannot be written.");
  const auto options = std::make_shared<RtlOptions>();

  Command* area = rtl->add_subcommand("area", "synthesize the core and report its area");
  area->add_option("--config", options->config, kConfigHelp)->capture_default_str();
  area->add_option("--target", options->target,
                   "generic: cells, multipliers, memory bits; xilinx: 7-series LUT, FF, DSP, RAM")
      ->check(one_of({"generic", "xilinx"}))
      ->capture_default_str();
  area->add_flag("--json", options->as_json, "print JSON");
  area->add_flag("--model", options->model,
                 "use the fitted area model instead of synthesis (target xilinx)");
  area->add_option("--device", options->device, device_help())->capture_default_str();
  area->callback([options, area] {
    print_area(*options, area->count("--target") > 0, area->count("--device") > 0);
  });

  add_rtl_timing(*rtl);
  rtl->add_subcommand("map", "print the register map")->callback(print_map);

  Command* files = rtl->add_subcommand("files", "list the sources, in compile order");
  files->add_option("--config", options->config, kConfigHelp)->capture_default_str();
  files->callback([options] { print_files(config_by_name(options->config)); });
}

}  // namespace vta::cli
