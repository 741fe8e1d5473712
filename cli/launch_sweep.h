// Where `vta sweep` computes its points: here, in a Slurm job array, in MPI ranks.
#pragma once

#include "workbench/sweep_request.h"

namespace vta::cli {

// sweep_command() with the runner that is asked for. The exit code.
int launch_sweep(const workbench::SweepRequest& request, bool json);

}  // namespace vta::cli
