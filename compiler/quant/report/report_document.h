// The report of a quantization as a file: JSON for programs, a page for people.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "compiler/quant/report/quant_report.h"

namespace vta {

inline constexpr int64_t kQuantReportSchemaVersion = 1;

struct QuantReportDocument {
  std::string network;                               // its file
  std::string machine;                               // name of the configuration
  int64_t searched = 0, held_out = 0;                // samples
  std::string measure;                               // what may be lost: "agreement" or "top1"
  double max_drop = 0, drop_all_int8 = 0, drop = 0;  // percentage points of that
  LogitScore score;                                  // on the held-out samples
  QuantReport report;
  std::vector<std::string> steps, warnings, notes;
};

// Layers of which it is known, the one that hurts most first.
std::vector<const LayerReport*> ranking(const QuantReport& report);

// docs/quantization.md, but for "provenance".
boost::json::object quant_report_json(const QuantReportDocument& document);
// One HTML file that needs no other and makes no request. Names are made harmless.
std::string quant_report_page(const QuantReportDocument& document);

}  // namespace vta
