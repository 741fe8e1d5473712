// A quantisation whose network answers as the float network does, but for a limit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/compiler.h"
#include "compiler/quant/drop_limit.h"

namespace vta {

struct LimitedQuantisation {
  std::shared_ptr<const QuantPlan> plan;  // for QuantOptions::plan, with mode Auto
  LogitScore score;                       // on the held-out samples
  DropResult drop;
  int64_t searched = 0, held_out = 0;  // samples
  std::vector<std::string> steps, warnings;
};

// Of a model as compile_model takes it, with the samples of options.quant.calibration: the first
// half is searched as by --quant auto, the other half decides which layers stay in float
// (limit_drop). Labels, a class per sample, are of all samples. InputError for fewer than two
// samples, and as find_quantisation; UsageError where there are not as many labels as samples.
LimitedQuantisation quantise_within(const std::string& model, const CompileOptions& options,
                                    double most_drop,
                                    const std::optional<std::vector<int64_t>>& labels = {});

}  // namespace vta
