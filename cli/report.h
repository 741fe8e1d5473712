// What `vta run` prints: a summary, the execution statistics, and the same as JSON; a row per
// kernel is layer_report.h's.
#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "compiler/oracle.h"
#include "evaluation/preprocessing.h"
#include "runtime/executor.h"
#include "sim/races/race_check.h"

namespace vta::cli {

struct InputUse {
  std::string name, source;  // of the network's input; what --input says
  bool prepared = false;     // pixels, which became numbers as RunOutcome::preparation says
};

struct OutputUse {
  std::string name, type, file;  // no file: not written
};

struct RunOutcome {
  const Program* program = nullptr;
  const RunStats* stats = nullptr;
  std::string backend;
  double seconds = 0;
  std::optional<VerifyReport> verify;
  const RaceCheck* races = nullptr;  // with --check-races
  int64_t repeated_runs = 0;         // after a lost connection to where the device is
  bool has_outputs = true;           // false: a timing-only run, which computes no values
  std::vector<InputUse> inputs;      // of a timing-only run none, and no outputs
  std::vector<OutputUse> outputs;
  ImagePreparation preparation;  // of inputs that are pixels
};

std::string summary_text(const RunOutcome& outcome);
// Seconds and bytes of the host's steps by kind, of those that there are, and of all.
std::string host_table(const RunOutcome& outcome);
std::string top_text(const Tensor& logits, int64_t row, int64_t count,
                     const std::vector<std::string>& labels);

boost::json::array top_json(const Tensor& logits, int64_t row, int64_t count,
                            const std::vector<std::string>& labels);

boost::json::object outcome_json(const RunOutcome& outcome);

}  // namespace vta::cli
