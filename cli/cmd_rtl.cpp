// vta rtl: what the hardware costs, its register map, its sources.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "base/json.h"
#include "base/provenance.h"
#include "cli/commands.h"
#include "config/vta_config.h"
#include "hw/isa/registers.h"
#include "hw/rtl/rtl_sources.h"
#include "hw/synth/area.h"

namespace vta::cli {

namespace {

namespace json = boost::json;

constexpr int64_t kSchemaVersion = 1;

json::object module_json(const ModuleArea& m, SynthTarget target) {
  if (target == SynthTarget::Generic)
    return {{"module", m.name},
            {"instances", m.instances},
            {"cells", m.cells},
            {"multipliers", m.multipliers},
            {"memory_bits", m.memory_bits}};
  return {{"module", m.name}, {"instances", m.instances}, {"lut", m.lut}, {"ff", m.ff},
          {"dsp", m.dsp},     {"bram18", m.bram18}};
}

void print_json(const VtaConfig& config, const AreaReport& report) {
  json::array modules;
  for (const ModuleArea& m : report.modules)
    modules.push_back(module_json(m, report.target));
  json::object out;
  out["provenance"] = provenance_json({.schema = "vta.rtl.area",
                                       .schema_version = kSchemaVersion,
                                       .config_name = config.name(),
                                       .config_hash = config.hash()});
  out["target"] = report.target == SynthTarget::Generic ? "generic" : "xilinx";
  out["modules"] = modules;
  out["total"] = module_json(report.total, report.target);
  fmt::print("{}\n", json_text(out));
}

void print_row(const ModuleArea& m, SynthTarget target) {
  if (target == SynthTarget::Generic)
    fmt::print("{:<24}{:>10}{:>10}{:>13}{:>13}\n", m.name, m.instances, m.cells, m.multipliers,
               m.memory_bits);
  else
    fmt::print("{:<24}{:>10}{:>10}{:>10}{:>8}{:>12.1f}\n", m.name, m.instances, m.lut, m.ff, m.dsp,
               static_cast<double>(m.bram18) / 2);
}

// "LUT 31000 of 53200 (58 %)" for each resource, and what does not fit.
void print_fit(const ModuleArea& total) {
  struct Row {
    const char* name;
    int64_t used, offered;
  };
  const Row rows[] = {{"LUT", total.lut, kZynq7020.lut},
                      {"FF", total.ff, kZynq7020.ff},
                      {"DSP48E1", total.dsp, kZynq7020.dsp},
                      {"RAMB18", total.bram18, kZynq7020.bram18}};
  fmt::print("\non a Zynq-7020 (xc7z020):\n");
  for (const Row& row : rows)
    fmt::print("  {:<8}{:>8} of {:>7}  {:>4.0f} %{}\n", row.name, row.used, row.offered,
               100.0 * static_cast<double>(row.used) / static_cast<double>(row.offered),
               row.used > row.offered ? "  does not fit" : "");
}

void print_table(const VtaConfig& config, const AreaReport& report) {
  fmt::print("configuration {}\n\n", config.name());
  if (report.target == SynthTarget::Generic)
    fmt::print("{:<24}{:>10}{:>10}{:>13}{:>13}\n", "module", "instances", "cells", "multipliers",
               "memory bits");
  else
    fmt::print("{:<24}{:>10}{:>10}{:>10}{:>8}{:>12}\n", "module", "instances", "LUT", "FF", "DSP",
               "RAM 36 Kb");
  for (const ModuleArea& m : report.modules)
    print_row(m, report.target);
  ModuleArea total = report.total;
  total.name = "total";
  print_row(total, report.target);
  if (report.target == SynthTarget::Xilinx7)
    print_fit(report.total);
}

void print_map() {
  fmt::print("{:<8}{:<22}{:>5}  {:<4} {}\n", "offset", "register", "bits", "", "meaning");
  for (const RegisterSpec& r : register_table())
    fmt::print("0x{:03x}   {:<22}{:>5}  {:<4} {}\n", r.offset, r.name, r.bits,
               r.writable ? "rw" : "ro", r.description);
}

void print_files(const VtaConfig& config) {
  const RtlSources sources = rtl_sources(config);
  for (const std::string& file : sources.files)
    fmt::print("{}\n", file);
}

struct Options {
  std::string config = "default";
  std::string target = "generic";
  bool as_json = false;
};

}  // namespace

void register_rtl(CLI::App& app) {
  CLI::App* rtl = app.add_subcommand("rtl", "The hardware: its area, registers and sources");
  rtl->require_subcommand(1);
  rtl->footer(
      "Examples:\n"
      "  vta rtl area --config tiny\n"
      "  vta rtl area --target xilinx --json\n"
      "  vta rtl map\n"
      "  vta config package default > vta_isa_pkg.sv; vta rtl files\n"
      "Area needs the synthesiser: scripts/setup_synth.sh installs it.\n"
      "Exit codes: 0 done, 2 synthesiser not installed, 3 sources missing or synthesis failed,\n"
      "4 unknown or illegal configuration.");
  const auto options = std::make_shared<Options>();

  CLI::App* area = rtl->add_subcommand("area", "Synthesise the core and count what it takes");
  area->add_option("--config", options->config, "configuration: name or file")
      ->capture_default_str();
  area->add_option("--target", options->target,
                   "generic: cells, multipliers, memory bits; xilinx: 7-series LUT, FF, DSP, RAM")
      ->check(CLI::IsMember({"generic", "xilinx"}))
      ->capture_default_str();
  area->add_flag("--json", options->as_json, "print JSON");
  area->callback([options] {
    const VtaConfig config = find_config(options->config);
    const AreaReport report = synthesise(
        config, options->target == "generic" ? SynthTarget::Generic : SynthTarget::Xilinx7);
    options->as_json ? print_json(config, report) : print_table(config, report);
  });

  rtl->add_subcommand("map", "Print the register map")->callback(print_map);

  CLI::App* files = rtl->add_subcommand("files", "List the sources, in compile order");
  files->add_option("--config", options->config, "configuration: name or file")
      ->capture_default_str();
  files->callback([options] { print_files(find_config(options->config)); });
}

}  // namespace vta::cli
