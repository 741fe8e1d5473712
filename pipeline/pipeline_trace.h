// A schedule as a trace for viewers (docs/trace.md): a track per part, how full every queue is.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "explore/trace/trace_output.h"
#include "pipeline/schedule.h"

namespace vta::piped {

// `parts`: names of the tracks. `mhz`: of the time axis. `other`: what viewers show of the trace.
void write_trace(const Schedule& schedule, const std::string& model,
                 const std::vector<std::string>& parts, double mhz,
                 const boost::json::object& other, explore::TraceOutput& file);

}  // namespace vta::piped
