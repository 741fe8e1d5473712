// The options of sweeps, one per row of workbench/sweep_request.h.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/options.h"
#include "workbench/sweep.h"

namespace vta::cli {

class SweepFlags {
 public:
  bool json = false;

  // This object must outlive the parsing.
  void add_to(Command& command, bool with_launchers);
  // UsageError when something is missing, or an option was given that nothing would read.
  workbench::SweepRequest request() const;

 private:
  void add(Command& command, const workbench::SweepOption& row);

  workbench::SweepRequest request_;
  std::string file_;  // --request
  std::vector<std::pair<const workbench::SweepOption*, const Option*>> options_;
  std::vector<const Option*> beside_file_;  // that --request leaves no place for
};

// Sweeps, confirms, prints. The exit code: 0, 1 where tsim differs from csim, 7 where points have
// failed; everything else is an Error. `workers` is what the summary says computed the points.
int sweep_command(const workbench::SweepRequest& request, bool json,
                  const workbench::RunnerFactory& make_runner, const std::string& workers);

}  // namespace vta::cli
