// A rank that computes points: all but rank 0.
#pragma once

#include <boost/mpi/communicator.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "explore/evaluate/outcome.h"

namespace vta::explore {

enum class WorkerEnd : uint8_t {
  Stopped,  // rank 0 said so: MPI can be finalized
  Orphan,   // no message from rank 0 for `silence`: this process must end without it
};

// `build` is told to rank 0. `prepare` returns the function that computes a point; its exceptions
// are reported to rank 0.
using PointFunction = std::function<Outcome(int64_t index)>;
WorkerEnd serve_points(const boost::mpi::communicator& world, std::chrono::seconds silence,
                       const std::string& build, const std::function<PointFunction()>& prepare);

}  // namespace vta::explore
