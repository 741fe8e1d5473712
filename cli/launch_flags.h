// Where `vta sweep` computes its points: here, in a Slurm job array, in MPI ranks.
#pragma once

#include <string>
#include <vector>
#include "cli/options.h"

#include "cli/sweep_flags.h"

namespace vta::cli {

struct LaunchFlags {
  static constexpr int64_t kDefaultTasks = 4;

  std::string launcher = "local";
  int64_t tasks = 0;                // slurm; 0: kDefaultTasks
  bool submit_only = false;         // slurm
  bool collect = false;             // slurm
  std::vector<std::string> sbatch;  // slurm: further options of sbatch
  int64_t ranks = 0;                // mpi; 0: a rank more than there are cores
  std::vector<std::string> mpirun;  // mpi: further options of mpirun

  void add_to(Command& command);
};

// `vta sweep` with all its options: sweep_command() with the runner that they ask for. The exit
// code. UsageError for an option of another launcher than the one asked for.
int launch_sweep(const SweepFlags& sweep, const LaunchFlags& launch);

}  // namespace vta::cli
