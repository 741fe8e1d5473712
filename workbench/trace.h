// A run of a program as a file for trace viewers: docs/trace.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "driver/driver.h"
#include "explore/host/host_costs.h"
#include "explore/point.h"
#include "explore/trace/trace_output.h"
#include "runtime/program.h"

namespace vta::workbench {

struct TraceRequest {
  std::string kernel = {}, cycles = {};  // a part (explore/trace/trace_part.h); empty: all
  bool bursts = true;                    // a slice for each burst of the memory port too
  double mhz = 1000;                     // of the time axis
  int64_t window = 256;                  // cycles of one value of the bus utilization
  int64_t max_cycles = kMaxCycles;       // of a launch
  // With the host's steps in between; the time axis is then that of the configuration's clock.
  std::optional<explore::HostCosts> host = {};
};

struct TraceSummary {
  int64_t cycles = 0, insns = 0, bursts = 0, events = 0;
  int64_t axis_cycles = 0;     // of the time axis: cycles, and those of the host's steps
  double mhz = 1000;           // of the time axis
  explore::PointResult whole;  // of all launches
};

// UsageError for a host and a part of a run, or a clock that the time axis does not take.
// The launches on csim, without values. What was done before an error is in the file.
TraceSummary trace_run(const Program& program, const TraceRequest& request,
                       explore::TraceOutput& file);

}  // namespace vta::workbench
