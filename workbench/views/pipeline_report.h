// What `vta pipeline` prints.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/pipeline.h"
#include "pipeline/schedule.h"

namespace vta::workbench {

struct PipelineReport {
  const piped::Plan* plan = nullptr;
  const piped::Outcome* outcome = nullptr;
  std::optional<piped::Schedule> schedule;  // nothing: a device without time
  std::vector<std::string> devices;         // by part, as given
  int64_t batch = 1, queue = 0;             // images of one run; places of a queue
  std::vector<std::string> notes;
};

// The schedule of an outcome, where every part of every image has cycles.
std::optional<piped::Schedule> schedule_of(const piped::Outcome& outcome, int64_t queue);

std::string pipeline_text(const PipelineReport& report, size_t width);
// Schema vta.pipeline, version 1 (docs/pipeline.md).
boost::json::object pipeline_json(const PipelineReport& report);

}  // namespace vta::workbench
