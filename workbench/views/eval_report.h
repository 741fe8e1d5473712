// What `vta eval` prints of an evaluation.
#pragma once

#include <boost/json.hpp>

#include "workbench/evaluate.h"

namespace vta::workbench {

struct EvalReport {
  const EvalRequest& request;
  const EvalResult& result;
  std::string quant;  // --quant as it was
  uint64_t seed = 0;
};

boost::json::object eval_json(const EvalReport& report);
void print_eval(const EvalReport& report);

}  // namespace vta::workbench
