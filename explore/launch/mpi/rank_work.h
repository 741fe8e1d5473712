// What a rank does besides speaking MPI, in a process of its own, made before MPI begins: Open MPI
// has threads, and a sweep forks (imports, measurements of accuracy).
//
//   rank 0:  lead(PointRunner) --indices--> this process: MpiRunner
//                              <--outcomes--
//   others:  PointFunction     <--index----  this process: serve_points
//                              --outcome-->
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/workers/workers.h"
#include "explore/launch/mpi/mpi_worker.h"
#include "explore/sweep/runner.h"

namespace vta::explore {

struct MpiJob;

// A process that is lost takes this one along: to MPI they are one rank.
class RankWork {
 public:
  explicit RankWork(const MpiJob& job);

  // Rank 0: job.lead, whose points `runner` computes; it may wait() meanwhile. The text is the exit
  // code.
  Answer lead(PointRunner& runner);
  // Another rank: job.prepare. Throws what that throws.
  PointFunction prepare();

 private:
  std::string next(const std::function<void()>& waiting = [] {});

  ForkedWorker process_;
  std::vector<std::string> messages_;  // that have come
};

}  // namespace vta::explore
