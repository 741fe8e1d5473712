// What a quantization within a limit found.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "compiler/limited_quantization.h"
#include "compiler/quant/report/report_document.h"

namespace vta::workbench {

struct QuantizeResult {
  std::string output;     // the program's file
  double max_drop = 0;    // percentage points
  bool labelled = false;  // of top-1; else of agreement with float
  const CompileResult& compiled;
  const LimitedQuantization& found;
};
// Schema vta.quantize.
boost::json::object quantize_json(const QuantizeResult& shown);
void print_quantize(const QuantizeResult& shown);
QuantReportDocument quantize_document(const QuantizeResult& shown);

}  // namespace vta::workbench
