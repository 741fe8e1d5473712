// Points computed by processes of this machine.
//
// Workers are forks of this process, so what it has prepared they share. Each has a socket: indices
// go down in small runs, outcomes come back. A worker that dies loses the point it was at and no
// other; it is replaced, and the point is tried once more. When this process dies, however that
// happens, its workers end with it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "explore/sweep/runner.h"

namespace vta::explore {

struct LocalOptions {
  int64_t jobs = 1;                 // workers
  std::function<bool()> stop = {};  // asked now and then: true ends run() with IncompleteError
};

class LocalRunner : public PointRunner {
 public:
  // Called in the workers. What it throws makes the point Failed.
  using Evaluate = std::function<Outcome(int64_t index)>;

  LocalRunner(Evaluate evaluate, LocalOptions options);
  ~LocalRunner() override;  // ends the workers, whatever they are at
  LocalRunner(const LocalRunner&) = delete;
  LocalRunner& operator=(const LocalRunner&) = delete;

  void run(const std::vector<int64_t>& indices, const OnOutcome& on_outcome) override;

 private:
  struct Worker {
    pid_t pid = -1;
    int socket = -1;
    std::deque<int64_t> given;  // in the order in which it computes them
    std::string received;       // bytes of a message that is not whole yet
  };

  void start(size_t slot);
  [[noreturn]] void work(int socket);
  void hand_out();
  void listen(const OnOutcome& on_outcome);
  bool receive(size_t slot, const OnOutcome& on_outcome);  // false: it is no more
  void bury(size_t slot, const OnOutcome& on_outcome);
  void end(Worker& worker);
  std::optional<PointOutcome> next_outcome(Worker& worker, size_t slot);
  bool busy() const;
  int64_t unanswered() const;

  Evaluate evaluate_;
  LocalOptions options_;
  std::vector<Worker> workers_;
  std::deque<int64_t> waiting_;
  std::map<int64_t, std::string> lost_;  // points whose worker died once, and how
};

}  // namespace vta::explore
