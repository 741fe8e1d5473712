// Starts the MPI part of a sweep, a separate program (vta-sweep-mpi), and reads its result. Needs
// no MPI itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vta::explore {

struct MpirunRequest {
  int64_t ranks = 2;
  std::vector<std::string> options;  // for mpirun, e.g. "--hostfile", "nodes"
  std::vector<std::string> command;  // what every rank runs
  std::string status_file;           // by which rank 0 says how it ended
  bool results_to_stderr = false;    // what the ranks print as results is none yet
};

// The command line. Open MPI is told to go on when a rank dies, to allow more ranks than cores
// (rank 0 mostly waits), not to bind ranks, and, for root, to run at all.
std::vector<std::string> mpirun_argv(const MpirunRequest& request, bool is_open_mpi, bool is_root);

struct RankEnd {
  int code = 0;      // exit code of rank 0's work
  std::string text;  // the error's message; with code 0, a remark
};

// Runs it to its end with this process's stdout and stderr; returns the result of rank 0. If rank 0
// (on this machine) dies without a result, mpirun is ended too. Throws IncompleteError when rank 0
// was lost; UsageError when there is no mpirun; InputError when it does not start the ranks.
RankEnd run_mpirun(const MpirunRequest& request);

// Writes rank 0's status file, for run_mpirun().
void write_rank_start(const std::string& path);
void write_rank_end(const std::string& path, int code, const std::string& text);

// vta-sweep-mpi, beside this program or in PATH. UsageError says what to install.
std::string find_mpi_program();

}  // namespace vta::explore
