// Small questions answered by processes of this machine, which csim needs: a process has one
// SystemC simulation.
//
// Workers are forks of this process, so what it has prepared they share. Each gets one question at
// a time, and the next as soon as it has answered. A worker that dies loses its question alone,
// which is asked once more; then its answer is how the worker died. When this process dies, however
// that happens, its workers end with it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace vta::explore {

class WorkerPool {
 public:
  struct Answer {
    size_t question = 0;  // index
    std::string text;
    bool failed = false;  // `text` is what the function threw, or how its process ended
  };
  using Function = std::function<std::string(const std::string& question)>;

  // `answer` is called in the workers, which are forked when there is a question for them.
  WorkerPool(Function answer, int64_t workers);
  ~WorkerPool();  // ends the workers, whatever they are at
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Calls `on_answer` for each question, in the order in which they are answered, until all are or
  // `stop`, which is asked now and then, says so. True: all were.
  bool run(const std::vector<std::string>& questions,
           const std::function<void(const Answer&)>& on_answer, const std::function<bool()>& stop);

 private:
  struct Worker {
    pid_t pid = -1;
    int socket = -1;
    int64_t question = -1;  // -1: none
    std::string received;
  };
  void start(Worker& worker);
  [[noreturn]] void work(int socket) const;
  static void end(Worker& worker);
  void ask(Worker& worker, size_t question, const std::string& text);
  // The answer of a worker that has something to be read; an empty one if that is not all yet.
  bool listen(Worker& worker, Answer& answer);

  Function function_;
  std::vector<Worker> workers_;
};

}  // namespace vta::explore
