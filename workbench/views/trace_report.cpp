#include "workbench/views/trace_report.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <filesystem>

#include "base/plural.h"
#include "base/provenance.h"
#include "explore/cost/clock_times.h"
#include "explore/record/run_record.h"
#include "explore/record/work_json.h"

namespace vta::workbench {
namespace {

int64_t file_bytes(const TraceReport& report) {
  return static_cast<int64_t>(std::filesystem::file_size(report.file));
}

std::optional<explore::ClockTimes> times_of(const TraceReport& report) {
  return explore::clock_times(report.program.config, report.trace.whole,
                              explore::images_of(report.program));
}

}  // namespace

boost::json::object trace_json(const TraceReport& report) {
  const TraceSummary& trace = report.trace;
  return {{"provenance", provenance_json({.schema = "vta.trace",
                                          .schema_version = 2,
                                          .config_name = report.program.config.name(),
                                          .config_hash = report.program.config.hash()})},
          {"file", report.file},
          {"cycles", trace.cycles},
          {"axis_ms", static_cast<double>(trace.axis_cycles) / (trace.mhz * 1e3)},
          {"work", explore::work_json(trace.whole.work)},
          {"times", explore::clock_json(times_of(report))},
          {"instructions", trace.insns},
          {"bursts", trace.bursts},
          {"events", trace.events},
          {"text_bytes", report.text_bytes},
          {"file_bytes", file_bytes(report)},
          {"seconds", report.seconds}};
}

std::string trace_text(const TraceReport& report) {
  const TraceSummary& trace = report.trace;
  const std::optional<explore::ClockTimes> times = times_of(report);
  return fmt::format(
      "{}: {}, {}, {}, {}, {:.2f} MB ({:.1f} MB of text)\n"
      "the cycles are of {}; on the host: {}{}",
      report.file, counted(trace.cycles, "cycle"), counted(trace.insns, "instruction"),
      counted(trace.bursts, "burst"), counted(trace.events, "event"),
      static_cast<double>(file_bytes(report)) / 1e6, static_cast<double>(report.text_bytes) / 1e6,
      share_text(trace.whole.work), host_operators_text(trace.whole.work),
      times ? "\n" + explore::clock_text(*times) : "");
}

}  // namespace vta::workbench
