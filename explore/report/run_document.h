// The report of one run, or of two beside each other.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <span>
#include <string>

#include "config/device.h"
#include "explore/record/run_record.h"
#include "explore/report/document.h"

namespace vta::explore {

struct ReportedRun {
  RunRecord record;
  std::string label;                            // "run.json", what the page calls it
  std::optional<boost::json::object> timeline;  // member "timeline" of the run's JSON
};

// A file that `vta run --json` wrote; InputError as load_run, and where its timeline is malformed.
ReportedRun load_reported_run(const std::string& path);

// Of one or two runs; whether their accelerators fit is said of `device`.
ReportDocument run_document(std::span<const ReportedRun> runs,
                            const FpgaDevice& device = find_device(kDefaultDevice));

}  // namespace vta::explore
