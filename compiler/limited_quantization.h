// A quantization whose answers differ from the float network's at most by a limit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/compiler.h"
#include "compiler/quant/drop_limit.h"
#include "compiler/quant/report/quant_report.h"

namespace vta {

struct LimitedQuantization {
  std::shared_ptr<const QuantPlan> plan;  // for CompileOptions::quant_plan
  LogitScore score;                       // on the held-out samples
  DropResult drop;
  bool all_int8 = false;               // what was searched (FreeForms): compile so
  int64_t searched = 0, held_out = 0;  // samples
  std::vector<std::string> steps, warnings;
  std::optional<QuantReport> report;  // where asked for; on the held-out samples
};

// Whether to make a report, and its progress callback (QuantReportRequest::progress).
struct LimitedReport {
  bool wanted = false;
  std::function<void(double part)> progress = {};
};

// Of a model as compile_model takes it, with the samples of options.calibration: the first
// half is searched as by --quant auto, the other half decides which layers stay in float
// (limit_drop). Where the form is free it is that of all_int8(): the limit says what is not.
// Labels, a class per sample, are of all samples. InputError for fewer than two samples, and as
// find_quantization; UsageError where there are not as many labels as samples.
LimitedQuantization quantize_within(const std::string& model, const CompileOptions& options,
                                    double most_drop,
                                    const std::optional<std::vector<int64_t>>& labels = {},
                                    const LimitedReport& report = {});

// Adds to each int8 layer the kernel of the program that computes it, or the reason from the
// compilation's `notes` if there is none.
void place_layers(QuantReport& report, const Program& program,
                  const std::vector<std::string>& notes);

}  // namespace vta
