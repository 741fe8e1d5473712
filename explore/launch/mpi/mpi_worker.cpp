#include "explore/launch/mpi/mpi_worker.h"

#include <boost/mpi.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>
#include <optional>
#include <thread>

#include "base/elapsed.h"
#include "base/error.h"
#include "explore/launch/mpi/messages.h"
#include "explore/sweep/outcome_bytes.h"

namespace vta::explore {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// The tag of the next message of rank 0; nullopt when it stays silent.
std::optional<int> next_tag(const boost::mpi::communicator& world, std::chrono::seconds silence) {
  const Clock::time_point until = Clock::now() + silence;
  while (Clock::now() < until) {
    if (const auto status = world.iprobe(0, boost::mpi::any_tag))
      return status->tag();
    std::this_thread::sleep_for(200us);
  }
  return std::nullopt;
}

void answer(const boost::mpi::communicator& world, const PointFunction& compute) {
  std::vector<int64_t> points;
  world.recv(0, mpi::Points, points);
  for (const int64_t index : points) {
    PointOutcome outcome;
    outcome.index = index;
    outcome.worker = world.rank();
    const Clock::time_point start = Clock::now();
    outcome.outcome = compute(index);
    outcome.seconds = seconds_since(start);
    world.send(0, mpi::Result, to_bytes(outcome));
  }
}

// A worker that cannot begin stays until rank 0 has read why and ends the job.
PointFunction prepared(const boost::mpi::communicator& world, const std::string& build,
                       const std::function<PointFunction()>& prepare) {
  try {
    PointFunction compute = prepare();
    world.send(0, mpi::Ready, build);
    return compute;
  } catch (const Error& e) {
    world.send(0, mpi::Refused, std::string(e.what()));
    return [](int64_t) -> Outcome { return Failed{"the rank could not start"}; };
  }
}

}  // namespace

WorkerEnd serve_points(const boost::mpi::communicator& world, std::chrono::seconds silence,
                       const std::string& build, const std::function<PointFunction()>& prepare) {
  const PointFunction compute = prepared(world, build, prepare);
  while (const std::optional<int> tag = next_tag(world, silence)) {
    switch (*tag) {
      case mpi::Points:
        answer(world, compute);
        break;
      case mpi::Ping:
        world.recv(0, mpi::Ping);
        break;
      case mpi::Stop:
        world.recv(0, mpi::Stop);
        world.send(0, mpi::Bye);
        return WorkerEnd::Stopped;
      default:
        throw InternalError(fmt::format("message {} of rank 0", *tag));
    }
  }
  return WorkerEnd::Orphan;
}

}  // namespace vta::explore
