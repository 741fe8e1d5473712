#include "explore/launch/mpi/mpi_worker.h"

#include <boost/mpi.hpp>
#include <boost/serialization/vector.hpp>
#include <functional>
#include <optional>
#include <thread>

#include "base/elapsed.h"
#include "base/error.h"
#include "explore/launch/mpi/messages.h"
#include "explore/sweep/outcome_bytes.h"

namespace vta::explore {
namespace {

using Clock = std::chrono::steady_clock;

// Rank 0 as a worker sees it: what it sends, and what it is sent, while it is there.
class Leader {
 public:
  Leader(const boost::mpi::communicator& world, std::chrono::seconds silence)
      : world_(world), silence_(silence) {}

  // The tag of its next message; nullopt when it stays silent.
  std::optional<int> next_tag() const {
    std::optional<int> tag;
    within_silence([&] {
      const auto status = world_.iprobe(0, boost::mpi::any_tag);
      if (status)
        tag = status->tag();
      return tag.has_value();
    });
    return tag;
  }

  // False when it does not take the bytes: they must then stay as they are, because MPI may read
  // them for as long as this process lives.
  bool send(int tag, const std::string& bytes) const {
    boost::mpi::request request =
        world_.isend(0, tag, bytes.data(), static_cast<int>(bytes.size()));
    return within_silence([&] { return request.test().has_value(); });
  }

 private:
  bool within_silence(const std::function<bool()>& happens) const {
    const Clock::time_point until = Clock::now() + silence_;
    while (!happens()) {
      if (Clock::now() > until)
        return false;
      std::this_thread::sleep_for(mpi::kLook);
    }
    return true;
  }

  const boost::mpi::communicator& world_;
  std::chrono::seconds silence_;
};

PointOutcome outcome_of(int64_t index, int rank, const PointFunction& compute) {
  PointOutcome outcome;
  outcome.index = index;
  outcome.worker = rank;
  const Clock::time_point start = Clock::now();
  outcome.outcome = compute(index);
  outcome.seconds = seconds_since(start);
  return outcome;
}

}  // namespace

WorkerEnd serve_points(const boost::mpi::communicator& world, std::chrono::seconds silence,
                       const std::string& build, const std::function<PointFunction()>& prepare) {
  const Leader leader(world, silence);
  PointFunction compute;
  std::string bytes = build;
  int tag = mpi::Ready;
  // A worker that cannot begin stays until rank 0 has read why and ends the job.
  try {
    compute = prepare();
  } catch (const Error& e) {
    compute = [](int64_t) -> Outcome { return Failed{"the rank could not start"}; };
    bytes = e.what();
    tag = mpi::Refused;
  }
  if (!leader.send(tag, bytes))
    return WorkerEnd::Orphan;
  while (const std::optional<int> next = leader.next_tag()) {
    switch (*next) {
      case mpi::Points: {
        std::vector<int64_t> points;
        world.recv(0, mpi::Points, points);
        for (const int64_t index : points) {
          bytes = to_bytes(outcome_of(index, world.rank(), compute));
          if (!leader.send(mpi::Result, bytes))
            return WorkerEnd::Orphan;
        }
        break;
      }
      case mpi::Ping:
        world.recv(0, mpi::Ping);
        break;
      case mpi::Stop:
        world.recv(0, mpi::Stop);
        return leader.send(mpi::Bye, "") ? WorkerEnd::Stopped : WorkerEnd::Orphan;
      default:
        throw InternalError(fmt::format("message {} of rank 0", *next));
    }
  }
  return WorkerEnd::Orphan;
}

}  // namespace vta::explore
