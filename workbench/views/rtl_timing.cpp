#include "workbench/views/rtl_timing.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <string>

#include "base/json.h"
#include "base/number_text.h"
#include "base/provenance.h"
#include "base/text_table.h"

namespace vta::workbench {
namespace {

namespace json = boost::json;

constexpr int64_t kRtlTimingSchemaVersion = 1;

double ns_of(int64_t ps) {
  return static_cast<double>(ps) / 1000;
}

std::string ns_text(int64_t ps) {
  return fmt::format("{:.3f}", ns_of(ps));
}

json::object timing_step_json(const PathStep& step) {
  return {{"cell", step.type},     {"name", step.name},
          {"module", step.module}, {"source", step.source},
          {"from", step.from},     {"to", step.to},
          {"ns", ns_of(step.ps)},  {"arrival_ns", ns_of(step.arrival_ps)}};
}

json::object timing_path_json(const TimingPath& path) {
  json::array steps;
  for (const PathStep& step : path.steps)
    steps.push_back(timing_step_json(step));
  return {{"ns", ns_of(path.ps)}, {"endpoints_alike", path.alike}, {"steps", steps}};
}

}  // namespace

json::object rtl_timing_json(const VtaConfig& config, const TimingReport& report) {
  json::array paths, modules;
  for (const TimingPath& path : report.paths)
    paths.push_back(timing_path_json(path));
  for (const ModuleTiming& m : report.modules)
    modules.push_back({{"module", m.module},
                       {"endpoints", m.endpoints},
                       {"longest_ns", ns_of(m.longest.ps)},
                       {"from", m.longest.steps.front().name},
                       {"from_module", m.longest.steps.front().module},
                       {"to", m.longest.steps.back().name}});
  return {{"provenance", provenance_json({.schema = "vta.rtl.timing",
                                          .schema_version = kRtlTimingSchemaVersion,
                                          .config_name = config.name(),
                                          .config_hash = config.hash()})},
          {"module", report.top},
          {"family", "xilinx 7-series"},
          {"speed_grade", "-1"},
          {"clock", report.clock},
          {"cells", report.cells},
          {"endpoints", report.endpoints},
          {"includes_routing", false},
          {"longest_path_ns", ns_of(report.longest_ps())},
          {"routing_allowance", kRoutingAllowance},
          {"period_with_allowance_ns", period_ns(report.longest_ps())},
          {"mhz_with_allowance", clock_mhz(report.longest_ps())},
          {"paths", paths},
          {"modules", modules}};
}

namespace {

void print_timing_path(const TimingPath& path, size_t number) {
  fmt::print("\npath {}: {} ns, from {} to {}{}\n", number, ns_text(path.ps),
             path.steps.front().module, path.steps.back().module,
             path.alike == 1 ? "" : fmt::format("; {} endpoints alike", thousands(path.alike)));
  TextTable table({{"arrival"},
                   {"delay"},
                   {"cell", false},
                   {"pins", false},
                   {"name", false, true},
                   {"module", false},
                   {"source", false}});
  for (const PathStep& step : path.steps)
    table.add({ns_text(step.arrival_ps), ns_text(step.ps), step.type,
               step.from.empty() ? "" : step.from + " > " + step.to, step.name, step.module,
               step.source});
  fmt::print("{}", table.text(kTableWidth));
}

void print_timing_summary(const TimingReport& report) {
  fmt::print("\nlongest path into each module, ns of cell delay:\n");
  TextTable table(
      {{"module", false}, {"endpoints"}, {"longest"}, {"from", false, true}, {"to", false, true}});
  for (const ModuleTiming& m : report.modules)
    table.add({m.module, thousands(m.endpoints), ns_text(m.longest.ps),
               m.longest.steps.front().name, m.longest.steps.back().name});
  fmt::print("{}", table.text(kTableWidth));
}

}  // namespace

void print_rtl_timing(const VtaConfig& config, const TimingReport& report) {
  fmt::print("configuration {}, {}{}: {} cells, {} endpoints, {}\n", config.name(), report.top,
             report.top == kTimingTop ? "" : " alone, its parameters at their defaults",
             thousands(report.cells), thousands(report.endpoints),
             report.clock.empty() ? "no clock" : "clock " + report.clock);
  if (report.paths.empty()) {
    fmt::print("no path: nothing depends on an input or a register\n");
    return;
  }
  fmt::print(
      "longest path {} ns: cell delay without routing, 7-series, speed grade -1\n"
      "with an allowance of {:.0f} % for routing {:.3f} ns, {:.1f} MHz: an estimate "
      "(docs/timing_closure.md)\n",
      ns_text(report.longest_ps()), 100 * kRoutingAllowance, period_ns(report.longest_ps()),
      clock_mhz(report.longest_ps()));
  for (size_t i = 0; i < report.paths.size(); ++i)
    print_timing_path(report.paths[i], i + 1);
  print_timing_summary(report);
}

}  // namespace vta::workbench
