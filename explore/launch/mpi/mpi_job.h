// The life of an MPI job: rank 0 leads, the others serve, and all end in order although some may
// be lost by then.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "explore/launch/mpi/mpi_worker.h"
#include "explore/sweep/runner.h"

namespace vta::explore {

struct MpiJob {
  std::function<int(std::unique_ptr<PointRunner>)> lead;  // on rank 0: gives the exit code
  std::function<PointFunction()> prepare;                 // on the other ranks (mpi_worker.h)
  std::string build;  // of the program: equal on all ranks, or the job ends with an InputError
  std::chrono::seconds silence{120};  // silence after which ranks are lost
  // On rank 0, once the outcome is certain: exit code, and a message ("" if all is well). mpirun's
  // own exit code says less: it may be that of a lost rank.
  std::function<void(int code, const std::string& text)> report;
};

// To be called once, as the last thing of main(), while there are no threads: lead and prepare are
// called in a process of their own (rank_work.h). Errors of lead() (vta::Error) are reported, not
// thrown. Does not return where ranks were lost: MPI cannot be finalized then.
int run_mpi_job(int argc, char** argv, const MpiJob& job);

}  // namespace vta::explore
