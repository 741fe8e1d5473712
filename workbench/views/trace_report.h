// What a trace holds.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>

#include "runtime/program.h"
#include "workbench/trace.h"

namespace vta::workbench {

struct TraceReport {
  std::string file;
  const Program& program;
  const TraceSummary& trace;
  int64_t text_bytes = 0;  // before compression
  double seconds = 0;      // with compiling
};
// Schema vta.trace.
boost::json::object trace_json(const TraceReport& report);
std::string trace_text(const TraceReport& report);

}  // namespace vta::workbench
