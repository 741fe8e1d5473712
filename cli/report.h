// What `vta run` prints: a summary, the execution statistics, a row per kernel, and the same as
// JSON.
#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string>

#include "compiler/oracle.h"
#include "runtime/executor.h"

namespace vta::cli {

struct RunOutcome {
  const Program* program = nullptr;
  const RunStats* stats = nullptr;
  std::string backend;
  double seconds = 0;
  std::optional<VerifyReport> verify;
};

std::string summary_text(const RunOutcome& outcome);
std::string per_layer_text(const RunOutcome& outcome);
std::string top_text(const Tensor& logits, int64_t row, int64_t count,
                     const std::vector<std::string>& labels);

boost::json::array top_json(const Tensor& logits, int64_t row, int64_t count,
                            const std::vector<std::string>& labels);

boost::json::object outcome_json(const RunOutcome& outcome);
// The block that every JSON document carries: tool, configuration, schema and where it came from.
boost::json::object provenance_block(const Program& program, const char* schema);

}  // namespace vta::cli
