#include "workbench/views/area_report.h"

#include <fmt/format.h>

#include "base/provenance.h"
#include "hw/synth/clock_model.h"
#include "hw/synth/device_fit.h"
#include "hw/synth/timing.h"

namespace vta::workbench {
namespace {

namespace json = boost::json;

constexpr int64_t kRtlSchemaVersion = 2;

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

// The model's largest errors on configurations that it was not fitted to, in percent.
json::object error_json() {
  const AreaError error = held_out_error();
  return {{"lut", 100 * error.lut},
          {"ff", 100 * error.ff},
          {"dsp", 100 * error.dsp},
          {"bram18", 100 * error.bram18}};
}

// The clock model's, beside the area model's figures.
json::object clock_estimate_json(const VtaConfig& config) {
  json::object paths;
  const std::vector<PathEstimate> estimates = estimate_paths(config);
  for (const PathEstimate& estimate : estimates)
    paths[estimate.path] = static_cast<double>(estimate.ps) / 1000;
  return {{"longest_path_ns", static_cast<double>(estimates.front().ps) / 1000},
          {"period_with_allowance_ns", period_ns(estimates.front().ps)},
          {"mhz_with_allowance", clock_mhz(estimates.front().ps)},
          {"held_out_error_percent", 100 * held_out_path_error()},
          {"paths_ns", paths}};
}

json::object fit_json(const VtaConfig& config, const ModuleArea& total, const FpgaDevice& device) {
  const DeviceFit fit = device_fit(device, total, config);
  json::array sentences(fit.sentences.begin(), fit.sentences.end());
  return {{"name", device.name},
          {"title", device.title},
          {"lut", device.lut},
          {"ff", device.ff},
          {"dsp", device.dsp},
          {"bram18", device.bram18},
          {"share", share_of(device, use_of(total))},
          {"fits", fit.fits},
          {"fits_with_remedies", fit.fits_after},
          {"sentences", sentences}};
}

}  // namespace

json::object area_json(const VtaConfig& config, const AreaReport& report, AreaSource source,
                       const FpgaDevice& device) {
  json::array modules;
  for (const ModuleArea& m : report.modules)
    modules.push_back(module_json(m, report.target));
  json::object out;
  out["provenance"] = provenance_json({.schema = "vta.rtl.area",
                                       .schema_version = kRtlSchemaVersion,
                                       .config_name = config.name(),
                                       .config_hash = config.hash()});
  out["target"] = report.target == SynthTarget::Generic ? "generic" : "xilinx";
  out["source"] = area_source_name(source);
  if (source == AreaSource::Model)
    out["held_out_error_percent"] = error_json();
  out["modules"] = modules;
  out["total"] = module_json(report.total, report.target);
  if (report.target == SynthTarget::Xilinx7)
    out["device"] = fit_json(config, report.total, device);
  if (source == AreaSource::Model)
    out["clock"] = clock_estimate_json(config);
  return out;
}

namespace {

void print_row(const ModuleArea& m, SynthTarget target) {
  if (target == SynthTarget::Generic)
    fmt::print("{:<24}{:>10}{:>10}{:>13}{:>13}\n", m.name, m.instances, m.cells, m.multipliers,
               m.memory_bits);
  else
    fmt::print("{:<24}{:>10}{:>10}{:>10}{:>8}{:>12.1f}\n", m.name, m.instances, m.lut, m.ff, m.dsp,
               static_cast<double>(m.bram18) / 2);
}

// "LUT 31000 of 53200 (58 %)" for each resource, what does not fit, and what would help.
void print_fit(const VtaConfig& config, const ModuleArea& total, const FpgaDevice& device) {
  struct Row {
    const char* name;
    int64_t used, offered;
  };
  const Row rows[] = {{"LUT", total.lut, device.lut},
                      {"FF", total.ff, device.ff},
                      {"DSP48E1", total.dsp, device.dsp},
                      {"RAMB18", total.bram18, device.bram18}};
  fmt::print("\non {}:\n", device.title);
  for (const Row& row : rows)
    fmt::print("  {:<8}{:>8} of {:>7}  {:>4.0f} %{}\n", row.name, row.used, row.offered,
               100.0 * static_cast<double>(row.used) / static_cast<double>(row.offered),
               row.used > row.offered ? "  does not fit" : "");
  for (const std::string& sentence : device_fit(device, total, config).sentences)
    fmt::print("- {}\n", sentence);
  if (!device.note.empty())
    fmt::print("{}\n", device.note);
}

void print_clock_estimate(const VtaConfig& config) {
  const std::vector<PathEstimate> paths = estimate_paths(config);
  fmt::print(
      "\nlongest path {:.2f} ns of cell delay ({}), {:.1f} MHz with the allowance for routing: an "
      "estimate, off by up to {:.1f} % on configurations that it was not fitted to "
      "(docs/timing_closure.md)\n",
      static_cast<double>(paths.front().ps) / 1000, paths.front().path, clock_mhz(paths.front().ps),
      100 * held_out_path_error());
}

void print_source(AreaSource source) {
  if (source == AreaSource::Synthesis)
    return;
  const AreaError error = held_out_error();
  fmt::print(
      "estimate of the area model; on configurations that it was not fitted to it was off by up to "
      "{:.1f} % (LUT), {:.1f} % (FF), {:.1f} % (DSP), {:.1f} % (block RAM)\n",
      100 * error.lut, 100 * error.ff, 100 * error.dsp, 100 * error.bram18);
}

}  // namespace

void print_area_table(const VtaConfig& config, const AreaReport& report, AreaSource source,
                      const FpgaDevice& device) {
  fmt::print("configuration {}\n", config.name());
  print_source(source);
  fmt::print("\n");
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
    print_fit(config, report.total, device);
  if (source == AreaSource::Model)
    print_clock_estimate(config);
}

}  // namespace vta::workbench
