// What a run found, and how it was asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compiler/oracle.h"
#include "evaluation/preprocessing.h"
#include "explore/host/host_timeline.h"
#include "explore/record/findings.h"
#include "explore/record/run_account.h"
#include "runtime/executor.h"
#include "sim/races/race_check.h"

namespace vta::workbench {

struct InputUse {
  std::string name, source;  // of the network's input; what --input says
  bool prepared = false;     // pixels, which became numbers as RunOutcome::preparation says
};

struct OutputUse {
  std::string name, type, file;  // no file: not written
};

// The kernel that an instruction of a launch belongs to; empty: none is known.
using KernelOf = std::function<std::string(int64_t launch, int64_t index)>;
KernelOf kernels_of(const Program& program);  // keeps a reference to the program
inline std::string no_kernel(int64_t, int64_t) {
  return {};
}

// What a run says (its record), and what else was asked of it: views show parts of it.
struct RunOutcome {
  explore::RunRecord record;
  explore::Findings findings;  // of the record
  explore::RunAccount account;
  double seconds = 0;                              // all of it: compiling, or loading, too
  double compile_seconds = 0;                      // of these, or of loading a program
  bool loaded = false;                             // the program was compiled before
  std::optional<explore::HostTimeline> host_time;  // with --host
  std::optional<VerifyReport> verify;
  const RaceCheck* races = nullptr;  // with --check-races
  KernelOf kernel_of = no_kernel;    // where races are
  // By kernel: cycles without a step before it (explore/trace/idle_before.h). Empty: not asked for.
  std::vector<int64_t> idle_before;
  int64_t repeated_runs = 0;     // after a lost connection to where the device is
  bool has_outputs = true;       // false: a timing-only run, which computes no values
  std::vector<InputUse> inputs;  // of a timing-only run none, and no outputs
  std::vector<OutputUse> outputs;
  ImagePreparation preparation;  // of inputs that are pixels
};
RunOutcome outcome_of(const Program& program, const RunStats& stats, const std::string& backend);

}  // namespace vta::workbench
