// The report of one run, or of two runs side by side.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <span>
#include <string>

#include "config/device.h"
#include "explore/host/host_answer.h"
#include "explore/record/run_record.h"
#include "explore/report/document.h"

namespace vta::explore {

struct ReportedRun {
  RunRecord record;
  std::string label;                            // "run.json", its name on the page
  std::optional<boost::json::object> timeline;  // member "timeline" of the run's JSON
  std::optional<HostAnswer> answer = {};        // of a run with --host
};

// A file that `vta run --json` wrote; InputError as load_run, and if its timeline is malformed.
ReportedRun load_reported_run(const std::string& path);
// Of its text; `origin` is its name in messages and on the page.
ReportedRun parse_reported_run(std::string_view text, const std::string& origin);

// The report of one or two runs; the fit of their accelerators refers to `device`.
ReportDocument run_document(std::span<const ReportedRun> runs,
                            const FpgaDevice& device = find_device(kDefaultDevice));

}  // namespace vta::explore
