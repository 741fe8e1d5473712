#include "explore/launch/mpi/mpi_runner.h"

#include <boost/mpi.hpp>
#include <boost/serialization/vector.hpp>
#include <thread>

#include "base/error.h"
#include "base/plural.h"
#include "explore/launch/mpi/messages.h"
#include "explore/sweep/outcome_bytes.h"

namespace vta::explore {
namespace {

using namespace std::chrono_literals;

constexpr auto kPingEvery = 2s;
// Answers to Stop: a rank may be busy with a point that counts no more.
constexpr auto kFarewell = 5s;

}  // namespace

MpiRunner::MpiRunner(const boost::mpi::communicator& world, std::chrono::seconds silence,
                     std::string build)
    : world_(world),
      silence_(silence),
      build_(std::move(build)),
      last_heard_(Clock::now()),
      last_ping_(Clock::now()) {
  VTA_CHECK(world_.size() > 1, "{} rank", world_.size());
}

void MpiRunner::run(const std::vector<int64_t>& indices, const OnOutcome& on_outcome) {
  WorkQueue queue(indices, world_.size() - 1, silence_);
  last_heard_ = Clock::now();
  while (!queue.done()) {
    hand_out(queue);
    if (receive(&queue, on_outcome))
      continue;
    ping_idle();
    check_hope(queue);
    std::this_thread::sleep_for(mpi::kLook);
  }
}

void MpiRunner::wait() {
  WorkQueue nothing({}, world_.size() - 1, silence_);
  while (receive(&nothing, [](const PointOutcome&) {})) {
  }
  ping_idle();
}

void MpiRunner::begin_receiving() {
  while (const auto status = world_.iprobe(boost::mpi::any_source, boost::mpi::any_tag)) {
    Incoming& message = incoming_.emplace_back();
    message.rank = status->source();
    message.tag = status->tag();
    message.bytes.resize(static_cast<size_t>(status->count<char>().value_or(0)));
    message.request = world_.irecv(message.rank, message.tag, message.bytes.data(),
                                   static_cast<int>(message.bytes.size()));
    last_heard_ = Clock::now();
  }
}

// One message; false when none is there to its last byte.
bool MpiRunner::receive(WorkQueue* queue, const OnOutcome& on_outcome) {
  begin_receiving();
  std::set<int> unfinished;  // ranks of whose messages an earlier one is still arriving
  for (auto it = incoming_.begin(); it != incoming_.end(); ++it) {
    if (unfinished.contains(it->rank))
      continue;
    if (!it->request.test()) {
      unfinished.insert(it->rank);
      continue;
    }
    last_heard_ = Clock::now();
    const Incoming message = std::move(*it);
    incoming_.erase(it);
    take(message, queue, on_outcome);
    return true;
  }
  return false;
}

void MpiRunner::take(const Incoming& message, WorkQueue* queue, const OnOutcome& on_outcome) {
  const int rank = message.rank;
  switch (message.tag) {
    case mpi::Result: {
      auto outcome = from_bytes<PointOutcome>(message.bytes, fmt::format("rank {}", rank));
      if (--owed_[rank] == 0)
        idle_.insert(rank);
      if (queue != nullptr && queue->finish(outcome.index, rank, last_heard_))
        on_outcome(std::move(outcome));
      break;
    }
    case mpi::Refused:
      if (queue == nullptr)  // all are sent home: no matter
        break;
      throw InputError(fmt::format("rank {} cannot start: {}", rank, message.bytes));
    case mpi::Ready:
      if (message.bytes != build_ && queue != nullptr)
        throw InputError(fmt::format(
            "rank {} runs build {} of vta, rank 0 build {}: start the same program everywhere",
            rank, message.bytes, build_));
      idle_.insert(rank);
      break;
    case mpi::Bye:
      gone_.insert(rank);
      break;
    default:
      throw InternalError(fmt::format("message {} of rank {}", message.tag, rank));
  }
}

// False when MPI says that the rank cannot be reached; mostly it says nothing.
template <typename... Value>
bool MpiRunner::send(int rank, int tag, const Value&... value) {
  try {
    world_.send(rank, tag, value...);
    return true;
  } catch (const boost::mpi::exception&) {
    unreachable_.insert(rank);
    return false;
  }
}

// A point that could not be sent is overdue some time later, like any other without an answer.
void MpiRunner::hand_out(WorkQueue& queue) {
  for (auto rank = idle_.begin(); rank != idle_.end();) {
    const std::vector<int64_t> points = queue.next(*rank, Clock::now());
    if (points.empty()) {
      ++rank;
      continue;
    }
    owed_[*rank] = std::ssize(points);
    send(*rank, mpi::Points, points);
    rank = idle_.erase(rank);
  }
}

// A worker that hears nothing for long concludes that rank 0 is lost.
void MpiRunner::ping_idle() {
  if (Clock::now() - last_ping_ < kPingEvery)
    return;
  last_ping_ = Clock::now();
  std::erase_if(idle_, [this](int rank) { return !send(rank, mpi::Ping); });
}

void MpiRunner::check_hope(const WorkQueue& queue) const {
  const Clock::time_point now = Clock::now();
  if (now - last_heard_ > silence_)
    throw IncompleteError(fmt::format(
        "none of the {} working ranks has sent a message for {}; {} missing", world_.size() - 1,
        counted(silence_.count(), "second"), counted(std::ssize(queue.unanswered()), "point")));
  const std::vector<int64_t> hopeless = queue.given_up(now);
  if (!hopeless.empty() && hopeless.size() == queue.unanswered().size())
    throw IncompleteError(fmt::format("{} sent to {} ranks each without an answer, the first is {}",
                                      counted(std::ssize(hopeless), "point was", "points were"),
                                      WorkQueue::kMostTries, hopeless.front()));
}

bool MpiRunner::stop() {
  for (int rank = 1; rank < world_.size(); ++rank)
    if (!unreachable_.contains(rank))
      send(rank, mpi::Stop);
  const Clock::time_point until = Clock::now() + kFarewell;
  const auto ignore = [](const PointOutcome&) {};
  while (std::ssize(gone_) + 1 < world_.size() && Clock::now() < until)
    if (!receive(nullptr, ignore))
      std::this_thread::sleep_for(mpi::kLook);
  return silent_ranks().empty();
}

std::set<int> MpiRunner::silent_ranks() const {
  std::set<int> silent;
  for (int rank = 1; rank < world_.size(); ++rank)
    if (!gone_.contains(rank))
      silent.insert(rank);
  return silent;
}

}  // namespace vta::explore
