// A task of a job array, and sweeps as job arrays: the parts of this folder that use specifications
// and networks.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "driver/driver.h"
#include "explore/space/space.h"

namespace vta::explore {

// 16 hex digits: equal for processes whose results may be put together.
std::string sweep_identity(const Space& space);

struct SweepTask {
  std::string spec;                 // the specification's file
  std::string points;               // file: indexes, one per line
  std::string share;                // file to append results to
  int64_t jobs = 1;                 // worker processes
  int64_t max_cycles = kMaxCycles;  // of a launch (driver/driver.h)
  std::function<bool()> stop = [] { return false; };
};

struct SweepTaskReport {
  int64_t points = 0, earlier = 0;  // in the list; already in the share
};

// Computes the points that the share lacks. Errors: those of load_space, import_networks,
// read_point_list, ShareWriter and LocalRunner; InputError for an index outside of the space.
SweepTaskReport run_sweep_task(const SweepTask& task);

}  // namespace vta::explore
