// What `vta run` prints: a summary, the execution statistics, and the same as JSON; a row per
// kernel is layer_report.h's.
#pragma once

#include <boost/json.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "workbench/outcome.h"

namespace vta::workbench {

std::string summary_text(const RunOutcome& outcome);

// Parts of it, which the first lines of a run have too (run_brief.h).
std::string summary_line(std::string_view key, const std::string& value);
std::string macs_text(const RunOutcome& outcome);
std::string run_cycles_text(const RunOutcome& outcome);  // needs time
std::string network_bound_text(const RunOutcome& outcome);
std::string time_text(const RunOutcome& outcome);
// Lines of what was checked and written.
void result_lines(const RunOutcome& outcome,
                  const std::function<void(const char* key, const std::string& value)>& line);

// Of a row of classes: softmax, or the values themselves where they are probabilities.
std::vector<double> probabilities(const Tensor& logits, int64_t row);
// Seconds and bytes of the host's steps by kind, of those that there are, and of all.
std::string host_table(const RunOutcome& outcome);
// "tabby cat", or "class 281" where labels end before it.
std::string class_label(int64_t index, const std::vector<std::string>& labels);
std::string top_text(const Tensor& logits, int64_t row, int64_t count,
                     const std::vector<std::string>& labels);

boost::json::array top_json(const Tensor& logits, int64_t row, int64_t count,
                            const std::vector<std::string>& labels);

boost::json::object outcome_json(const RunOutcome& outcome);

}  // namespace vta::workbench
