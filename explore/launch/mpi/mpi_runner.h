// Points computed by the other ranks of an MPI job; this is rank 0, which hands them out one by
// one and is the only one to see the sweep's database.
//
// A dead rank is detected only by its silence (MPI does not report it): its point goes to another
// rank (work_queue.h), and the run continues with the remaining ones.
#pragma once

#include <boost/mpi/communicator.hpp>
#include <boost/mpi/request.hpp>
#include <chrono>
#include <list>
#include <map>
#include <set>
#include <string>

#include "explore/launch/work_queue.h"
#include "explore/sweep/runner.h"

namespace vta::explore {

class MpiRunner : public PointRunner {
 public:
  // There must be another rank. `silence`: time without any message after which all ranks count as
  // lost. `build`: of this program.
  MpiRunner(const boost::mpi::communicator& world, std::chrono::seconds silence, std::string build);

  // InputError when a rank cannot begin, with its words, or is of another build. IncompleteError
  // when all ranks are silent, or a point was asked of several that then fell silent.
  void run(const std::vector<int64_t>& indices, const OnOutcome& on_outcome) override;

  void wait() override;  // ranks are told that this one lives

  // Stops every rank. True when all have answered, so that MPI can be finalized; else some
  // are lost, or still busy with a point that another has answered, and this process must end
  // without (std::_Exit).
  bool stop();
  std::set<int> silent_ranks() const;  // after stop(): those that have not answered

 private:
  using Clock = WorkQueue::Clock;
  // A message that has begun to arrive; MPI writes into `bytes`.
  struct Incoming {
    int rank = 0, tag = 0;
    std::string bytes;
    boost::mpi::request request;
  };
  void begin_receiving();
  bool receive(WorkQueue* queue, const OnOutcome& on_outcome);
  void take(const Incoming& message, WorkQueue* queue, const OnOutcome& on_outcome);
  void hand_out(WorkQueue& queue);
  void ping_idle();
  void check_hope(const WorkQueue& queue) const;
  template <typename... Value>
  bool send(int rank, int tag, const Value&... value);

  boost::mpi::communicator world_;
  std::chrono::seconds silence_;
  std::string build_;
  std::set<int> idle_, gone_;     // ready for points; have said Bye
  std::map<int, int64_t> owed_;   // results that a rank has been asked for
  std::set<int> unreachable_;     // MPI could not send them something
  std::list<Incoming> incoming_;  // of each rank in the order in which they were sent
  Clock::time_point last_heard_, last_ping_;
};

}  // namespace vta::explore
