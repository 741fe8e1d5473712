// What `vta run` prints: a summary, the execution statistics, and the same as JSON; a row per
// kernel is layer_report.h's.
#pragma once

#include <boost/json.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/oracle.h"
#include "evaluation/preprocessing.h"
#include "explore/record/run_account.h"
#include "explore/record/run_record.h"
#include "runtime/work_share.h"
#include "sim/races/race_check.h"
#include "workbench/views/race_report.h"

namespace vta::workbench {

struct InputUse {
  std::string name, source;  // of the network's input; what --input says
  bool prepared = false;     // pixels, which became numbers as RunOutcome::preparation says
};

struct OutputUse {
  std::string name, type, file;  // no file: not written
};

// What a run says (its record), and what else was asked of it: views show parts of it.
struct RunOutcome {
  explore::RunRecord record;
  explore::RunAccount account;
  double seconds = 0;          // all of it: compiling, or loading, too
  double compile_seconds = 0;  // of these, or of loading a program
  bool loaded = false;         // the program was compiled before
  std::optional<VerifyReport> verify;
  const RaceCheck* races = nullptr;  // with --check-races
  KernelOf kernel_of = no_kernel;    // where races are
  int64_t repeated_runs = 0;         // after a lost connection to where the device is
  bool has_outputs = true;           // false: a timing-only run, which computes no values
  std::vector<InputUse> inputs;      // of a timing-only run none, and no outputs
  std::vector<OutputUse> outputs;
  ImagePreparation preparation;  // of inputs that are pixels
};
RunOutcome outcome_of(const Program& program, const RunStats& stats, const std::string& backend);

std::string summary_text(const RunOutcome& outcome);

// Parts of it, which the first lines of a run have too (run_brief.h).
std::string summary_line(std::string_view key, const std::string& value);
std::string macs_text(const WorkShare& work);
std::string run_cycles_text(const explore::RunRecord& record);  // needs time
std::string clock_words(const explore::RunRecord& record);      // needs time; empty without a clock
std::string network_bound_text(const explore::RunRecord& record);
std::string time_text(const RunOutcome& outcome);
// Lines of what was checked and written.
void result_lines(const RunOutcome& outcome,
                  const std::function<void(const char* key, const std::string& value)>& line);

// Of a row of classes: softmax, or the values themselves where they are probabilities.
std::vector<double> probabilities(const Tensor& logits, int64_t row);
// Seconds and bytes of the host's steps by kind, of those that there are, and of all.
std::string host_table(const RunOutcome& outcome);
std::string top_text(const Tensor& logits, int64_t row, int64_t count,
                     const std::vector<std::string>& labels);

boost::json::array top_json(const Tensor& logits, int64_t row, int64_t count,
                            const std::vector<std::string>& labels);

boost::json::object outcome_json(const RunOutcome& outcome);

}  // namespace vta::workbench
