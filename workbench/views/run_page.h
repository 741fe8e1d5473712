// A run as `vta run` shows it: what report.h has, with top classes, notes and measurements.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "base/tensor.h"
#include "explore/trace/timeline.h"
#include "workbench/views/report.h"
#include "workbench/views/run_times.h"

namespace vta::workbench {

struct RunPage {
  RunOutcome outcome = {};
  Tensor logits = Tensor::zeros(DType::F32, {0, 1});  // a row of classes per image, or none
  int64_t top = 0;                                    // so many classes of each row
  std::vector<std::string> labels = {};               // of the classes
  std::vector<std::string> notes = {};
  RunTimes times = RunTimes();
  bool details = false, per_layer = false;
};

// The first output as a row of logits per image; no rows where it is something else.
Tensor logits_of(const Tensor& output);

std::string run_page_text(const RunPage& page, size_t width);
boost::json::object run_page_json(const RunPage& page);

}  // namespace vta::workbench
